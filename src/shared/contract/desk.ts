/** The parlays watched and their prices. */
import { z } from 'zod'
import { BookId } from '../model/game/book.ts'
import { DeskChange, DeskSnapshot, Recheck } from '../model/parlay/desk.ts'
import { ParlayNote } from '../model/parlay/parlay.ts'
import { TypedPrice } from '../model/price/quote.ts'
import { call, CellAddress, event, Nothing, ParlayId, QuoteId, Selections } from './entry.ts'

export const desk = {
  snapshot: call(Nothing, DeskSnapshot),
  /** Watches a parlay and prices it everywhere. The same legs again answer the row that is there. */
  addParlay: call(
    z.strictObject({ selections: Selections.min(1), note: ParlayNote }),
    z.strictObject({ parlayId: ParlayId, wasThere: z.boolean() }),
  ),
  /** Changes a parlay's name, tags and note. */
  describeParlay: call(z.strictObject({ parlayId: ParlayId, note: ParlayNote }), z.null()),
  /** Sets what the user holds to be a parlay's fair price, as typed, or with null forgets it. */
  setFairPrice: call(z.strictObject({ parlayId: ParlayId, price: TypedPrice.nullable() }), z.null()),
  removeParlay: call(z.strictObject({ parlayId: ParlayId }), z.null()),
  /** Undoes a removal: the row comes back with its legs and quotes. */
  restoreParlay: call(z.strictObject({ parlayId: ParlayId }), z.null()),
  /** Asks for prices: all of the desk, one row, or one cell. Answers how many calls that plans. */
  price: call(
    z.strictObject({ parlayId: ParlayId.nullable(), bookId: BookId.nullable() }),
    z.strictObject({ calls: z.number().int() }),
  ),
  /** Names the rows in view: among planned calls theirs go before the rest. Sends nothing to the service. */
  setVisibleRows: call(z.strictObject({ parlayIds: z.array(ParlayId).max(2_000) }), z.null()),
  /** Prices one cell ahead of all others and compares with the quote that was on screen, null for none. */
  recheck: call(CellAddress.extend({ seenId: QuoteId.nullable() }), Recheck),
  changed: event(DeskChange),
} as const
