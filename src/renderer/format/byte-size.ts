/** A size in whole binary units, as limits are set: `1 MiB`, `64 KiB`. */
export function byteSize(bytes: number): string {
  if (bytes >= 1_048_576) return `${Math.round(bytes / 1_048_576)} MiB`
  if (bytes >= 1024) return `${Math.round(bytes / 1024)} KiB`
  return `${bytes} bytes`
}
