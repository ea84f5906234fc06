/** How many keyed calls may be made: learned from the service, or set by hand for a plan that the user knows. */
import { z } from 'zod'

export const CallLimits = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('learned') }),
  z.strictObject({
    kind: z.literal('by-hand'),
    /** In any 60 s. */
    perMinute: z.number().int().min(1).max(100_000),
    /** Answers awaited at the same time, over all hosts and at one. */
    inFlight: z.number().int().min(1).max(64),
    perHost: z.number().int().min(1).max(6),
  }),
])
export type CallLimits = Readonly<z.infer<typeof CallLimits>>

/** At the same time, while the limit is learned. */
export const learnedAtOnce = { inFlight: 32, perHost: 2 } as const
