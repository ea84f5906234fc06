/** How the user judges a price: what the consensus leaves out, and how much of the bankroll to put on an edge. */
import { z } from 'zod'
import { PriceFormatName } from '../price/quote.ts'

export const ValueSettings = z.strictObject({
  /** Taken off the other books' median probability: the share of stakes they are thought to keep. */
  margin: z.number().min(0).max(0.5),
  /** Other books with a fresh price below which there is no consensus. */
  fewestBooks: z.number().int().min(1).max(30),
  /** In minor units of `currency` (ISO 4217); 0 while the user has not said. */
  bankrollMinor: z.number().int().min(0).max(1_000_000_000_000),
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** The share of full Kelly to stake. */
  kellyFraction: z.number().gt(0).max(1),
  /** The largest share of the bankroll on one bet. */
  kellyCap: z.number().gt(0).max(1),
  /** What single prices in odds objects are written in; nothing in them says it. */
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
