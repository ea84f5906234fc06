/** Reads the one form of time that services write, straight from the bytes: Date.parse needs a string of each. */

const [dash, colon, dot, letterT, letterZ] = [0x2d, 0x3a, 0x2e, 0x54, 0x5a]

/**
 * Epoch ms of `"2026-09-10T17:00:00Z"`, or with `.000` before the Z, quotes included; NaN for anything else.
 */
export function isoTimeIn(text: Uint8Array, from: number, end: number): number {
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
  const hour = numberAt(text, at + 11, 2)
  const minute = numberAt(text, at + 14, 2)
  const second = numberAt(text, at + 17, 2)
  if (hour > 23 || minute > 59 || second > 59) return Number.NaN
  const ms = hasMs ? numberAt(text, at + 20, 3) : 0
  return dayAt(text, at) + ((hour * 60 + minute) * 60 + second) * 1000 + ms
}

/** Times of one text are mostly of one day. */
let lastDay = Number.NaN
let lastDayAt = Number.NaN

function dayAt(text: Uint8Array, at: number): number {
  const year = numberAt(text, at, 4)
  const month = numberAt(text, at + 5, 2)
  const date = numberAt(text, at + 8, 2)
  const day = (year * 100 + month) * 100 + date
  if (day !== lastDay) {
    lastDay = day
    lastDayAt =
      month < 1 || month > 12 || date < 1 || date > 31 ? Number.NaN : Date.UTC(year, month - 1, date)
  }
  return lastDayAt
}

function numberAt(text: Uint8Array, from: number, length: number): number {
  let number = 0
  for (let at = from; at < from + length; at++) {
    const digit = (text[at] ?? 0) - 0x30
    if (digit < 0 || digit > 9) return Number.NaN
    number = number * 10 + digit
  }
  return number
}
