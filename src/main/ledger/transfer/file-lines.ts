/** The lines of a file in UTF-8, read a piece at a time, so that a long one is never held whole. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { Refusal } from '../../../shared/failure.ts'

const pieceBytes = 2 ** 20
/** A ticket is far shorter. */
const longestLine = 2 ** 26

/** It cannot be read on: its bytes are no UTF-8, or there is no end of a line. */
export class NoLines extends Error {
  override readonly name = 'NoLines'
}

/** Throws Refusal when it is not as it was when it was last asked for, and NoLines. */
export function linesOfFile(path: string): () => Generator<string, void> {
  const before = stateOf(path)
  return function* () {
    if (stateOf(path) !== before) throw changed()
    yield* linesIn(piecesOf(path))
  }
}

function* linesIn(pieces: Iterable<Uint8Array>): Generator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for (const piece of pieces) {
    const lines = (rest + decoded(() => decoder.decode(piece, { stream: true }))).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length > longestLine) throw new NoLines()
  }
  rest += decoded(() => decoder.decode())
  if (rest !== '') yield rest
}

function decoded(decode: () => string): string {
  try {
    return decode()
  } catch (cause) {
    throw new NoLines(undefined, { cause })
  }
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
