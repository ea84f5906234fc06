/**
 * Parlays and their prices, the budget of calls, the price history, what-if prices, alerts, betslip links, and the
 * grid's layout.
 */
import { z } from 'zod'
import { BookId } from '../model/game/book.ts'
import { CellAddress } from '../model/price/cell.ts'
import { DeskChange, DeskSnapshot, Recheck } from '../model/parlay/desk.ts'
import { ParlayNote } from '../model/parlay/parlay.ts'
import { TypedPrice, Quote } from '../model/price/quote.ts'
import { call, callOfWindow, event, Nothing, ParlayId, QuoteId, Selections } from './entry.ts'
import { LinkColor } from '../model/settings/windows.ts'
import { AutoSeconds, AutoShare, BudgetState, CallLimits } from '../model/settings/budget.ts'
import { KeepLimits, QuoteKeeping, GridLayout } from '../model/settings/settings.ts'
import { SelectionKey } from '../model/game/selection.ts'
import { LegCosts, LineSteps, OneOff } from '../model/price/whatif.ts'
import { AlertDraft, AlertState } from '../model/parlay/alert.ts'
import { BookRecord, LinkApproval, OutcomePeriod, SeenAtBook } from '../model/price/link-outcome.ts'

/** The parlays watched and their prices. */
export const desk = {
  snapshot: call(Nothing, DeskSnapshot),
  /** Adds a parlay and prices it at every book. For the same legs it returns the existing row. */
  addParlay: call(
    { selections: Selections.min(1), note: ParlayNote },
    { parlayId: ParlayId, wasThere: z.boolean() },
  ),
  /** Changes a parlay's name, tags and note. */
  describeParlay: call({ parlayId: ParlayId, note: ParlayNote }, z.null()),
  /** Sets the user's fair price of a parlay; null removes it. */
  setFairPrice: call({ parlayId: ParlayId, price: TypedPrice.nullable() }, z.null()),
  /** Puts parlays in a group; null removes them from theirs. */
  setGroup: call({ parlayIds: z.array(ParlayId).max(2_000), group: LinkColor.nullable() }, z.null()),
  removeParlay: call({ parlayId: ParlayId }, z.null()),
  /** Undoes a removal: the row comes back with its legs and quotes. */
  restoreParlay: call({ parlayId: ParlayId }, z.null()),
  /** Prices the whole desk, one row, or one cell. Returns the number of calls planned. */
  price: call({ parlayId: ParlayId.nullable(), bookId: BookId.nullable() }, { calls: z.number().int() }),
  /** Sets the rows that a window shows, whose planned calls are sent before the rest. Makes no call to the service. */
  setVisibleRows: callOfWindow({ parlayIds: z.array(ParlayId).max(2_000) }, z.null()),
  /** Prices one cell ahead of all others and compares with the quote on screen (null for none). */
  recheck: call(CellAddress.extend({ seenId: QuoteId.nullable() }), Recheck),
  changed: event(DeskChange),
  /** The window was minimized or hidden, or is back. */
  hidden: event({ isHidden: z.boolean() }),
} as const

/** Limits of calls, the cost of an action, and auto-refresh. The meter is part of `desk`. */
export const budget = {
  snapshot: call(Nothing, BudgetState),
  /** Sets the limits of the profile in use. */
  setLimits: call(CallLimits, BudgetState),
  /**
   * Estimated time until the last of `calls` more calls is sent, in ms; 0 if all can be sent now. `isUserAction`: calls
   * of a user's action, which go before background calls.
   */
  estimate: call(
    { calls: z.number().int().min(0).max(1_000_000), isUserAction: z.boolean() },
    { msUntilSent: z.number() },
  ),
  /**
   * Sets the refresh interval of the desk or one row; null turns it off. A row's interval takes precedence over the
   * desk's.
   */
  setAuto: call({ parlayId: ParlayId.nullable(), everySeconds: AutoSeconds.nullable() }, BudgetState),
  setAutoWhileHidden: call({ isOn: z.boolean() }, BudgetState),
  setAutoShare: call({ share: AutoShare }, BudgetState),
  /** Ends pauses of more than a day that hosts asked for. */
  endLongPauses: call(Nothing, BudgetState),
  changed: event(BudgetState),
} as const

/** The price history: reading it costs no call to the service. */
export const quotes = {
  /** The newest quotes of a cell, newest first, without links; `isMore` when there are older ones. */
  history: call(CellAddress.extend({ limit: z.number().int().min(1).max(500) }), {
    quotes: z.array(Quote),
    isMore: z.boolean(),
  }),
  keeping: call(Nothing, QuoteKeeping),
  /** Sets the limits. Pruning runs in the background; the answer is counted before it. */
  setKeepLimits: call(KeepLimits, QuoteKeeping),
} as const

/** Prices around one cell (what-if), each requested by the user: without a leg, and at other lines. */
export const whatif = {
  /** Known prices of the parlay without each of its legs at one book. Makes no call to the service. */
  legCosts: call(CellAddress, LegCosts),
  /** Prices the parlay without one leg: one call. */
  priceRest: callOfWindow(CellAddress.extend({ leftOut: SelectionKey }), OneOff),
  /** The lines next to a leg's, and the known prices of the parlay with each. Makes no call to the service. */
  lineSteps: call({ parlayId: ParlayId, leg: SelectionKey }, LineSteps),
  /** Prices the parlay with another selection in place of a leg: one call. */
  priceStep: callOfWindow(CellAddress.extend({ leg: SelectionKey, step: SelectionKey }), OneOff),
  /** Cancels the window's calls under way. */
  cancel: callOfWindow(Nothing, z.null()),
} as const

const AlertId = z.number().int().positive()

/** Alerts: the user's rules, and their firings. */
export const alerts = {
  snapshot: call(Nothing, AlertState),
  /** Adds an alert, or changes the one with this id. */
  save: call({ id: AlertId.nullable(), draft: AlertDraft }, AlertState),
  remove: call({ id: AlertId }, AlertState),
  /** Undoes a removal. */
  restore: call({ id: AlertId }, AlertState),
  /** Marks all firings as read. */
  markRead: call(Nothing, AlertState),
  changed: event(AlertState),
} as const

const Host = z.strictObject({ host: z.string() })
const LinkApprovals = z.strictObject({ approvals: z.array(LinkApproval) })
const BookRecords = z.strictObject({ records: z.array(BookRecord) })

/** Betslip links. The window names cell and quote; the main process reads the address from that quote. */
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
  /** The records of the books of the profile in use, of outcomes recorded in this period. */
  records: call(OutcomePeriod, BookRecords),
  /** The hosts approved “always” under the profile in use. */
  approvals: call(Nothing, LinkApprovals),
  /** Revokes an approval: the next link of this book to this host needs a new one. */
  revoke: call(LinkApproval, LinkApprovals),
} as const

const CsvRow = z.array(z.string().max(2_000)).max(1_000)

/** Layout of the price grid, and its export. */
export const grid = {
  snapshot: call(Nothing, GridLayout),
  /** Stores the layout of the profile in use, and sends it to the other windows. */
  saveLayout: callOfWindow(GridLayout, GridLayout),
  /**
   * Exports a table as CSV to a file that the user chooses. The table comes in parts, in order; the answer is null for
   * all but the last. `file` is null when the user chose none.
   */
  exportCsv: callOfWindow(
    { rows: z.array(CsvRow).max(1_000), isFirst: z.boolean(), isLast: z.boolean() },
    z.strictObject({ file: z.string().nullable() }).nullable(),
  ),
  /** Another layout is in use. */
  changed: event(GridLayout),
} as const
