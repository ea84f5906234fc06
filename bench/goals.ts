/** By the number of odds objects. */
const boardRatios: Readonly<Record<number, number>> = { 10_000: 3, 100_000: 2, 1_000_000: 1.5 }

/**
 * Goals of all rows, as docs/quality.md, section 3, promises them; a test compares both. A goal that is not met stays as
 * it is.
 */
export const goals = {
  /** Ratios of time and of CPU. */
  books: { clientToUndici: 1.05, clientToAxios: 0.45, wholeToUndici: 1.8, wholeToAxiosIdle: 0.15 },
  /** Two frames at 60 a second. */
  reprice: { moreMs: 33 },
  board: {
    ratios: boardRatios,
    stallMs: 20,
    keptMb: 220,
    searchP99Ms: 3,
  },
  keys: { p95Ms: 33 },
  /** One frame at 60 a second, by a clock of tenths of a millisecond. */
  grid: { cpu: 0.65, first: 0.5, frameMs: 16.8, longTasks: 0 },
  start: { moreMs: 350, firstMoreMs: 500 },
  ticket: { ratio: 3 },
  ledger: { page: 4, report: 3, holdMs: 15 },
  settling: { ratio: 4, holdMs: 50 },
  view: { firstMs: 250, againMs: 50 },
  /** CPU in percent of a core, more than an empty window; memory as a ratio, without the board. */
  rest: { page: 1, main: 0.3, memory: 1.5 },
  scanner: { scanMs: 1_000, foundRatio: 2 },
  value: { devigUs: 50, stakesMs: 100, seasons: 0.9 },
  refresh: { trueRatio: 1.5, oldestShares: 2, choiceMs: 10 },
  /** One of eight desks calls, for all. */
  team: { append: 1.5, catchUp: 4, quoteP95Ms: 50, callsRatio: 1 / 8 },
  /** Calls of scripts as a ratio to the window's; prices that 20 followers miss. */
  localApi: { call: 1.5, lost: 0 },
} as const
