/** How long a service asks to be left alone. RFC 9110, 10.2.3: seconds or an HTTP date. */

/** Used when a 429 says nothing we can read. */
const unstatedMs = 60_000
/** No pause is longer. Daily quotas are obeyed whole; a year in the header is a mistake somewhere. */
const longestMs = 24 * 60 * 60_000

/** Epoch ms until which to wait. Never sooner than one second from now. */
export function retryAfterAt(header: string | undefined, now: number): number {
  const waitMs = statedMs(header?.trim() ?? '', now)
  return now + Math.min(Math.max(Number.isNaN(waitMs) ? unstatedMs : waitMs, 1000), longestMs)
}

/** NaN for what is neither; `Date.parse` alone would read a year into `try 5`. */
function statedMs(text: string, now: number): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  return /^[A-Z][a-z]+, .+ GMT$/.test(text) ? Date.parse(text) - now : Number.NaN
}
