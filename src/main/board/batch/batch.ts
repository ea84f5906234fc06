/**
 * The odds objects of one text as columns, which a parse worker hands to the store worker without a copy. Repeated
 * texts are written once; tokens lie end to end in one run of bytes. No odds object has a JavaScript object of its own.
 */
import type { GameFacts } from '../facts/game-facts.ts'
import type { LeftOut, Unread } from './left-out.ts'

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
  /** Texts the reader had not handed on before. */
  readonly texts: readonly string[]
  /** Id of the first of them; 0 when the reader has forgotten all earlier texts. */
  readonly first: number
  /** By text id of the event. */
  readonly games: ReadonlyMap<number, GameFacts>
  readonly books: readonly BatchBook[]
  /** Prices as written; place 0 stands for none. */
  readonly prices: readonly string[]
  /** Texts of `describeOwnLine`; place 0 stands for none. */
  readonly ownLines: readonly string[]
  readonly rows: Uint32Array
  /** Epoch ms; NaN where the object does not say. */
  readonly updatedAt: Float64Array
  /** UTF-8; of each row in turn its sgp token, then its grade token. */
  readonly tokens: Uint8Array
  /** Odds ids that cleaning changed, by row: they are sent to the service as they came. */
  readonly oddsIds: ReadonlyMap<number, string>
  readonly leftOut: readonly LeftOut[]
  readonly unread: Unread
}

/** Buffers of a batch that can move to another thread. */
export function listBuffers(batch: Batch): ArrayBuffer[] {
  const columns = [batch.rows, batch.updatedAt, batch.tokens]
  return columns.map(column => column.buffer).filter(buffer => buffer instanceof ArrayBuffer)
}
