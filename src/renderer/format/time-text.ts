/**
 * Times and dates in the user's locale (12 or 24 hours) and time zone; ages and durations. Inputs are epoch ms or ms.
 */
const createFormat = (options: Intl.DateTimeFormatOptions) => {
  const locale = new Intl.DateTimeFormat(undefined, options)
  // Intl puts a narrow space before AM and PM, which copied text should not have.
  return (at: number): string => locale.format(at).replaceAll('\u202f', ' ')
}
const minutes = { hour: 'numeric', minute: '2-digit' } as const

/** `6:46 PM`, or `18:46` where the locale has 24 hours. */
export const clockTime = createFormat(minutes)
/** `6:46:09 PM`. */
export const clockSeconds = createFormat({ timeStyle: 'medium' })
/** `Thu, Nov 20`. */
export const calendarDay = createFormat({ weekday: 'short', day: 'numeric', month: 'short' })
/** `Nov 20`. */
export const shortDay = createFormat({ month: 'short', day: 'numeric' })
const dayOfYear = createFormat({ dateStyle: 'medium' })
const monthOfYear = createFormat({ month: 'short', year: 'numeric' })
/** `Nov 20, 6:46 PM`. */
export const dayAndTime = createFormat({ month: 'short', day: 'numeric', ...minutes })

const zone = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' })

/** The one time zone that all times are shown in: `EST`, or `EDT` in summer. */
export const timeZoneName = (at: number): string =>
  zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** Names that zone: `Times are in New York time (EST).` */
export function timeZoneText(at: number): string {
  const short = timeZoneName(at)
  const city = zone.resolvedOptions().timeZone.split('/').slice(1).at(-1)?.replaceAll('_', ' ')
  return city === undefined ? `Times are in ${short}.` : `Times are in ${city} time (${short}).`
}

/** As `dayAndTime`, for a long list: a day of another year than `now`'s has its year instead of the time, `Sep 13, 2024`. */
export const dayInList = (at: number, now: number): string =>
  new Date(at).getFullYear() === new Date(now).getFullYear() ? dayAndTime(at) : dayOfYear(at)

/** As `clockTime`, with the day unless it is `now`'s. */
export const timeAndDay = (at: number, now: number): string =>
  localDay(at) === localDay(now) ? clockTime(at) : dayInList(at, now)

/** As `clockSeconds`, with the day unless it is `now`'s. */
export const secondsAndDay = (at: number, now: number): string =>
  localDay(at) === localDay(now) ? clockSeconds(at) : dayInList(at, now)

/** `2026-11-20T18:46`, the format of a datetime-local input. */
export function timeInput(at: number): string {
  const offsetMs = new Date(at).getTimezoneOffset() * 60_000
  return new Date(at - offsetMs).toISOString().slice(0, 16)
}

/** Parses the value of such an input; undefined when empty or invalid. */
export function parseTimeInput(text: string): number | undefined {
  const at = new Date(text).getTime()
  return Number.isNaN(at) ? undefined : at
}

/** A calendar day, `2026-11-20`, as people read it: `Nov 20, 2026`. */
export const dayText = (day: string): string => dayOfYear(startOfDay(day))

/** A month, `2026-11`, likewise: `Nov 2026`. */
export const monthText = (month: string): string => monthOfYear(startOfDay(`${month}-01`))

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

/** Age: `31s`, `4 min`, `3h`, `2d`. A future time counts as now. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours}h` : `${Math.floor(hours / 24)}d`
}

/** The same in a narrow column: `31s`, `4m`. */
export const shortAgeText = (ms: number): string => ageText(ms).replace(' min', 'm')

/** Time left: `0:09`, `12:30`, rounded up, never below `0:00`; `3d 5h` if it is more than a day. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const hours = Math.floor(seconds / 3_600)
  if (hours >= 24) return `${Math.floor(hours / 24)}d ${hours % 24}h`
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Duration: `36s`, `1 min 36s`, `2h 5 min`, rounded up. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  const parts =
    minutes < 60
      ? [`${minutes} min`, `${seconds % 60}s`]
      : [`${Math.floor(minutes / 60)}h`, `${minutes % 60} min`]
  return parts.filter(part => !part.startsWith('0')).join(' ') || '0s'
}
