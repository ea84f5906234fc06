/** Sizes of data. */

/** In whole binary units, as limits are set: `1 MiB`, `64 KiB`. */
export function byteSize(bytes: number): string {
  if (bytes >= 1_048_576) return `${Math.round(bytes / 1_048_576)} MiB`
  if (bytes >= 1024) return `${Math.round(bytes / 1024)} KiB`
  return `${bytes} bytes`
}

const oneDigit = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const wholeNumber = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 })

/** Megabytes of 1,000,000 bytes without the unit, as files are told: `0.4`, `9.1`, `48`. */
export function megabytes(bytes: number): string {
  const size = bytes / 1_000_000
  return (size < 9.95 ? oneDigit : wholeNumber).format(size)
}
