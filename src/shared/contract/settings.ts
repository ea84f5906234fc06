/** The user's settings. */
import { z } from 'zod'
import { Book, BookId } from '../model/game/book.ts'
import { PriceFormatName } from '../model/price/quote.ts'
import { Settings, ValueSettings } from '../model/settings/settings.ts'
import { call, event, Nothing } from './entry.ts'

export const settings = {
  snapshot: call(Nothing, Settings),
  setPriceFormat: call(z.strictObject({ format: PriceFormatName }), Settings),
  setStaleAfter: call(z.strictObject({ ms: Settings.shape.staleAfterMs }), Settings),
  setValue: call(ValueSettings, Settings),
  /** Changes one book of the profile in use; its id names it. */
  saveBook: call(Book, Settings),
  /** Sets the order of the columns; ids left out keep their place behind. */
  orderBooks: call(z.strictObject({ ids: z.array(BookId).max(200) }), Settings),
  changed: event(Settings),
} as const
