/** Times of day and dates as this machine's user writes them. */
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

/** The same in a long list: of another year than `now`'s the day with its year, `Sep 13, 2024`. */
export const dayInList = (at: number, now: number): string =>
  new Date(at).getFullYear() === new Date(now).getFullYear() ? dayAndTime(at) : dayOfYear.format(at)

/** `2026-11-20T18:46`, as an input of date and time holds it. */
export function timeInput(at: number): string {
  const moment = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** The moment such an input stands for; undefined for none. */
export function timeOfInput(text: string): number | undefined {
  const at = new Date(text).getTime()
  return Number.isNaN(at) ? undefined : at
}

/** When a calendar day, `2026-11-20`, begins where the user is; with `daysAfter` a later one. */
export function startOfDay(day: string, daysAfter = 0): number {
  const moment = new Date(`${day}T00:00`)
  moment.setDate(moment.getDate() + daysAfter)
  return moment.getTime()
}

/** The calendar day where the user is, `2026-11-20`; with `daysBefore` an earlier one. */
export function localDay(at: number, daysBefore = 0): string {
  const moment = new Date(at)
  moment.setDate(moment.getDate() - daysBefore)
  return timeInput(moment.getTime()).slice(0, 10)
}
