/** Rows of a batch while it is written: columns that grow, and the tokens end to end as UTF-8. */
import { RowField, rowFields } from './batch.ts'
import { bytes, cut, doubles, grow, integers } from '../columns/columns.ts'

export interface BatchRow {
  readonly event: number
  readonly market: number
  readonly name: number
  readonly wording: number
  readonly book: number
  readonly price: number
  readonly marks: number
  readonly ownLine: number
  readonly updatedAt: number
}

type TokenField = typeof RowField.sgpBytes | typeof RowField.gradeBytes

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
    this.#makeRoom(token.length * 3)
    const { written } = encoder.encodeInto(token, this.#tokens.subarray(this.#tokenBytes))
    this.#endToken(field, written)
  }

  addTokenBytes(field: TokenField, text: Uint8Array, from: number, end: number): void {
    this.#makeRoom(end - from)
    const tokens = this.#tokens
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

  #makeRoom(more: number): void {
    this.#tokens = grow(this.#tokens, this.#tokenBytes + more, bytes)
  }

  #endToken(field: TokenField, length: number): void {
    this.#rows[(this.count - 1) * rowFields + field] = length
    this.#tokenBytes += length
  }
}

const encoder = new TextEncoder()
