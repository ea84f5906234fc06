/** Whose turn it is: a rate limit holds all, a full queue those that found it full, and the rest go by their place. */
import type { Kept } from './outbox-rows.ts'
import type { Outbox } from './outbox.ts'

export interface Line {
  /** The one to send now. */
  readonly due: Kept | undefined
  /** When one is due by itself, epoch ms. */
  readonly nextAt: number | undefined
  /** When those that found the queue full are tried again: all wait for one time, and one of them then tries it. */
  readonly fullAgainAt: number | undefined
  readonly limitedUntilAt: number | undefined
}

export function readLine(outbox: Outbox, profileId: string, now: number): Line {
  const waits = outbox.waits(profileId)
  const limited = waits.get('limited')?.last
  const limitedUntilAt = limited !== undefined && limited > now ? limited : undefined
  const fullAgainAt = outbox.retriesFull(profileId) ? waits.get('full')?.last : undefined
  const held = { fullAgainAt, limitedUntilAt }
  if (limitedUntilAt !== undefined) return { due: undefined, nextAt: limitedUntilAt, ...held }
  const due = outbox.due(profileId, now, fullAgainAt !== undefined && fullAgainAt <= now)
  const times = [waits.get('unreached')?.first, waits.get('unknown')?.first, fullAgainAt]
  const known = times.filter(time => time !== undefined)
  return { due, nextAt: known.length === 0 ? undefined : Math.min(...known), ...held }
}
