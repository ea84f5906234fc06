/** Counts, sizes, shares and their signs in few characters. The decimal mark of shares is a point, as in prices. */

/** In whole binary units, as limits are set: `1 MB`, `64 KB`. */
export function byteSize(bytes: number): string {
  if (bytes >= 1_048_576) return `${Math.round(bytes / 1_048_576)} MB`
  if (bytes >= 1024) return `${Math.round(bytes / 1024)} KB`
  return `${bytes} bytes`
}

const oneDigit = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const wholeNumber = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 })

/** Megabytes of 1,000,000 bytes, without the unit: `0.4`, `9.1`, `48`. */
export function megabytes(bytes: number): string {
  const size = bytes / 1_000_000
  return (size < 9.95 ? oneDigit : wholeNumber).format(size)
}

const number = new Intl.NumberFormat()

/** A count with the user's thousands separators: `41,208`. */
export const countText = (count: number): string => number.format(count)

/** `1 parlay`, `41,208 selections`. `many` only where adding an s is wrong. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`
}

/** `7.2%` for 0.072. */
export const percentText = (share: number, places = 1): string => `${fixed(100 * share, places)}%`

/** `+7.2%` for 0.072; zero has no sign. */
export function signedPercent(share: number): string {
  const text = percentText(share)
  return share > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/** The same for a narrow column: `+219%`, without decimals from 100% on. */
export const shortSignedPercent = (share: number): string =>
  Math.abs(share) < 1
    ? signedPercent(share)
    : signedPercent(Math.round(100 * share) / 100).replace('.0%', '%')

/** A difference of probabilities in points, `0.8` for 0.008; less than a tenth has two decimals. */
export function pointsText(difference: number): string {
  const points = 100 * difference
  return fixed(points, Math.abs(points) < 0.095 ? 2 : 1)
}

/** Fixed decimals with U+2212 as minus; values that round to zero have no sign. */
function fixed(value: number, places: number): string {
  const text = value.toFixed(places)
  return /[1-9]/.test(text) ? text.replace('-', '−') : text.replace('-', '')
}

/** Color class of a number by its displayed sign; a number that rounds to zero has none. */
export function signTone(text: string): '' | 'up' | 'down' {
  if (text.startsWith('+')) return 'up'
  return text.startsWith('−') ? 'down' : ''
}
