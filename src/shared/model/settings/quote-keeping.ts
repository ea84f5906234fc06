/** Limits of the price history, and its size now. */
import { z } from 'zod'

export const KeepLimits = z.strictObject({
  days: z.number().int().min(1).max(3_650),
  /** Megabytes of 1,000,000 bytes. */
  megabytes: z.number().int().min(20).max(10_000),
})
export type KeepLimits = Readonly<z.infer<typeof KeepLimits>>

export const defaultKeepLimits: KeepLimits = { days: 90, megabytes: 200 }

export const QuoteKeeping = z.strictObject({
  limits: KeepLimits,
  /** Bytes in use in the desk's file. */
  bytes: z.number().int(),
  quotes: z.number().int(),
  /** Epoch ms of the oldest; null while there is none. */
  sinceAt: z.number().nullable(),
})
export type QuoteKeeping = Readonly<z.infer<typeof QuoteKeeping>>
