/** The text of a file, by the mark at its beginning; without one it is UTF-8. */

const marks = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/** Undefined for bytes that are no text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const found = marks.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))
  try {
    const text = new TextDecoder(found?.encoding ?? 'utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
