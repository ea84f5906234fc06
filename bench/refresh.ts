/**
 * Auto-refresh on recorded moves of the demo world: the time in which the best price on screen is the true one, beside
 * round robin with as many calls.
 */
import { goals } from './goals.ts'
import { toRow, type BenchOptions, type BenchRow, type Goal } from './report.ts'
import { recordMoves, type Recording } from './refresh/recorded-moves.ts'
import {
  chooseOldest,
  createLanesInTurn,
  createValuePolicy,
  watchDesk,
  type Policy,
  type Watched,
} from './refresh/simulated-desk.ts'

const seeds = [7, 11, 23] as const
/** A limit of 550 calls a minute, of which auto-refresh may use 60%. */
const desk = { perMinute: 330, everyMs: 15_000, warmUpSeconds: 240 } as const
const recording = { rows: 180, seconds: 900 } as const

/** Rows in view: all, so that view decides nothing, and those of one screen. */
const views = [recording.rows, 24] as const

interface Compared {
  readonly question: string
  readonly goal: Goal | null
  readonly unit: string
  readonly read: (watched: Watched) => number
}

const figures: readonly Compared[] = [
  {
    question: 'time in which the best price on screen is the true one',
    goal: { on: 'ratio', min: goals.refresh.trueRatio },
    unit: '%',
    read: ({ isTrue, offered }) => (100 * isTrue) / offered,
  },
  {
    question: 'oldest cell in view',
    goal: { on: 'ours', max: goals.refresh.oldestShares },
    unit: 'shares',
    read: ({ oldestShares }) => oldestShares,
  },
  {
    question: 'time in which the book named best is the best one',
    goal: null,
    unit: '%',
    read: ({ isTrueBook, offered }) => (100 * isTrueBook) / offered,
  },
]

export function run({ isQuick }: BenchOptions): Promise<BenchRow[]> {
  const recordings = seeds
    .slice(0, isQuick ? 1 : seeds.length)
    .map(seed => recordMoves({ ...recording, seed }))
  return Promise.resolve(views.flatMap(inView => compare(recordings, inView)))
}

function compare(recordings: readonly Recording[], inView: number): BenchRow[] {
  const watch = (create: () => Policy) =>
    recordings.map(each => watchDesk(each, { ...desk, inView }, create()).inView)
  const ours = watch(createValuePolicy)
  const rows = `${inView} of ${recording.rows} rows in view`
  const opponents =
    inView === recording.rows
      ? [{ against: 'round robin, the oldest cell first', theirs: watch(() => chooseOldest) }]
      : [
          { against: 'round robin, the oldest cell first', theirs: watch(() => chooseOldest) },
          {
            against: 'round robin of the rows in view, the others by their floor',
            theirs: watch(createLanesInTurn),
          },
        ]
  const compared = opponents.flatMap(({ against, theirs }) =>
    figures.map(({ question, goal, unit, read }) =>
      toRow({
        question: `${rows}: ${question}`,
        ours: ours.map(read),
        theirs: theirs.map(read),
        against,
        goal,
        unit,
      }),
    ),
  )
  const cpu = toRow({
    question: `${rows}: CPU time of a choice, once a second`,
    ours: ours.map(({ tickMs }) => tickMs),
    theirs: opponents[0]?.theirs.map(({ tickMs }) => tickMs) ?? [],
    against: 'round robin, the oldest cell first',
    goal: { on: 'ours', max: goals.refresh.choiceMs },
    unit: 'ms',
  })
  return [...compared, cpu]
}
