/** Betslip links. The window names the cell and the quote; the address comes from that quote, in the main process. */
import { z } from 'zod'
import { BookRecord, NotedSpan, SeenAtBook } from '../model/price/link-outcome.ts'
import { call, CellAddress, QuoteId } from './entry.ts'

const Host = z.strictObject({ host: z.string() })

export const links = {
  /** Opens a quote's betslip in the native browser. `approve` answers the question about a new host. */
  open: call(CellAddress.extend({ quoteId: QuoteId, approve: z.enum(['no', 'once', 'always']) }), Host),
  /** Copies a link of the cell's last price: the one to open here, or the one for a phone. */
  copy: call(CellAddress.extend({ to: z.enum(['here', 'phone']) }), Host),
  /** The link of the cell's last price for a phone, checked, to be drawn as a QR code. Never opened by us. */
  phone: call(CellAddress, z.strictObject({ link: z.string() })),
  /** Copies what to hold the betslip against: how many legs at what price, and the legs. */
  remind: call(CellAddress.extend({ quoteId: QuoteId }), z.null()),
  /** Notes what the user saw at the book after a quote's betslip opened. Answers the records of all books. */
  recordOutcome: call(
    CellAddress.extend({ quoteId: QuoteId, seen: SeenAtBook }),
    z.strictObject({ records: z.array(BookRecord) }),
  ),
  /** The records of the books of the profile in use, of what was noted in a span of time. */
  records: call(NotedSpan, z.strictObject({ records: z.array(BookRecord) })),
} as const
