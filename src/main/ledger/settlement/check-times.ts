/**
 * When the service is asked about a leg by itself. A pending leg is asked about 2, 5, 15, 30 and 60 minutes after one
 * another, from the start of its game on; then hourly, and after two days daily. A settled leg is looked at again for
 * some hours, because books re-settle after stat corrections. Where games last minutes, as in the demo, everything is
 * looked at every half minute first.
 */
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

interface Schedule {
  /** Waits between looks, in ms; the last one repeats. */
  readonly gaps: readonly number[]
  /** After so many ms nobody looks any more. */
  readonly endsAfterMs: number
}

/** How long games last. */
export type Pace = 'hours' | 'minutes'
const often = { pending: 40, corrections: 10 } as const
const eachHalfMinute = (looks: number) => Array.from({ length: looks }, () => minute / 2)

const pending: Schedule = {
  gaps: [2, 5, 15, 30, ...Array.from({ length: 48 }, () => 60), 24 * 60].map(minutes => minutes * minute),
  endsAfterMs: 14 * day,
}
export const correctionsMs = 6 * hour
const corrections: Schedule = { gaps: [15 * minute, 30 * minute, hour], endsAfterMs: correctionsMs }

const schedules: Readonly<Record<Pace, Readonly<Record<keyof typeof often, Schedule>>>> = {
  hours: { pending, corrections },
  minutes: {
    pending: { ...pending, gaps: [...eachHalfMinute(often.pending), ...pending.gaps] },
    corrections: { ...corrections, gaps: [...eachHalfMinute(often.corrections), ...corrections.gaps] },
  },
}

export interface CheckedLeg {
  readonly startAt: number | null
  readonly placedAt: number
  readonly resultedAt: number | null
  readonly result: string
  /** When the service was last asked about it; null for never. */
  readonly checkedAt: number | null
}

/**
 * Epoch ms of the next look at a leg; undefined when there is none any more. A look that was missed, as the program did
 * not run, is due at once, and once only.
 */
export function nextCheckAt(leg: CheckedLeg, pace: Pace = 'hours'): number | undefined {
  const isAwaited = leg.result === 'pending' || leg.result === 'unknown'
  if (isAwaited) return next(schedules[pace].pending, leg.startAt ?? leg.placedAt, leg.checkedAt)
  if (leg.resultedAt === null) return undefined
  return next(schedules[pace].corrections, leg.resultedAt, leg.checkedAt)
}

function next({ gaps, endsAfterMs }: Schedule, from: number, checkedAt: number | null): number | undefined {
  let at = from
  for (let look = 0; at - from <= endsAfterMs; look++) {
    at += gaps[Math.min(look, gaps.length - 1)] ?? endsAfterMs
    if (checkedAt === null || at > checkedAt) break
  }
  return at - from <= endsAfterMs ? at : undefined
}
