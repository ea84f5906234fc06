/** How the calls are used, in the words of the status bar. */
import type { Meter } from '../../../shared/model/parlay/desk.ts'
import { clockTime } from '../../format/clock-time.ts'
import { countOf, countText } from '../../format/count.ts'
import { spanText } from '../../format/duration.ts'

export const usedWords = ({ lastMinute, limit }: Meter): string =>
  `${countText(lastMinute)} of ${countText(limit)} calls this minute`

/** When the next call may go: `0.4 s`, `12 s`; undefined while one may go now. */
export function nextSlot({ nextAt }: Meter, now: number): string | undefined {
  if (nextAt === null || nextAt <= now) return undefined
  const leftMs = nextAt - now
  return leftMs < 1_000 ? `${(Math.ceil(leftMs / 100) / 10).toFixed(1)} s` : spanText(leftMs)
}

export const limitHint = ({ isLearned }: Meter): string =>
  isLearned
    ? 'The limit is learned from the service; set it by hand in Settings.'
    : 'The limit set in Settings.'

/** Why the service is not asked now, as a whole or at some hosts; `nameOf` gives a host's book. */
export function restWords(meter: Meter, nameOf: (host: string) => string): string[] {
  if (meter.pausedUntil !== null)
    return [`The service asked for a pause until ${clockTime(meter.pausedUntil)}`]
  if (meter.resting.length > 2) return [`${countOf(meter.resting.length, 'book')} not asked for now`]
  return meter.resting.map(({ host, untilAt, why }) =>
    why === 'limited'
      ? `${nameOf(host)} limited until ${clockTime(untilAt)}`
      : `${nameOf(host)} keeps failing, tried again at ${clockTime(untilAt)}`,
  )
}
