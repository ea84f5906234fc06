/** Row of a benchmark's report: our figure beside one measured in the same run, and the goal. */

export interface BenchRow {
  readonly question: string
  /** Medians, in `unit`. */
  readonly ours: number
  readonly theirs: number
  /** Name of what `theirs` measures. */
  readonly against: string
  /** ours / theirs */
  readonly ratio: number
  /** Goal in words (docs/quality.md, section 3): a ratio, or a difference. */
  readonly goal: string
  /** The goal as a number, when it does not depend on the compared figure. */
  readonly max?: number
  readonly unit: string
  readonly runs: number
}

/** True when our figure misses a numeric goal. */
export const isMissed = ({ ours, max }: BenchRow): boolean => max !== undefined && !(ours <= max)

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

type Measured = Pick<BenchRow, 'question' | 'against' | 'goal' | 'max' | 'unit'> & {
  readonly ours: readonly number[]
  readonly theirs: readonly number[]
}

/** One row from the single runs of both sides. */
export function toRow({ ours, theirs, ...words }: Measured): BenchRow {
  const [a, b] = [median(ours), median(theirs)]
  return {
    ...words,
    ours: round(a),
    theirs: round(b),
    ratio: round(a / b),
    runs: ours.length,
  }
}

/** Three significant digits: more would be noise. */
const round = (value: number) => Number(value.toPrecision(3))

const columns = ['question', 'ours', 'theirs', 'unit', 'against', 'ratio', 'goal', 'runs'] as const

/** The rows as a table for people; numbers to the right. */
export function table(rows: readonly BenchRow[]): string {
  const lines = [columns.map(String), ...rows.map(row => columns.map(column => String(row[column])))]
  const widths = columns.map((_, at) => Math.max(...lines.map(line => line[at]?.length ?? 0)))
  const isNumber = (at: number) => typeof rows[0]?.[columns[at] ?? 'question'] === 'number'
  const pad = (text: string, at: number) =>
    isNumber(at) ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)
  return lines.map(line => line.map(pad).join('  ').trimEnd()).join('\n')
}
