/** The text of a file and its lines, read a piece at a time, so that a long one is never held whole. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { Refusal } from '../../../shared/failure.ts'
import { decodedTexts } from '../../files/text-file.ts'

const pieceBytes = 2 ** 20
/** A ticket is far shorter. */
const longestLine = 2 ** 26

/** There is no end of a line. */
export class NoLines extends Error {
  override readonly name = 'NoLines'
}

/** Throws Refusal when it is not as it was when it was last asked for, and NoText. */
export function textsOfFile(path: string): () => Generator<string, void> {
  const before = stateOf(path)
  return function* () {
    if (stateOf(path) !== before) throw changed()
    yield* decodedTexts(piecesOf(path))
  }
}

/** Throws NoLines, and what `texts` do. */
export function* linesIn(texts: Iterable<string>): Generator<string, void> {
  let rest = ''
  for (const text of texts) {
    const [first = '', ...others] = text.split('\n')
    rest += first
    for (const next of others) {
      yield rest
      rest = next
    }
    if (rest.length > longestLine) throw new NoLines()
  }
  if (rest !== '') yield rest
}

/** The file is not kept open between the pieces: whoever reads may stop at any of them. */
function* piecesOf(path: string): Generator<Uint8Array, void> {
  for (let from = 0, read = -1; read !== 0; from += read) {
    const piece = new Uint8Array(pieceBytes)
    const file = openSync(path, 'r')
    try {
      read = readSync(file, piece, 0, pieceBytes, from)
    } finally {
      closeSync(file)
    }
    if (read > 0) yield piece.subarray(0, read)
  }
}

function stateOf(path: string): string {
  const state = statSync(path, { throwIfNoEntry: false })
  return state === undefined ? 'gone' : `${state.size} ${state.mtimeMs}`
}

const changed = () =>
  new Refusal({
    kind: 'invalid',
    field: 'file',
    sentence: 'This file was changed after it was chosen. Choose it again.',
  })
