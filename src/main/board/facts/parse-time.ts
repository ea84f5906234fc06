/** Times as services write them: ISO text with or without a zone, the dates of HTTP, epoch seconds or milliseconds. */

const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i
/** Date.parse finds a time in nearly any text; this form at least names its zone. */
const namesUtc = /\d:\d{2}.* (?:GMT|UTC)$/
const minStartAt = Date.UTC(2000, 0)
const maxStartAt = Date.UTC(2100, 0)

/** Returns epoch ms, undefined for no time. Text without a zone is UTC. */
export function parseTime(value: unknown): number | undefined {
  if (typeof value === 'number') return value > 0 ? (value < 1e11 ? value * 1000 : value) : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (/^\d+(?:\.\d+)?$/.test(text)) return parseTime(Number(text))
  const at = Date.parse(namesUtc.test(text) ? text : toIsoWithZone(text))
  return Number.isNaN(at) ? undefined : at
}

/** Accepts a time of day in this century only: a date alone does not say when a game starts. */
export function parseStartTime(value: unknown): number | undefined {
  const at =
    typeof value === 'string' && !value.includes(':') && value.includes('-') ? undefined : parseTime(value)
  return at !== undefined && at >= minStartAt && at < maxStartAt ? at : undefined
}

/** Returns an empty text when the text is not ISO. */
function toIsoWithZone(text: string): string {
  const [, date = '', time = '00:00', zone = 'Z'] = iso.exec(text) ?? []
  const [, hours, minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(zone) ?? []
  return date === '' ? '' : `${date}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`
}

/* Times from bytes, in the one form that services write: Date.parse would need a string of each. */

const [dash, colon, dot, letterT, letterZ] = [0x2d, 0x3a, 0x2e, 0x54, 0x5a]

/** Returns epoch ms of `"2026-09-10T17:00:00Z"`, or with `.000` before the Z, quotes included; NaN for other text. */
export function parseIsoTimeBytes(text: Uint8Array, from: number, end: number): number {
  const at = from + 1
  const hasMs = end - from === 26
  if (!hasMs && end - from !== 22) return Number.NaN
  const isOfForm =
    text[at + 4] === dash &&
    text[at + 7] === dash &&
    text[at + 10] === letterT &&
    text[at + 13] === colon &&
    text[at + 16] === colon &&
    text[end - 2] === letterZ &&
    (!hasMs || text[at + 19] === dot)
  if (!isOfForm) return Number.NaN
  const hour = parseDigits(text, at + 11, 2)
  const minute = parseDigits(text, at + 14, 2)
  const second = parseDigits(text, at + 17, 2)
  if (hour > 23 || minute > 59 || second > 59) return Number.NaN
  const ms = hasMs ? parseDigits(text, at + 20, 3) : 0
  return parseDay(text, at) + ((hour * 60 + minute) * 60 + second) * 1000 + ms
}

/** Last day parsed: times of one text are mostly of one day. */
let lastDay = Number.NaN
let lastDayAt = Number.NaN

function parseDay(text: Uint8Array, at: number): number {
  const year = parseDigits(text, at, 4)
  const month = parseDigits(text, at + 5, 2)
  const date = parseDigits(text, at + 8, 2)
  const day = (year * 100 + month) * 100 + date
  if (day !== lastDay) {
    lastDay = day
    lastDayAt =
      month < 1 || month > 12 || date < 1 || date > 31 ? Number.NaN : Date.UTC(year, month - 1, date)
  }
  return lastDayAt
}

function parseDigits(text: Uint8Array, from: number, length: number): number {
  let number = 0
  for (let at = from; at < from + length; at++) {
    const digit = (text[at] ?? 0) - 0x30
    if (digit < 0 || digit > 9) return Number.NaN
    number = number * 10 + digit
  }
  return number
}
