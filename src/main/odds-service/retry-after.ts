/** How long a service asks to be left alone. RFC 9110, 10.2.3: seconds or an HTTP date. */

/** Used when a 429 says nothing we can read. */
const unstatedMs = 60_000
/** No pause is longer: a year in the header is a mistake somewhere, and R asks again at any time. */
const longestMs = 60 * 60_000

/** Epoch ms until which to wait. Never sooner than one second from now. */
export function retryAfterAt(header: string | undefined, now: number): number {
  const text = header?.trim() ?? ''
  const waitMs = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  const isReadable = Number.isFinite(waitMs) && text !== '' && !/^[-+]/.test(text)
  return now + Math.min(Math.max(isReadable ? waitMs : unstatedMs, 1000), longestMs)
}
