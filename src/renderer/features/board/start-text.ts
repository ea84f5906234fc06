/** When a game starts, as the list says it: the time of day and how long until then. */
import { calendarDay, clockTime } from '../../format/clock-time.ts'

const minuteMs = 60_000
const farAheadMs = 18 * 60 * minuteMs

/** `19:30 · in 2 h 05`; far ahead the day instead; `19:30 · started` once it should be under way. Empty when unknown. */
export function startText(startAt: number | null, now: number): string {
  if (startAt === null) return ''
  const aheadMs = startAt - now
  if (aheadMs <= 0) return `${clockTime(startAt)} · started`
  if (aheadMs > farAheadMs) return `${calendarDay(startAt)} ${clockTime(startAt)}`
  return `${clockTime(startAt)} · in ${aheadText(Math.ceil(aheadMs / minuteMs))}`
}

function aheadText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${String(rest).padStart(2, '0')}`}`
}
