/** Texts that come packed. */
import { gunzipSync } from 'node:zlib'
import { UnreadableText } from '../facts/load.ts'

/** More than this is never unpacked. */
const mostBytes = 2 ** 30

export function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b
}

/** The bytes unpacked, where they are a gzip. Throws UnreadableText for one that is damaged or too large. */
export function unpacked(bytes: Uint8Array, most = mostBytes): Uint8Array {
  if (!isGzip(bytes)) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: most })
  } catch (error) {
    throw new UnreadableText(sentenceFor(error, most), { cause: error })
  }
}

function sentenceFor(error: unknown, most: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_BUFFER_TOO_LARGE')
    return `Unpacked, this gzip is over ${most / 2 ** 20} MB. Split what is in it and load the parts.`
  if (code === 'Z_BUF_ERROR') return 'This gzip ends too early. Copy or fetch it again.'
  return 'This gzip is damaged and cannot be unpacked. Copy or fetch it again.'
}
