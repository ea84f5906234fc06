/** Betslip links. The window names cell and quote; the main process reads the address from that quote. */
import { z } from 'zod'
import { CellAddress } from '../model/price/cell.ts'
import {
  BookHalfLife,
  BookRecord,
  LinkApproval,
  OutcomePeriod,
  SeenAtBook,
} from '../model/price/link-outcome.ts'
import { call, Nothing, QuoteId } from './entry.ts'

const Host = z.strictObject({ host: z.string() })
const LinkApprovals = z.strictObject({ approvals: z.array(LinkApproval) })
const BookRecords = z.strictObject({ records: z.array(BookRecord), halfLives: z.array(BookHalfLife) })

export const links = {
  /** Opens a quote's betslip in the default browser. `approve` answers the question about a new host. */
  open: call(CellAddress.extend({ quoteId: QuoteId, approve: z.enum(['no', 'once', 'always']) }), Host),
  /** Copies a link of the cell's last price: the one to open here, or the one for a phone. */
  copy: call(CellAddress.extend({ to: z.enum(['here', 'phone']) }), Host),
  /** The checked link of the cell's last price for a phone, to be drawn as a QR code. */
  phone: call(CellAddress, { link: z.string() }),
  /** Copies the legs and the price of a quote as text, to compare the opened betslip with. */
  copyBet: call(CellAddress.extend({ quoteId: QuoteId }), z.null()),
  /** Records the price that the user saw after a quote's betslip opened. Returns the records of all books. */
  recordOutcome: call(CellAddress.extend({ quoteId: QuoteId, seen: SeenAtBook }), BookRecords),
  /** The records of the books of the profile in use, of outcomes recorded in this period, and their half-lives. */
  records: call(OutcomePeriod, BookRecords),
  /** The hosts approved “always” under the profile in use. */
  approvals: call(Nothing, LinkApprovals),
  /** Revokes an approval: the next link of this book to this host needs a new one. */
  revoke: call(LinkApproval, LinkApprovals),
} as const
