/** The parlays watched and their prices. */
import { z } from 'zod'
import { BookId } from '../model/game/book.ts'
import { DeskSnapshot, DeskUpdate, Recheck } from '../model/parlay/desk.ts'
import { ParlayNote } from '../model/parlay/parlay.ts'
import { CellAddress } from '../model/price/cell.ts'
import { TypedPrice } from '../model/price/quote.ts'
import { LinkColor } from '../model/settings/windows.ts'
import { call, callOfWindow, event, Nothing, ParlayId, QuoteId, Selections, forScripts } from './entry.ts'

export const desk = {
  snapshot: forScripts('read', call(Nothing, DeskSnapshot)),
  /** Adds a parlay and prices it at every book. For the same legs it returns the existing row. */
  addParlay: call(
    { selections: Selections.min(1), note: ParlayNote },
    { parlayId: ParlayId, wasThere: z.boolean() },
  ),
  /** Changes a parlay's name, tags and note. */
  describeParlay: forScripts('desk', call({ parlayId: ParlayId, note: ParlayNote }, z.null())),
  /** Sets the user's fair price of a parlay; null removes it. */
  setFairPrice: forScripts('desk', call({ parlayId: ParlayId, price: TypedPrice.nullable() }, z.null())),
  /** Sets the stake that a parlay's prices are compared for, typed in the settings' currency; null for the usual one. */
  setStake: forScripts(
    'desk',
    call({ parlayId: ParlayId, stake: z.string().trim().min(1).max(40).nullable() }, z.null()),
  ),
  /** Puts parlays in a group; null removes them from theirs. */
  setGroup: forScripts(
    'desk',
    call({ parlayIds: z.array(ParlayId).max(2_000), group: LinkColor.nullable() }, z.null()),
  ),
  removeParlay: forScripts('desk', call({ parlayId: ParlayId }, z.null())),
  /** Undoes a removal: the row comes back with its legs and quotes. */
  restoreParlay: forScripts('desk', call({ parlayId: ParlayId }, z.null())),
  /** Prices the whole desk, one row, or one cell. Returns the number of calls planned. */
  price: call({ parlayId: ParlayId.nullable(), bookId: BookId.nullable() }, { calls: z.number().int() }),
  /**
   * Sets the rows that a window shows, whose planned calls are sent before the rest, and the row of its selected cell,
   * which auto-refresh prefers. Makes no call to the service.
   */
  setVisibleRows: callOfWindow(
    { parlayIds: z.array(ParlayId).max(2_000), selectedId: ParlayId.nullable() },
    z.null(),
  ),
  /** Prices one cell ahead of all others and compares with the quote on screen (null for none). */
  recheck: call(CellAddress.extend({ seenId: QuoteId.nullable() }), Recheck),
  changed: forScripts('watch', event(DeskUpdate)),
  /** The window was minimized or hidden, or is back. */
  hidden: event({ isHidden: z.boolean() }),
} as const
