/**
 * The odds objects of one text as columns: what a parse worker hands to the worker that keeps the board. Texts met
 * many times are written once; tokens lie end to end in one run of bytes. Nothing here is an object an odds object.
 */
import type { LoadReport } from '../../../shared/model/game/source.ts'
import type { ToldGame } from '../facts/game-facts.ts'
import type { Unread } from './unread.ts'

/** The fields of a row, each an unsigned integer, in this order. */
export const rowFields = 10
export const RowField = {
  event: 0,
  market: 1,
  name: 2,
  /** What search reads for the name: the name and the players it leaves out. */
  wording: 3,
  book: 4,
  price: 5,
  sgpBytes: 6,
  gradeBytes: 7,
  marks: 8,
  /** What `toldBeside` gives. */
  told: 9,
} as const

export const Mark = { main: 1, player: 2 } as const

/** A book as one text spells it in its odds ids. */
export interface BatchBook {
  readonly spelling: string
  readonly id: string
  readonly name: string
  readonly isReadable: boolean
}

export type LeftOut = LoadReport['leftOut'][number]

export interface Batch {
  /** Texts that the reader had not handed on before, and the id of the first; 0 begins anew. */
  readonly texts: readonly string[]
  readonly first: number
  /** By text id of the event. */
  readonly games: ReadonlyMap<number, ToldGame>
  readonly books: readonly BatchBook[]
  /** Prices as written; place 0 stands for none. */
  readonly prices: readonly string[]
  /** Lines and sides told beside the ids; place 0 stands for none. */
  readonly told: readonly string[]
  readonly rows: Uint32Array
  /** Epoch ms; NaN where the object does not say. */
  readonly updatedAt: Float64Array
  /** UTF-8; of each row in turn its sgp token, then its grade token. */
  readonly tokens: Uint8Array
  /** Odds ids that cleaning changed, by row: they are sent as they came. */
  readonly oddsIds: ReadonlyMap<number, string>
  readonly leftOut: readonly LeftOut[]
  readonly unread: Unread
}

/** The buffers of a batch, for handing over without a copy. */
export function buffersOf(batch: Batch): ArrayBuffer[] {
  const columns = [batch.rows, batch.updatedAt, batch.tokens]
  return columns.map(column => column.buffer).filter(buffer => buffer instanceof ArrayBuffer)
}

/** Counts what was left out by reason, with the first example of each. */
export class LeftOutCount {
  private readonly byReason = new Map<string, LeftOut>()

  add(reason: string, example: () => string, count = 1): void {
    const known = this.byReason.get(reason)
    if (known === undefined) this.byReason.set(reason, { reason, count, example: example().slice(0, 200) })
    else this.byReason.set(reason, { ...known, count: known.count + count })
  }

  isEmpty(): boolean {
    return this.byReason.size === 0
  }

  list(): LeftOut[] {
    return [...this.byReason.values()]
  }
}
