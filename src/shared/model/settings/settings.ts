/** The user's settings, and the books of the profile in use in the order of their columns. */
import { z } from 'zod'
import { Book } from '../game/book.ts'
import { PriceFormatName } from '../price/quote.ts'

/** The user's way of judging prices: the margin taken off the consensus, and the share of the bankroll put on an edge. */
export const ValueSettings = z.strictObject({
  /** Taken off the other books' median probability: the share of stakes they are thought to keep. */
  margin: z.number().min(0).max(0.5),
  /** Other books with a fresh price below which there is no consensus. */
  fewestBooks: z.number().int().min(1).max(30),
  /** In minor units of `currency` (ISO 4217); 0 until the user sets it. */
  bankrollMinor: z.number().int().min(0).max(1_000_000_000_000),
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** The share of full Kelly to stake. */
  kellyFraction: z.number().gt(0).max(1),
  /** The largest share of the bankroll on one bet. */
  kellyCap: z.number().gt(0).max(1),
  /** Format of the single prices in odds objects, which do not name one. */
  singlesFormat: PriceFormatName,
})
export type ValueSettings = Readonly<z.infer<typeof ValueSettings>>

export const defaultValueSettings: ValueSettings = {
  margin: 0.05,
  fewestBooks: 3,
  bankrollMinor: 0,
  currency: 'USD',
  kellyFraction: 0.25,
  kellyCap: 0.05,
  singlesFormat: 'american',
}

export const Settings = z.strictObject({
  priceFormat: PriceFormatName,
  /** Age in ms after which a quote is stale. */
  staleAfterMs: z.number().int().min(5_000).max(3_600_000),
  value: ValueSettings,
  books: z.array(Book),
})
export type Settings = Readonly<z.infer<typeof Settings>>

export const defaultStaleAfterMs = 30_000
