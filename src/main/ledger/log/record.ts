/**
 * The records of the log: everything that ever happened to the ledger, each complete in itself. Their names are stored.
 * Fields may be added in later versions, never changed in meaning: records of today are read forever.
 */
import type { Movement } from '../../../shared/model/ticket/ledger-entry.ts'
import type { RefundPolicy, Ruling } from '../../../shared/model/ticket/refund-policy.ts'
import type { Grading, LegResult, TicketResult } from '../../../shared/model/ticket/settlement.ts'
import type { TakenPrice, TicketFacts, TicketLeg, TicketTerms } from '../../../shared/model/ticket/ticket.ts'
import type { Decision } from '../../../shared/model/ticket/ticket-detail.ts'

/** The closing price as stored, exact. */
export type StoredClosing =
  | { readonly kind: 'priced'; readonly price: TakenPrice; readonly at: number }
  | { readonly kind: 'unquotable'; readonly why: string; readonly at: number }

export interface EntryBody {
  readonly kind: 'entry'
  readonly entry: 'stake' | 'result'
  readonly currency: string
  readonly movement: Movement
  readonly because: string
  readonly reverses: number | null
  /** The result and payout; null for a stake. */
  readonly result: TicketResult | null
  readonly payoutMinor: number | null
  /** The user entered the payout. */
  readonly isActual: boolean
}

/** A leg after a correction, and the place it had before; null for an added one. */
export interface LegRevision {
  readonly from: number | null
  readonly leg: TicketLeg
}

/** All legs before and after. Legs that stay keep their order. */
export interface LegsCorrection {
  readonly was: readonly TicketLeg[]
  readonly now: readonly LegRevision[]
}

/** A record of one ticket. */
export type TicketRecord =
  | { readonly kind: 'recorded'; readonly facts: TicketFacts }
  | {
      readonly kind: 'corrected'
      readonly was: Partial<TicketTerms>
      readonly terms: Partial<TicketTerms>
      /** Absent where the legs stay as they are. */
      readonly legs?: LegsCorrection | undefined
      readonly reason: string
    }
  | { readonly kind: 'voided'; readonly reason: string }
  | {
      readonly kind: 'graded'
      readonly legs: readonly { readonly place: number; readonly grading: Grading }[]
    }
  | {
      readonly kind: 'leg-decided'
      readonly place: number
      readonly result: LegResult | null
      readonly reason: string
    }
  | {
      readonly kind: 'decided'
      readonly decision: Decision
      readonly reason: string
      /** The payout overrides the legs, which had ended otherwise by then. */
      readonly overrules?: true | undefined
    }
  /** The ruling on the legs, and the policy it follows. */
  | {
      readonly kind: 'judged'
      readonly ruling: Ruling
      readonly policy: RefundPolicy
      /** The ruling contradicts the payout that the user entered: the ticket needs review. */
      readonly contests?: true | undefined
    }
  | { readonly kind: 'closed'; readonly closing: StoredClosing }
  | EntryBody

/** A record of the ledger as a whole. */
export type LedgerRecord =
  | { readonly kind: 'begun'; readonly ledgerId: string }
  | {
      readonly kind: 'policy'
      readonly bookId: string
      readonly policy: RefundPolicy
      readonly source: string
      readonly asOf: string | null
    }

/** A record with its number and time. */
export interface LoggedRecord<R = TicketRecord> {
  readonly seq: number
  readonly at: number
  readonly record: R
}
