/** What the user set, and the books of the profile in use, in the order their columns stand. */
import { z } from 'zod'
import { Book } from '../game/book.ts'
import { PriceFormatName } from '../price/quote.ts'
import { ValueSettings } from './value-settings.ts'

export const Settings = z.strictObject({
  priceFormat: PriceFormatName,
  /** Age in ms after which a quote is stale. */
  staleAfterMs: z.number().int().min(5_000).max(3_600_000),
  value: ValueSettings,
  books: z.array(Book),
})
export type Settings = Readonly<z.infer<typeof Settings>>

export const defaultStaleAfterMs = 30_000
