/** The text of bytes that come piece by piece, by the mark at their beginning; without one it is UTF-8. */

const marks = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/** The bytes are no text. */
export class NoText extends Error {
  override readonly name = 'NoText'
}

/** The first piece holds the mark whole; others may end within a character. Throws NoText. */
export function* decodedTexts(pieces: Iterable<Uint8Array>): Generator<string, void> {
  let decoder: ReturnType<typeof decoderFor> | undefined
  for (const piece of pieces) {
    const reading = (decoder ??= decoderFor(piece))
    yield decoded(() => reading.decode(piece, { stream: true }))
  }
  const rest = decoded(() => decoder?.decode() ?? '')
  if (rest !== '') yield rest
}

function decoderFor(bytes: Uint8Array) {
  const found = marks.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))
  return new TextDecoder(found?.encoding ?? 'utf-8', { fatal: true })
}

function decoded(decode: () => string): string {
  try {
    return decode()
  } catch (cause) {
    throw new NoText(undefined, { cause })
  }
}
