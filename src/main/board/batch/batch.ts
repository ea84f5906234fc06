/**
 * The odds objects of one text as columns, which a parse worker sends to the store worker without a copy. Repeated
 * texts are written once; tokens lie end to end in one run of bytes. There is no JavaScript object for each odds
 * object.
 */
import type { GameFacts } from '../facts/game-facts.ts'
import type { LeftOut, Unread } from './left-out.ts'
import { bytes, cut, doubles, grow, integers } from '../columns/columns.ts'

/** Fields of a row, each an unsigned integer, in this order. */
export const rowFields = 10
export const RowField = {
  event: 0,
  market: 1,
  name: 2,
  /** Text that search reads: the name and the players it does not mention. */
  wording: 3,
  book: 4,
  price: 5,
  sgpBytes: 6,
  gradeBytes: 7,
  marks: 8,
  /** Number of the text of `describeOwnLine`. */
  ownLine: 9,
} as const

export const Mark = { main: 1, player: 2 } as const

/** A book as the odds ids of one text spell it. */
export interface BatchBook {
  readonly spelling: string
  readonly id: string
  readonly name: string
  readonly isReadable: boolean
}

export interface Batch {
  /** Texts that the reader had not passed on before. */
  readonly texts: readonly string[]
  /** Id of the first of them; 0 when the reader has forgotten all earlier texts. */
  readonly first: number
  /** By text id of the event. */
  readonly games: ReadonlyMap<number, GameFacts>
  readonly books: readonly BatchBook[]
  /** Prices as written; place 0 means none. */
  readonly prices: readonly string[]
  /** Texts of `describeOwnLine`; place 0 means none. */
  readonly ownLines: readonly string[]
  readonly rows: Uint32Array
  /** Epoch ms; NaN when the object gives none. */
  readonly updatedAt: Float64Array
  /** UTF-8; of each row in turn its sgp token, then its grade token. */
  readonly tokens: Uint8Array
  /** Odds ids that cleaning changed, by row: these are sent to the service verbatim. */
  readonly oddsIds: ReadonlyMap<number, string>
  readonly leftOut: readonly LeftOut[]
  readonly unread: Unread
}

/** Buffers of a batch that can move to another thread. */
export function listBuffers(batch: Batch): ArrayBuffer[] {
  const columns = [batch.rows, batch.updatedAt, batch.tokens]
  return columns.map(column => column.buffer).filter(buffer => buffer instanceof ArrayBuffer)
}

/** Values of a row besides the lengths of its tokens, which follow. */
type BatchRow = Readonly<
  Record<Exclude<keyof typeof RowField, 'sgpBytes' | 'gradeBytes'> | 'updatedAt', number>
>
type TokenField = typeof RowField.sgpBytes | typeof RowField.gradeBytes

/** Rows of a batch while it is written: columns that grow, and the tokens end to end as UTF-8. */
export class BatchRows {
  count = 0
  #rows = integers(0)
  #updatedAt = doubles(0)
  #tokens = bytes(1 << 16)
  #tokenBytes = 0

  /** Makes room for rows that will be added, and for their tokens. */
  expect(rows: number, tokenBytes: number): void {
    this.#rows = grow(this.#rows, (this.count + rows) * rowFields, integers)
    this.#updatedAt = grow(this.#updatedAt, this.count + rows, doubles)
    this.#tokens = grow(this.#tokens, this.#tokenBytes + tokenBytes, bytes)
  }

  /** Adds a row; its tokens follow, sgp before grade. */
  add(row: BatchRow): void {
    const at = this.count++ * rowFields
    this.#rows = grow(this.#rows, at + rowFields, integers)
    this.#updatedAt = grow(this.#updatedAt, this.count, doubles)
    const rows = this.#rows
    rows[at + RowField.event] = row.event
    rows[at + RowField.market] = row.market
    rows[at + RowField.name] = row.name
    rows[at + RowField.wording] = row.wording
    rows[at + RowField.book] = row.book
    rows[at + RowField.price] = row.price
    rows[at + RowField.marks] = row.marks
    rows[at + RowField.ownLine] = row.ownLine
    this.#updatedAt[this.count - 1] = row.updatedAt
  }

  addToken(field: TokenField, token: string): void {
    this.#tokens = grow(this.#tokens, this.#tokenBytes + token.length * 3, bytes)
    const { written } = encoder.encodeInto(token, this.#tokens.subarray(this.#tokenBytes))
    this.#endToken(field, written)
  }

  addTokenBytes(field: TokenField, text: Uint8Array, from: number, end: number): void {
    const tokens = (this.#tokens = grow(this.#tokens, this.#tokenBytes + end - from, bytes))
    let to = this.#tokenBytes
    // Tokens are short: a loop takes less than a call that copies.
    for (let at = from; at < end; at++) tokens[to++] = text[at] ?? 0
    this.#endToken(field, end - from)
  }

  finish() {
    return {
      rows: cut(this.#rows, this.count * rowFields),
      updatedAt: cut(this.#updatedAt, this.count),
      tokens: cut(this.#tokens, this.#tokenBytes),
    }
  }

  #endToken(field: TokenField, length: number): void {
    this.#rows[(this.count - 1) * rowFields + field] = length
    this.#tokenBytes += length
  }
}

const encoder = new TextEncoder()
