/** Times and dates as this machine's user writes them, ages and durations. All in epoch milliseconds or milliseconds. */
const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const seconds = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' })
const dayTime = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const monthDay = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
const dayOfYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const date = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' })

/** `18:46`. */
export const clockTime = (at: number): string => time.format(at)
/** `18:46:09`. */
export const clockSeconds = (at: number): string => seconds.format(at)
/** `Thu, 20 Nov`. */
export const calendarDay = (at: number): string => date.format(at)
/** `Nov 20`. */
export const shortDay = (at: number): string => monthDay.format(at)
/** `Nov 20 18:46`. */
export const dayAndTime = (at: number): string => dayTime.format(at).replace(',', '')

/** As `dayAndTime`, for a long list: a day of another year than `now`'s has its year instead of the time, `Sep 13, 2024`. */
export const dayInList = (at: number, now: number): string =>
  new Date(at).getFullYear() === new Date(now).getFullYear() ? dayAndTime(at) : dayOfYear.format(at)

/** As `clockTime`, with the day where it is not `now`'s. */
export const timeAndDay = (at: number, now: number): string =>
  localDay(at) === localDay(now) ? clockTime(at) : dayInList(at, now)

/** As `clockSeconds`, with the day where it is not `now`'s. */
export const secondsAndDay = (at: number, now: number): string =>
  localDay(at) === localDay(now) ? clockSeconds(at) : dayInList(at, now)

/** `2026-11-20T18:46`, as an input of date and time holds it. */
export function timeInput(at: number): string {
  const offsetMs = new Date(at).getTimezoneOffset() * 60_000
  return new Date(at - offsetMs).toISOString().slice(0, 16)
}

/** Moment that such an input holds; undefined for none. */
export function parseTimeInput(text: string): number | undefined {
  const at = new Date(text).getTime()
  return Number.isNaN(at) ? undefined : at
}

/** Start of a local calendar day, `2026-11-20`, or of one `daysAfter` it. */
export function startOfDay(day: string, daysAfter = 0): number {
  const moment = new Date(`${day}T00:00`)
  moment.setDate(moment.getDate() + daysAfter)
  return moment.getTime()
}

/** Local calendar day, `2026-11-20`, or one `daysBefore` it. */
export function localDay(at: number, daysBefore = 0): string {
  const moment = new Date(at)
  moment.setDate(moment.getDate() - daysBefore)
  return timeInput(moment.getTime()).slice(0, 10)
}

/** Age: `31 s`, `4 min`, `3 h`, `2 d`. A future time counts as now. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}

/** Time left: `0:09`, `12:30`, rounded up, never below `0:00`; `3 d 5 h` where that is more than a day. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const hours = Math.floor(seconds / 3_600)
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Duration: `36 s`, `1 min 36 s`, `2 h 5 min`, rounded up. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  const parts =
    minutes < 60
      ? [`${minutes} min`, `${seconds % 60} s`]
      : [`${Math.floor(minutes / 60)} h`, `${minutes % 60} min`]
  return parts.filter(part => !part.startsWith('0')).join(' ') || '0 s'
}
