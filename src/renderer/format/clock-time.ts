/** Times of day and dates as this machine's user writes them. */
const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const seconds = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' })
const date = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' })

/** `18:46`. */
export const clockTime = (at: number): string => time.format(at)
/** `18:46:09`. */
export const clockSeconds = (at: number): string => seconds.format(at)
/** `Thu, 20 Nov`. */
export const calendarDay = (at: number): string => date.format(at)
