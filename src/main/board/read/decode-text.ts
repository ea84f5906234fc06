/** Bytes of a text to UTF-8: gzip unpacked, UTF-16 converted, byte order marks removed. */
import { isAscii, isUtf8 } from 'node:buffer'
import { gunzipSync } from 'node:zlib'
import { errorCode } from '../../files/error-code.ts'
import { UnreadableText } from '../facts/load.ts'

const maxUnpackedBytes = 2 ** 30

export function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b
}

/** Returns other bytes unchanged. Throws UnreadableText for a gzip that is damaged or too large. */
export function unpackGzip(bytes: Uint8Array, maxBytes = maxUnpackedBytes): Uint8Array {
  if (!isGzip(bytes)) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    throw new UnreadableText(describeGzipError(error, maxBytes), { cause: error })
  }
}

function describeGzipError(error: unknown, maxBytes: number): string {
  const code = errorCode(error)
  if (code === 'ERR_BUFFER_TOO_LARGE')
    return `Unzipped, this file is over ${maxBytes / 2 ** 20} MB. Split it and load the parts.`
  if (code === 'Z_BUF_ERROR') return 'This gzip was cut off. Copy or download it again.'
  return 'This gzip is damaged. Copy or download it again.'
}

/** Throws UnreadableText for a text that is neither UTF-8 nor UTF-16. */
export function toUtf8(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [first = 1, second = 1, third = 1] = text
  if (first === 0xef && second === 0xbb && third === 0xbf) return assertUtf8(text.subarray(3))
  if (first === 0xff && second === 0xfe) return Buffer.from(text.toString('utf16le', 2))
  if (first === 0xfe && second === 0xff) return Buffer.from(swapBytePairs(text).toString('utf16le', 2))
  if (second === 0) return Buffer.from(text.toString('utf16le'))
  if (first === 0) return Buffer.from(swapBytePairs(text).toString('utf16le'))
  return assertUtf8(text)
}

function swapBytePairs(text: Buffer): Buffer {
  return Buffer.from(text.subarray(0, text.length - (text.length % 2))).swap16()
}

function assertUtf8(text: Buffer): Buffer {
  if (isUtf8(text)) return text
  throw new UnreadableText('This isn’t UTF-8 or UTF-16 text. Save it as UTF-8 and try again.')
}

/** The faster of two encodings that read this UTF-8 the same. */
export const pickEncoding = (text: Buffer) => (isAscii(text) ? 'latin1' : 'utf8')
