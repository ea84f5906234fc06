/** Reads a text file in pieces, decoded and split into lines, so that a long one is never in memory as a whole. */
import { readSync, statSync } from 'node:fs'
import { Refusal } from '../../shared/failure.ts'
import { readOpen } from './regular-file.ts'

const byteOrderMarks = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const
const pieceBytes = 2 ** 20
/** Maximum characters of a line, far more than any ticket has. */
const maxLineChars = 2 ** 26

/** The bytes are not valid in the encoding of their byte order mark, or a line is too long. */
export class NotText extends Error {
  override readonly name = 'NotText'
}

/**
 * Returns a function that reads the text from its beginning at each call. It throws NotText, or Refusal when the file
 * cannot be read or has changed since the first call.
 */
export function openTextFile(path: string): () => Generator<string, void> {
  const before = readStamp(path)
  return function* () {
    if (readStamp(path) !== before)
      throw new Refusal({
        kind: 'invalid',
        field: 'file',
        sentence: 'This file changed after you chose it. Choose it again.',
      })
    yield* decodeText(readPieces(path))
  }
}

/**
 * Decodes by the byte order mark, without one as UTF-8. The first piece must contain the whole mark; pieces may end
 * within a character. Throws NotText.
 */
export function* decodeText(pieces: Iterable<Uint8Array>): Generator<string, void> {
  let decode: ReturnType<typeof createDecoder> | undefined
  for (const piece of pieces) yield (decode ??= createDecoder(piece))(piece)
  const rest = decode?.() ?? ''
  if (rest !== '') yield rest
}

/** Throws NotText, and errors of `texts`. */
export function* splitLines(texts: Iterable<string>): Generator<string, void> {
  let rest = ''
  for (const text of texts) {
    const [first = '', ...others] = text.split('\n')
    rest += first
    for (const next of others) {
      yield rest
      rest = next
    }
    if (rest.length > maxLineChars) throw new NotText()
  }
  if (rest !== '') yield rest
}

/** Without a piece, the function returns the end of the text. */
function createDecoder(start: Uint8Array): (piece?: Uint8Array) => string {
  const found = byteOrderMarks.find(({ mark }) => mark.every((byte, at) => start[at] === byte))
  const decoder = new TextDecoder(found?.encoding ?? 'utf-8', { fatal: true })
  return piece => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined })
    } catch (cause) {
      throw new NotText(undefined, { cause })
    }
  }
}

/** The file is closed between pieces, because the caller may stop at any of them. */
function* readPieces(path: string): Generator<Uint8Array, void> {
  for (let from = 0, read = -1; read !== 0; from += read) {
    const piece = new Uint8Array(pieceBytes)
    const at = from
    read = readOpen(path, file => readSync(file, piece, 0, pieceBytes, at))
    if (read > 0) yield piece.subarray(0, read)
  }
}

/** Size and time, by which a change of the file is noticed. */
function readStamp(path: string): string {
  const state = statSync(path, { throwIfNoEntry: false })
  return state === undefined ? 'gone' : `${state.size} ${state.mtimeMs}`
}
