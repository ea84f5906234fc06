/** The user's settings of calls: limits and auto-refresh. */
import { z } from 'zod'

/** Limits of calls with the key: learned from the service, or set by the user from their plan. */
export const CallLimits = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('learned') }),
  z.strictObject({
    kind: z.literal('by-hand'),
    /** Calls in any 60 s. */
    perMinute: z.number().int().min(1).max(100_000),
    /** Maximum calls in flight, over all hosts and for each host. */
    inFlight: z.number().int().min(1).max(64),
    perHost: z.number().int().min(1).max(6),
  }),
])
export type CallLimits = Readonly<z.infer<typeof CallLimits>>

/** Maximum calls in flight while the limit is learned. */
export const learnedAtOnce = { inFlight: 32, perHost: 2 } as const

/** Seconds between two refreshes, the shortest first. */
export const autoIntervals = [15, 30, 60, 120, 300] as const
export const AutoSeconds = z.literal(autoIntervals)
export type AutoSeconds = z.infer<typeof AutoSeconds>

/** Share of the call limit that auto-refresh may use. */
export const AutoShare = z.number().min(0.05).max(1)

export const AutoRefreshState = z.strictObject({
  /** Interval of the whole desk; null while refreshing is off. */
  everySeconds: AutoSeconds.nullable(),
  share: AutoShare,
  /** Rows with their own interval. */
  rows: z.array(z.strictObject({ parlayId: z.number().int(), everySeconds: AutoSeconds })),
  isOnWhileHidden: z.boolean(),
})
export type AutoRefreshState = Readonly<z.infer<typeof AutoRefreshState>>

/** Default of auto-refresh: a desk left alone stays fresh. */
export const defaultAuto = { everySeconds: 15, share: 0.6 } as const

export const BudgetState = z.strictObject({ limits: CallLimits, auto: AutoRefreshState })
export type BudgetState = Readonly<z.infer<typeof BudgetState>>

export const quietBudget: BudgetState = {
  limits: { kind: 'learned' },
  auto: { everySeconds: null, share: defaultAuto.share, rows: [], isOnWhileHidden: false },
}

/** Least seconds between two refreshes of a cell whose book had no price, as after a game. */
export const noPriceSeconds = 60
/** Maximum of them: while no book of a row has a price, they double with each answer. */
export const maxNoPriceSeconds = 600

/** Shares that a price in view waits for auto-refresh at most; a share is the time of one call for each price. */
export const maxSharesInView = 2

/** Share of auto-refresh’s calls that the selected row gets at most, before all others. */
export const selectedShare = 1 / 3

/** Minimum time that a row takes from which it is refreshed whole, ms. */
const minWholeRowMs = 10_000

/** True on a plan so small that single calls never add up to a row of about one time. `perMinute`: auto-refresh’s calls. */
export const refreshesWholeRows = (callsOfRow: number, perMinute: number): boolean =>
  (callsOfRow / perMinute) * 60_000 > minWholeRowMs
