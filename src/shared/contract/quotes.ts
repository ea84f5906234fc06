/** The price history: reading it costs no call to the service. */
import { z } from 'zod'
import { CellAddress } from '../model/price/cell.ts'
import { Quote } from '../model/price/quote.ts'
import { KeepLimits, QuoteKeeping } from '../model/settings/settings.ts'
import { call, Nothing, forScripts } from './entry.ts'

export const quotes = {
  /** The newest quotes of a cell, newest first, without links; `isMore` when there are older ones. */
  history: forScripts(
    'read',
    call(CellAddress.extend({ limit: z.number().int().min(1).max(500) }), {
      quotes: z.array(Quote),
      isMore: z.boolean(),
    }),
  ),
  keeping: forScripts('read', call(Nothing, QuoteKeeping)),
  /** Sets the limits. Pruning runs in the background; the answer is counted before it. */
  setKeepLimits: call(KeepLimits, QuoteKeeping),
} as const
