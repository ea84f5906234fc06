/** The price history: reading it costs no call to the service. */
import { z } from 'zod'
import { Quote } from '../model/price/quote.ts'
import { KeepLimits, QuoteKeeping } from '../model/settings/quote-keeping.ts'
import { call, CellAddress, Nothing } from './entry.ts'

export const quotes = {
  /** The newest answers of a cell, newest first, without links; `isMore` when older ones are kept. */
  history: call(
    CellAddress.extend({ limit: z.number().int().min(1).max(500) }),
    z.strictObject({ quotes: z.array(Quote), isMore: z.boolean() }),
  ),
  keeping: call(Nothing, QuoteKeeping),
  /** Takes effect in the background; what is answered is counted before. */
  setKeepLimits: call(KeepLimits, QuoteKeeping),
} as const
