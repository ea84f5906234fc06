/** Bets placed, what became of them, and what that comes to. Every sum is worked out in the main process. */
import { z } from 'zod'
import { FilterChoices, LedgerFilter, TicketCursor, TicketSort } from '../model/ticket/ledger-filter.ts'
import {
  BankrollCurve,
  ClvDistribution,
  Exposure,
  LedgerTotals,
  ProfitReport,
  ReportKind,
  SettledSum,
} from '../model/ticket/ledger-report.ts'
import {
  LedgerChange,
  LedgerSnapshot,
  PolicyList,
  LedgerStatus,
  BackupList,
  BackupName,
  BackupState,
} from '../model/ticket/ledger-status.ts'
import { Currency } from '../model/ticket/money.ts'
import { BookPolicy } from '../model/ticket/refund-policy.ts'
import { TicketDetail } from '../model/ticket/ticket-detail.ts'
import { Correction, DecisionDraft, LegDecision, Reason, TicketDraft } from '../model/ticket/ticket-draft.ts'
import { TicketId, TicketLine } from '../model/ticket/ticket-line.ts'
import { call, callOfWindow, event, Nothing } from './entry.ts'
import { SettleReport, SettlementStatus } from '../model/ticket/settlement.ts'
import {
  AlikeChoice,
  ExportFormat,
  ImportFile,
  ImportPreview,
  TableMapping,
  TransferProgress,
} from '../model/ticket/transfer.ts'

const OfTicket = z.strictObject({ ticketId: TicketId })
const Filtered = z.strictObject({ filter: LedgerFilter })

export const ledger = {
  snapshot: call(Nothing, LedgerSnapshot),
  /** Records a ticket, or answers the one that this draft already became. */
  record: call(TicketDraft, { ticketId: TicketId, wasThere: z.boolean() }),
  /** Corrects facts; the old ones are kept, and what was booked from them is reversed and booked again. */
  correct: call(Correction, TicketDetail),
  /** Takes a ticket out of every list and sum by a voiding record; its history stays. */
  void: call(OfTicket.extend({ reason: Reason }), z.null()),
  /** The user's word on how a ticket ended or what it paid. */
  decide: call(OfTicket.extend({ decision: DecisionDraft, reason: Reason }), TicketDetail),
  decideLeg: call(LegDecision, TicketDetail),
  /** Takes back the user's last change, `seq`, by a new record; refused once there is a later one. */
  undo: call(OfTicket.extend({ seq: z.number().int().positive(), reason: Reason }), TicketDetail),
  ticket: call(OfTicket, TicketDetail),
  /** Tickets in the order chosen; `next` is null on the last page. */
  page: call(
    Filtered.extend({
      sort: TicketSort,
      after: TicketCursor.nullable(),
      limit: z.number().int().min(1).max(200),
    }),
    { lines: z.array(TicketLine), next: TicketCursor.nullable() },
  ),
  choices: call(Nothing, FilterChoices),
  totals: call(Filtered, LedgerTotals),
  /** Tickets settled since a moment, in the currency most tickets are in. */
  settledSince: call({ at: z.number().int().positive() }, SettledSum),
  profitBy: call(Filtered.extend({ by: ReportKind }), ProfitReport),
  bankroll: call(Filtered, BankrollCurve),
  clv: call(Filtered, ClvDistribution),
  exposure: call({ currency: Currency.nullable() }, Exposure),
  policies: call(Nothing, PolicyList),
  /** Changes the refund policy of a book; tickets that are open or wait for review are judged again. */
  savePolicy: call(BookPolicy, PolicyList),
  changed: event(LedgerChange),
} as const

/** Asking the service how bets ended. */
export const settlement = {
  snapshot: call(Nothing, SettlementStatus),
  /** Asks about every leg that has no result yet. A run under way is joined. */
  settle: call(Nothing, SettleReport),
  /** Asks about one leg now, whatever its result. */
  checkLeg: call(
    { ticketId: TicketId, place: z.number().int().min(0) },
    { report: SettleReport, ticket: TicketDetail },
  ),
  changed: event(SettlementStatus),
} as const

/** Tickets out to a file of the user's choice and in from one. Files are named and read by the main process only. */
export const transfer = {
  /** Saves all tickets where the user says; `name` is null when they chose no place. */
  save: call({ format: ExportFormat }, { name: z.string().nullable(), tickets: z.number().int() }),
  /** Asks for a file; null when the user chose none. It stays open until another is chosen or `discard`. */
  choose: callOfWindow(Nothing, ImportFile.nullable()),
  /** Reads the chosen file whole and says what importing it would do. A mapping is for tables. */
  preview: callOfWindow({ mapping: TableMapping.nullable() }, ImportPreview),
  /** Imports what the last preview showed, in one transaction. */
  commit: callOfWindow({ alike: AlikeChoice }, { imported: z.number().int(), skipped: z.number().int() }),
  /** Closes the chosen file without importing it. */
  discard: callOfWindow(Nothing, z.null()),
  progress: event(TransferProgress),
} as const

/** The new state, and the name under which the former files are kept. */
const Replaced = z.strictObject({ status: LedgerStatus, keptAs: z.string() })

/** Copies of the ledger, and the ways back when it cannot be used. Files are named by the list only. */
export const backups = {
  snapshot: call(Nothing, BackupState),
  list: call(Nothing, BackupList),
  /** Puts a backup in the ledger's place. */
  restore: call({ name: BackupName }, Replaced),
  /** Goes on with what the ledger holds, although records are lost or nothing vouches for them. */
  adopt: call(Nothing, Replaced),
  /** Begins an empty ledger. */
  startNew: call(Nothing, Replaced),
  /** Opens the ledger once more, as after another program has let it go. */
  retry: call(Nothing, LedgerStatus),
  /** Shows the user where the files are. */
  show: call(Nothing, z.null()),
  changed: event(BackupState),
} as const
