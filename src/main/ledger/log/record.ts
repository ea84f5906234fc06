/**
 * The records of the log: everything that ever happened to the ledger, each complete in itself. Fields may be added in
 * later versions, never changed in meaning: records of today are read forever.
 */
import type { Movement } from '../../../shared/model/ticket/ledger-entry.ts'
import type { RefundPolicy, Ruling } from '../../../shared/model/ticket/refund-policy.ts'
import type { Grading, LegResult, TicketResult } from '../../../shared/model/ticket/settlement.ts'
import type { TakenPrice, TicketFacts, TicketLeg, TicketTerms } from '../../../shared/model/ticket/ticket.ts'
import type { Decision } from '../../../shared/model/ticket/ticket-detail.ts'

/** The closing price as kept, exact. */
export type KeptClosing =
  | { readonly kind: 'priced'; readonly price: TakenPrice; readonly at: number }
  | { readonly kind: 'unquotable'; readonly why: string; readonly at: number }

export interface EntryBody {
  readonly kind: 'entry'
  readonly entry: 'stake' | 'result'
  readonly currency: string
  readonly movement: Movement
  readonly because: string
  readonly reverses: number | null
  /** Of a result: how it ended and what came back; null of a stake. */
  readonly result: TicketResult | null
  readonly payoutMinor: number | null
  /** Whether the user entered the payout. */
  readonly isActual: boolean
}

/** A leg as a correction leaves it, and the place it had before; null for one that had been left out. */
export interface LegNow {
  readonly from: number | null
  readonly leg: TicketLeg
}

/** All legs as they were and as they are. Those that stay are in the order they had. */
export interface LegsCorrection {
  readonly was: readonly TicketLeg[]
  readonly now: readonly LegNow[]
}

/** What concerns one ticket. */
export type TicketRecord =
  | { readonly kind: 'recorded'; readonly facts: TicketFacts }
  | {
      readonly kind: 'corrected'
      readonly was: Partial<TicketTerms>
      readonly terms: Partial<TicketTerms>
      /** Not there where the legs stay as they are. */
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
      /** The payout is not what the legs had come to by then, and stands over them. */
      readonly overrules?: true | undefined
    }
  /** What the legs came to, and the policy by which. */
  | {
      readonly kind: 'judged'
      readonly ruling: Ruling
      readonly policy: RefundPolicy
      /** It is not what was paid by the user's word: the ticket waits for another. */
      readonly contests?: true | undefined
    }
  | { readonly kind: 'closed'; readonly closing: KeptClosing }
  | EntryBody

/** What concerns the ledger as a whole. */
export type LedgerRecord =
  | { readonly kind: 'begun'; readonly ledgerId: string }
  | {
      readonly kind: 'policy'
      readonly bookId: string
      readonly policy: RefundPolicy
      readonly source: string
      readonly asOf: string | null
    }

/** A record in its place. */
export interface Placed<R = TicketRecord> {
  readonly seq: number
  readonly at: number
  readonly record: R
}
