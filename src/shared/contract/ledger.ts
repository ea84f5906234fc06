/** Tickets, settlement, transfer and backups. Every sum is computed in the main process. */
import { z } from 'zod'
import {
  FilterChoices,
  FilterText,
  LedgerFilter,
  TicketCursor,
  TicketSort,
} from '../model/ticket/ledger-filter.ts'
import {
  BankrollCurve,
  ClvDistribution,
  Exposure,
  LargestStakes,
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
import { Count } from '../model/ticket/money.ts'
import { ParquetTable } from '../model/ticket/parquet-table.ts'
import { ProofReport } from '../model/ticket/proof-report.ts'
import { Day } from '../model/ticket/ticket.ts'
import { BookPolicy } from '../model/ticket/refund-policy.ts'
import { ManyChanges, ManyTickets, UserChange } from '../model/ticket/ticket-changes.ts'
import { TicketDetail } from '../model/ticket/ticket-detail.ts'
import { Correction, DecisionDraft, LegDecision, Reason, TicketDraft } from '../model/ticket/ticket-draft.ts'
import { TicketId, TicketLine } from '../model/ticket/ticket-line.ts'
import { call, callOfWindow, event, Nothing, forScripts } from './entry.ts'
import { SettleReport, SettlementStatus } from '../model/ticket/settlement.ts'
import {
  AlikeChoice,
  ExportFormat,
  ExportScope,
  ImportedTickets,
  ImportFile,
  ImportPreview,
  TableMapping,
  TransferProgress,
} from '../model/ticket/transfer.ts'

const OfTicket = z.strictObject({ ticketId: TicketId })
const Filtered = z.strictObject({ filter: LedgerFilter })

export const ledger = {
  snapshot: forScripts('read', call(Nothing, LedgerSnapshot)),
  /** Records a ticket, or returns the one that this draft was recorded as before. */
  record: call(TicketDraft, { ticketId: TicketId, wasThere: z.boolean() }),
  /** Corrects facts. The old ones stay in the log; entries made from them are reversed and booked again. */
  correct: call(Correction, TicketDetail),
  /** Removes a ticket from every list and sum by a voiding record; its history stays. */
  void: call(OfTicket.extend({ reason: Reason }), z.null()),
  /** Sets a ticket's result or payout by the user's decision. */
  decide: call(OfTicket.extend({ decision: DecisionDraft, reason: Reason }), TicketDetail),
  decideLeg: call(LegDecision, TicketDetail),
  /**
   * Undoes the user's last change, `seq`, by a new record; of the last undo, makes the change again. Fails when another
   * change came later.
   */
  undo: call(OfTicket.extend({ seq: z.number().int().positive(), reason: Reason }), TicketDetail),
  /**
   * Changes several tickets in one commit, all of them or none. Answers the number of each change, by which `undoMany`
   * undoes it; a ticket that already has the tag is left out.
   */
  changeMany: call(ManyTickets, { changes: z.array(UserChange) }),
  undoMany: call(ManyChanges, z.null()),
  ticket: forScripts('read', call(OfTicket, TicketDetail)),
  /** A page of tickets in the given order; `next` is null on the last page. */
  page: forScripts(
    'read',
    call(
      Filtered.extend({
        sort: TicketSort,
        after: TicketCursor.nullable(),
        limit: z.number().int().min(1).max(200),
      }),
      { lines: z.array(TicketLine), next: TicketCursor.nullable() },
    ),
  ),
  choices: forScripts('read', call(Nothing, FilterChoices)),
  /**
   * The filter's text with each word that no ticket has replaced by the most similar one that a ticket has; null when
   * that finds none either.
   */
  findSpelling: forScripts('read', call({ text: FilterText }, { text: z.string().nullable() })),
  totals: forScripts('read', call(Filtered, LedgerTotals)),
  /** Sum of tickets settled since a time (epoch ms), in the currency of most tickets. */
  settledSince: forScripts('read', call({ at: z.number().int().positive() }, SettledSum)),
  profitBy: forScripts('read', call(Filtered.extend({ by: ReportKind }), ProfitReport)),
  bankroll: forScripts('read', call(Filtered, BankrollCurve)),
  clv: forScripts('read', call(Filtered, ClvDistribution)),
  /** Proof of edge: value against the close without its margin, calibration, expected profit, and risk of ruin. */
  proof: forScripts('read', call(Filtered, ProofReport)),
  /** Largest stakes by book, before a day and from it. */
  largestStakes: forScripts('read', call(Filtered.extend({ fromDay: Day }), LargestStakes)),
  exposure: forScripts('read', call(Filtered, Exposure)),
  policies: forScripts('read', call(Nothing, PolicyList)),
  /** Changes the refund policy of a book; its tickets that are open or need review get a new ruling. */
  savePolicy: call(BookPolicy, PolicyList),
  changed: forScripts('watch', event(LedgerChange)),
} as const

/** Settlement of bets by the service's grader. */
export const settlement = {
  snapshot: forScripts('read', call(Nothing, SettlementStatus)),
  /** Checks every leg without a result. Joins a run under way. */
  settle: call(Nothing, SettleReport),
  /** Checks one leg now, whatever its result. */
  checkLeg: call(
    { ticketId: TicketId, place: z.number().int().min(0) },
    { report: SettleReport, ticket: TicketDetail },
  ),
  changed: forScripts('watch', event(SettlementStatus)),
} as const

/** Export of tickets to a file, and import from one. Paths of files never leave the main process. */
export const transfer = {
  /** Exports tickets to a file that the user chooses; `name` is null when they chose none. */
  save: call(
    { format: ExportFormat, scope: ExportScope },
    { name: z.string().nullable(), tickets: z.number().int() },
  ),
  /** Exports one view of docs/data.md to a Parquet file that the user chooses; `name` is null when they chose none. */
  saveParquet: call({ table: ParquetTable }, { name: z.string().nullable(), rows: Count }),
  /**
   * Opens the system's dialog for a file; null when the user chose none. The file stays open until another is chosen,
   * `discard`, or the end of the window.
   */
  choose: callOfWindow(Nothing, ImportFile.nullable()),
  /** Reads the whole chosen file and previews its import. `mapping`: columns of a table. */
  preview: callOfWindow({ mapping: TableMapping.nullable() }, ImportPreview),
  /** Imports what the last preview showed, in one transaction. `tickets`: by which it is undone; null for none. */
  commit: callOfWindow(
    { alike: AlikeChoice },
    { imported: z.number().int(), skipped: z.number().int(), tickets: ImportedTickets.nullable() },
  ),
  /** Deletes the tickets of an import of this run in one transaction, each by a voiding record. */
  undoImport: call({ tickets: ImportedTickets, reason: Reason }, { deleted: Count }),
  /** Closes the chosen file without importing it. */
  discard: callOfWindow(Nothing, z.null()),
  progress: event(TransferProgress),
} as const

/** The new status, and the folder in which the former files are kept. */
const Replaced = z.strictObject({ status: LedgerStatus, keptAs: z.string() })

/** Backups of the ledger, and recovery when it cannot be opened. */
export const backups = {
  snapshot: call(Nothing, BackupState),
  list: call(Nothing, BackupList),
  /** Replaces the ledger by a backup. */
  restore: call({ name: BackupName }, Replaced),
  /** Continues with the present records, although others are lost or no witness confirms them. */
  adopt: call(Nothing, Replaced),
  /** Replaces the ledger by an empty one. */
  startNew: call(Nothing, Replaced),
  /** Tries again to open the ledger, as after another program has unlocked it. */
  retry: call(Nothing, LedgerStatus),
  /** Shows the ledger's file in the file manager. */
  show: call(Nothing, z.null()),
  changed: event(BackupState),
} as const
