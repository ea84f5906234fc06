/** Parses Retry-After (RFC 9110, 10.2.3): seconds, or a date in any of the three HTTP forms. */
import type { HttpAnswer } from './http.ts'

/** Pause without a readable time. */
const unstatedPauseMs = 60_000
const minPauseMs = 1_000
/** RFC 9111, 1.2.2: a larger number counts as this one. */
const maxSeconds = 2 ** 31

/**
 * Epoch ms of the end of the pause, at least one second from now. Of several values the latest counts. A date is
 * compared with the answer's `Date` too, so that a fast local clock does not shorten the pause.
 */
export function readRetryAfter(
  { retryAfter, date }: Pick<HttpAnswer, 'retryAfter' | 'date'>,
  now: number,
): number {
  // Stryker disable next-line StringLiteral: any text that is no date would do
  const sentAt = readDate(date ?? '', now) ?? now
  // Stryker disable next-line StringLiteral: any text that names no time would do
  const waits = splitList(retryAfter ?? '').flatMap(text => {
    if (/^\d+(\.\d+)?$/.test(text)) return [Math.min(Number(text), maxSeconds) * 1000]
    const at = readDate(text, now)
    return at === undefined ? [] : [at - Math.min(now, sentAt)]
  })
  return now + (waits.length === 0 ? unstatedPauseMs : Math.max(minPauseMs, ...waits))
}

/** The values of a header that was sent several times; the comma of a date (`Sun, 06 …`) separates none. */
const splitList = (header: string): string[] => header.split(/,(?! \d\d?[ -][A-Z])/).map(text => text.trim())

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const time = '(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)'
/** IMF-fixdate, RFC 850 and asctime (RFC 9110, 5.6.7); some services write a day below ten with one digit. */
const dateForms = [
  `[A-Z][a-z]{2}, (?<day>\\d\\d?) (?<month>[A-Z][a-z]{2}) (?<year>\\d{4}) ${time} GMT`,
  `[A-Z][a-z]{5,8}, (?<day>\\d\\d?)-(?<month>[A-Z][a-z]{2})-(?<year>\\d\\d) ${time} GMT`,
  `[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})`,
].map(form => new RegExp(`^${form}$`))

function readDate(text: string, now: number): number | undefined {
  const groups = dateForms.map(form => form.exec(text)?.groups).find(found => found !== undefined)
  if (groups === undefined) return undefined
  // Stryker disable next-line StringLiteral: for the type alone, every form has both
  const { day, month = '', year = '', hour, minute, second } = groups
  const [monthIndex, monthDay] = [months.indexOf(month), Number(day)]
  if (monthIndex < 0 || monthDay < 1 || monthDay > 31) return undefined
  const fullYear = year.length === 2 ? toFullYear(Number(year), now) : Number(year)
  return Date.UTC(fullYear, monthIndex, monthDay, Number(hour), Number(minute), Number(second))
}

/** The year with these last two digits that is at most 50 years ahead (RFC 9110, 5.6.7). */
function toFullYear(lastDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear()
  const year = thisYear - (thisYear % 100) + lastDigits
  if (year > thisYear + 50) return year - 100
  return year < thisYear - 49 ? year + 100 : year
}
