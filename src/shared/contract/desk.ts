/** The desk: its parlays and their prices, links and alerts, the budget of calls, and the layout of the grid. */
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
import { BookRecord, LinkApproval, NotedSpan, SeenAtBook } from '../model/price/link-outcome.ts'

/** The parlays watched and their prices. */
export const desk = {
  snapshot: call(Nothing, DeskSnapshot),
  /** Watches a parlay and prices it everywhere. The same legs again answer the row that is there. */
  addParlay: call(
    { selections: Selections.min(1), note: ParlayNote },
    { parlayId: ParlayId, wasThere: z.boolean() },
  ),
  /** Changes a parlay's name, tags and note. */
  describeParlay: call({ parlayId: ParlayId, note: ParlayNote }, z.null()),
  /** Sets what the user holds to be a parlay's fair price, as typed, or with null forgets it. */
  setFairPrice: call({ parlayId: ParlayId, price: TypedPrice.nullable() }, z.null()),
  /** Puts parlays in a group, or with null takes them out of theirs. */
  setGroup: call({ parlayIds: z.array(ParlayId).max(2_000), group: LinkColor.nullable() }, z.null()),
  removeParlay: call({ parlayId: ParlayId }, z.null()),
  /** Undoes a removal: the row comes back with its legs and quotes. */
  restoreParlay: call({ parlayId: ParlayId }, z.null()),
  /** Asks for prices: all of the desk, one row, or one cell. Answers how many calls that plans. */
  price: call({ parlayId: ParlayId.nullable(), bookId: BookId.nullable() }, { calls: z.number().int() }),
  /** Names the rows in view of a window: among planned calls theirs go before the rest. Sends nothing to the service. */
  setVisibleRows: callOfWindow({ parlayIds: z.array(ParlayId).max(2_000) }, z.null()),
  /** Prices one cell ahead of all others and compares with the quote that was on screen, null for none. */
  recheck: call(CellAddress.extend({ seenId: QuoteId.nullable() }), Recheck),
  changed: event(DeskChange),
  /** The window was minimized or hidden, or is back. */
  hidden: event({ isHidden: z.boolean() }),
} as const

/** Limits of calls, the cost of an action, and prices that refresh by themselves. The budget's use comes with `desk`. */
export const budget = {
  snapshot: call(Nothing, BudgetState),
  /** Sets the limits of the profile in use. */
  setLimits: call(CallLimits, BudgetState),
  /**
   * Time until the last of `calls` more calls is sent, in ms; 0 if all can be sent now. `isUserAction`: an action of
   * the user on a row or a cell, which goes ahead of calls that no one waits for.
   */
  estimate: call(
    { calls: z.number().int().min(0).max(1_000_000), isUserAction: z.boolean() },
    { msUntilSent: z.number() },
  ),
  /** Has the desk, or one row, renew its prices; null ends that. A row's own interval goes before the desk's. */
  setAuto: call({ parlayId: ParlayId.nullable(), everySeconds: AutoSeconds.nullable() }, BudgetState),
  setAutoWhileHidden: call({ isOn: z.boolean() }, BudgetState),
  setAutoShare: call({ share: AutoShare }, BudgetState),
  /** Calls hosts again that asked for a pause of more than a day. */
  endLongPauses: call(Nothing, BudgetState),
  changed: event(BudgetState),
} as const

/** The price history: reading it costs no call to the service. */
export const quotes = {
  /** The newest answers of a cell, newest first, without links; `isMore` when older ones are kept. */
  history: call(CellAddress.extend({ limit: z.number().int().min(1).max(500) }), {
    quotes: z.array(Quote),
    isMore: z.boolean(),
  }),
  keeping: call(Nothing, QuoteKeeping),
  /** Takes effect in the background; what is answered is counted before. */
  setKeepLimits: call(KeepLimits, QuoteKeeping),
} as const

/** Prices around one cell, each asked when the user says so: leg costs and line steps. */
export const whatif = {
  /** Known prices of the parlay without each of its legs at one book. Makes no call to the service. */
  legCosts: call(CellAddress, LegCosts),
  /** Prices the parlay without one leg: one call. */
  priceRest: callOfWindow(CellAddress.extend({ leftOut: SelectionKey }), OneOff),
  /** The lines next to that of a leg, and the known prices of the parlay with each. Makes no call to the service. */
  lineSteps: call({ parlayId: ParlayId, leg: SelectionKey }, LineSteps),
  /** Prices the parlay with another selection in the place of a leg: one call. */
  priceStep: callOfWindow(CellAddress.extend({ leg: SelectionKey, step: SelectionKey }), OneOff),
  /** Calls off what the window is still to be answered. */
  cancel: callOfWindow(Nothing, z.null()),
} as const

const AlertId = z.number().int().positive()

/** Alerts: what to watch for, and what fired. */
export const alerts = {
  snapshot: call(Nothing, AlertState),
  /** Adds an alert, or changes the one named by `id`. */
  save: call({ id: AlertId.nullable(), draft: AlertDraft }, AlertState),
  remove: call({ id: AlertId }, AlertState),
  /** Undoes a removal. */
  restore: call({ id: AlertId }, AlertState),
  /** The user has seen all that fired. */
  markRead: call(Nothing, AlertState),
  changed: event(AlertState),
} as const

const Host = z.strictObject({ host: z.string() })
const LinkApprovals = z.strictObject({ approvals: z.array(LinkApproval) })
const BookRecords = z.strictObject({ records: z.array(BookRecord) })

/** Betslip links. The window names the cell and the quote; the address comes from that quote, in the main process. */
export const links = {
  /** Opens a quote's betslip in the native browser. `approve` answers the question about a new host. */
  open: call(CellAddress.extend({ quoteId: QuoteId, approve: z.enum(['no', 'once', 'always']) }), Host),
  /** Copies a link of the cell's last price: the one to open here, or the one for a phone. */
  copy: call(CellAddress.extend({ to: z.enum(['here', 'phone']) }), Host),
  /** The link of the cell's last price for a phone, checked, to be drawn as a QR code. Never opened by us. */
  phone: call(CellAddress, { link: z.string() }),
  /** Copies the legs and the price of a quote as text, to compare the opened betslip with. */
  copyBet: call(CellAddress.extend({ quoteId: QuoteId }), z.null()),
  /** Notes what the user saw at the book after a quote's betslip opened. Answers the records of all books. */
  recordOutcome: call(CellAddress.extend({ quoteId: QuoteId, seen: SeenAtBook }), BookRecords),
  /** The records of the books of the profile in use, of what was noted in a span of time. */
  records: call(NotedSpan, BookRecords),
  /** The hosts approved “always” under the profile in use. */
  approvals: call(Nothing, LinkApprovals),
  /** Asks again before the next link of this book to this host. */
  revoke: call(LinkApproval, LinkApprovals),
} as const

const CsvRow = z.array(z.string().max(2_000)).max(1_000)

/** Layout of the price grid, and its export. */
export const grid = {
  snapshot: call(Nothing, GridLayout),
  /** Keeps the layout for the profile in use, and sends it to the other windows. */
  saveLayout: callOfWindow(GridLayout, GridLayout),
  /**
   * Saves a table as CSV where the user says. It comes in parts, in order; all but the last are answered null. The last
   * is answered with the file's name, or null for it when the user chose none.
   */
  exportCsv: callOfWindow(
    { rows: z.array(CsvRow).max(1_000), isFirst: z.boolean(), isLast: z.boolean() },
    z.strictObject({ file: z.string().nullable() }).nullable(),
  ),
  /** Another layout has come into use. */
  changed: event(GridLayout),
} as const
