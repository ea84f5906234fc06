/** Rows of a benchmark's report: our figure beside one measured in the same run, and the goal it must meet. */

/** At most `max`, or at least `min`. */
export type Goal = {
  /** Figure that the goal is for; `difference` is ours minus theirs. */
  readonly on: 'ratio' | 'ours' | 'difference'
} & ({ readonly max: number } | { readonly min: number })

export interface BenchRow {
  readonly question: string
  /** Medians, in `unit`, unless the question names another statistic. */
  readonly ours: number
  readonly theirs: number
  /** Name of what `theirs` measures. */
  readonly against: string
  /** ours / theirs */
  readonly ratio: number
  /** Goal of docs/quality.md, section 3; null for a row that only shows a figure. */
  readonly goal: Goal | null
  /** True for a row without a goal, too. */
  readonly met: boolean
  readonly unit: string
  readonly runs: number
}

/** Scope of a run. */
export interface BenchOptions {
  /** Only rows that are steady on a shared machine, with fewer runs. */
  readonly isQuick: boolean
}

/** Multiple of a goal that a quick run allows, because other programs share the machine. */
export const quickSlack = 2

type Figures = Pick<BenchRow, 'ours' | 'theirs' | 'ratio' | 'goal'>

/** True when the row meets its goal, or this multiple of it. A figure that could not be measured meets none. */
export function isMet(row: Figures, slack = 1): boolean {
  const { goal } = row
  if (goal === null) return true
  return 'max' in goal ? judged(row) <= goal.max * slack : judged(row) >= goal.min / slack
}

/** The figure that the goal is for. */
function judged({ ours, theirs, ratio, goal }: Figures): number {
  return { ratio, ours, difference: ours - theirs }[goal?.on ?? 'ratio']
}

/** True when a row fails a quick run. */
export const isTooSlow = (row: Figures): boolean => !isMet(row, quickSlack)

/** Takes from rows asked twice the figure that is nearer to its goal. */
export function chooseBetter(first: readonly BenchRow[], second: readonly BenchRow[]): BenchRow[] {
  return first.map((row, at) => {
    const again = second[at]
    return again !== undefined && isNearer(again, row) ? again : row
  })
}

function isNearer(row: BenchRow, other: BenchRow): boolean {
  const isSmaller = judged(row) < judged(other)
  return row.goal !== null && 'min' in row.goal ? judged(row) > judged(other) : isSmaller
}

/** The sides in the order of a round, another one first each time: the first has the caches and the clock to itself. */
export function rotate<S>(sides: readonly S[], round: number): S[] {
  const first = round % sides.length
  return [...sides.slice(first), ...sides.slice(0, first)]
}

/** The middle value; between two, their mean. NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN
  const high = sorted[Math.floor(sorted.length / 2)] ?? NaN
  return (low + high) / 2
}

/** The value below which this share of all lies; 1 gives the highest. NaN of nothing. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

interface Measured extends Pick<BenchRow, 'question' | 'against' | 'unit'> {
  readonly ours: readonly number[]
  readonly theirs: readonly number[]
  readonly goal?: Goal | null
  /** Figure of each side from its single runs; the median by default. */
  readonly statistic?: (runs: readonly number[]) => number
}

/** One row from the single runs of both sides. Its goal is judged by the figures that it shows. */
export function toRow({ ours, theirs, goal = null, statistic = median, ...words }: Measured): BenchRow {
  const [a, b] = [statistic(ours), statistic(theirs)]
  const figures = { ours: round(a), theirs: round(b), ratio: round(a / b), goal }
  return { ...words, ...figures, met: isMet(figures), runs: ours.length }
}

/** Whole numbers, and at least three significant digits: more would be noise. */
const round = (value: number) => (Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3)))

/** A goal in words, such as `at most 33 ms more`. */
export function describeGoal({ goal, unit }: Pick<BenchRow, 'goal' | 'unit'>): string {
  if (goal === null) return ''
  const bound = 'max' in goal ? `at most ${goal.max}` : `at least ${goal.min}`
  if (goal.on === 'ratio') return `${bound} x`
  return `${bound} ${unit}${goal.on === 'difference' ? ' more' : ''}`
}

/** Last lines of a run, after its table, and its exit code: rows that miss their goals fail a check, as slow ones a quick run. */
export function judge(
  rows: readonly BenchRow[],
  { isQuick, isCheck }: { isQuick: boolean; isCheck: boolean },
): { lines: string[]; exitCode: 0 | 1 } {
  const missed = rows.filter(row => !isMet(row))
  const tooSlow = isQuick ? rows.filter(isTooSlow) : []
  // Without a row, nothing was measured.
  const isFailed = rows.length === 0 || tooSlow.length > 0 || (isCheck && missed.length > 0)
  const lines = [
    ...(rows.length === 0 ? ['Nothing was measured.'] : []),
    ...missed.map(describeMiss),
    ...tooSlow.map(({ question }) => `Over ${quickSlack} x its goal: ${question}.`),
  ]
  return { lines, exitCode: isFailed ? 1 : 0 }
}

function describeMiss(row: BenchRow): string {
  if (Number.isNaN(row.ours))
    return `Not measured: ${row.question}, against ${row.against}, ${describeGoal(row)}.`
  return `Missed: ${row.question}, ${describeGoal(row)}: ${row.ours} ${row.unit}, ${row.ratio} x.`
}

const columns = ['question', 'ours', 'theirs', 'unit', 'against', 'ratio', 'goal', 'met', 'runs'] as const

const cellText = (row: BenchRow, column: (typeof columns)[number]): string => {
  if (column === 'goal') return describeGoal(row)
  if (column === 'met') return row.goal === null ? '' : row.met ? 'yes' : 'NO'
  return String(row[column])
}

/** The rows as a table for people; numbers to the right. */
export function table(rows: readonly BenchRow[]): string {
  const lines = [columns.map(String), ...rows.map(row => columns.map(column => cellText(row, column)))]
  const widths = columns.map((_, at) => Math.max(...lines.map(line => line[at]?.length ?? 0)))
  const isNumber = (at: number) => typeof rows[0]?.[columns[at] ?? 'question'] === 'number'
  const pad = (text: string, at: number) =>
    isNumber(at) ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)
  return lines.map(line => line.map(pad).join('  ').trimEnd()).join('\n')
}
