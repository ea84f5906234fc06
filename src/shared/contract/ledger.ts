/** Bets placed, what became of them, and what that comes to. Every sum is worked out in the main process. */
import { z } from 'zod'
import { FilterChoices, LedgerFilter, TicketCursor } from '../model/ticket/ledger-filter.ts'
import {
  BankrollCurve,
  ClvDistribution,
  Exposure,
  LedgerTotals,
  ProfitReport,
  ReportKind,
  SettledSum,
} from '../model/ticket/ledger-report.ts'
import { LedgerChange, LedgerSnapshot, PolicyList } from '../model/ticket/ledger-status.ts'
import { Currency } from '../model/ticket/money.ts'
import { BookPolicy } from '../model/ticket/refund-policy.ts'
import { TicketDetail } from '../model/ticket/ticket-detail.ts'
import { Correction, DecisionDraft, LegDecision, Reason, TicketDraft } from '../model/ticket/ticket-draft.ts'
import { TicketId, TicketLine } from '../model/ticket/ticket-line.ts'
import { call, event, Nothing } from './entry.ts'

const OfTicket = z.strictObject({ ticketId: TicketId })
const Filtered = z.strictObject({ filter: LedgerFilter })

export const ledger = {
  snapshot: call(Nothing, LedgerSnapshot),
  /** Records a ticket, or answers the one that this draft already became. */
  record: call(TicketDraft, z.strictObject({ ticketId: TicketId, wasThere: z.boolean() })),
  /** Corrects facts; the old ones are kept, and what was booked from them is reversed and booked again. */
  correct: call(Correction, TicketDetail),
  /** Takes a ticket out of every list and sum by a voiding record; its history stays. */
  void: call(OfTicket.extend({ reason: Reason }), z.null()),
  /** The user's word on how a ticket ended or what it paid. */
  decide: call(OfTicket.extend({ decision: DecisionDraft, reason: Reason }), TicketDetail),
  decideLeg: call(LegDecision, TicketDetail),
  ticket: call(OfTicket, TicketDetail),
  /** Tickets newest first; `next` is null on the last page. */
  page: call(
    Filtered.extend({ after: TicketCursor.nullable(), limit: z.number().int().min(1).max(200) }),
    z.strictObject({ lines: z.array(TicketLine), next: TicketCursor.nullable() }),
  ),
  choices: call(Nothing, FilterChoices),
  totals: call(Filtered, LedgerTotals),
  /** Tickets settled since a moment, in the currency most tickets are in. */
  settledSince: call(z.strictObject({ at: z.number().int().positive() }), SettledSum),
  profitBy: call(Filtered.extend({ by: ReportKind }), ProfitReport),
  bankroll: call(Filtered, BankrollCurve),
  clv: call(Filtered, ClvDistribution),
  exposure: call(z.strictObject({ currency: Currency.nullable() }), Exposure),
  policies: call(Nothing, PolicyList),
  /** Changes the refund policy of a book; tickets that are open or wait for review are judged again. */
  savePolicy: call(BookPolicy, PolicyList),
  changed: event(LedgerChange),
} as const
