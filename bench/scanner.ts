/** The scanner: good parlays that it finds beside random order at equal calls, and the time of a scan. */
import { scan, type ScanScope } from '../src/main/board/scan/scan.ts'
import type { Store } from '../src/main/board/store/store.ts'
import { PairModel } from '../src/shared/value/pair-model.ts'
import { compareWithRandom } from '../tests/support/demo/demo-market.ts'
import { goals } from './goals.ts'
import { rotate, toRow, type BenchOptions, type BenchRow } from './report.ts'
import { makeScanBoard } from './value/scan-board.ts'

const calls = 60
const seeds = [1, 2, 3, 4]
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

async function yieldRow(): Promise<BenchRow> {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (const seed of seeds) {
    const { found, random } = await compareWithRandom({ seed, calls })
    ours.push(found)
    theirs.push(random)
  }
  return toRow({
    question: `scanner: parlays of positive expected value in ${seeds.length} demo worlds, ${calls} calls in each`,
    ours,
    // With none at all, a ratio says nothing.
    theirs: sum(theirs) === 0 ? [1] : theirs,
    against: 'pairs in random order',
    goal: { on: 'ratio', min: goals.scanner.foundRatio },
    unit: 'parlays',
    statistic: sum,
  })
}

const plan = { games: 40, selectionsPerGame: 10_000, books: 12, share: 0.2 }

function toScope(store: Store): ScanScope {
  return {
    ...{ league: null, games: 'upcoming', maxLegs: 3, limit: 400 },
    books: store.books.map(({ id }) => id),
    clock: { now: Date.UTC(2026, 8, 10, 12), maxGameMs: 6 * 3_600_000 },
  }
}

/** A scan to its end, and its longest step, in ms. */
function timeScan(store: Store): { whole: number; step: number } {
  const startedAt = performance.now()
  const steps = scan(store, new PairModel(), toScope(store))
  let longest = 0
  for (;;) {
    const stepAt = performance.now()
    const { done } = steps.next()
    longest = Math.max(longest, performance.now() - stepAt)
    if (done === true) return { whole: performance.now() - startedAt, step: longest }
  }
}

/** A pass over all prices without a comparison. */
function timePass({ offers, decimals }: Store): number {
  const startedAt = performance.now()
  let total = 0
  for (let offer = 0; offer < offers.count; offer++)
    total += Math.log(decimals[offers.price[offer] ?? 0] ?? 1)
  return total === Infinity ? NaN : performance.now() - startedAt
}

function scanRows(runs: number): BenchRow[] {
  const store = makeScanBoard(plan)
  timeScan(store)
  const ours: ReturnType<typeof timeScan>[] = []
  const theirs: number[] = []
  for (let run = 0; run < runs; run++) {
    const timeOurs = () => ours.push(timeScan(store))
    const timeTheirs = () => theirs.push(timePass(store))
    for (const timeOne of rotate([timeOurs, timeTheirs], run)) timeOne()
  }
  const of = `scan of ${store.sizes().selections.toLocaleString('en')} selections of ${plan.games} games, ${store.offers.live.toLocaleString('en')} prices`
  const against = 'a pass over all prices'
  return [
    toRow({
      ...{ question: of, theirs, against, goal: { on: 'ours', max: goals.scanner.scanMs }, unit: 'ms' },
      ours: ours.map(({ whole }) => whole),
    }),
    toRow({
      ...{
        question: `${of}: longest step, which a search waits for`,
        theirs,
        against,
        goal: null,
        unit: 'ms',
      },
      ours: ours.map(({ step }) => step),
    }),
  ]
}

export const run = async ({ isQuick }: BenchOptions): Promise<BenchRow[]> => [
  ...scanRows(isQuick ? 3 : 9),
  ...(isQuick ? [] : [await yieldRow()]),
]
