/**
 * The records of the log. Their names are part of the file format: later versions may add fields, but never change the
 * meaning of one. The schemas check records that come from an imported file; those of the log are trusted
 * (parse-log.ts).
 */
import { z } from 'zod'
import type { AccountRecord } from '../../../shared/model/accounts/account-record.ts'
import { entryKinds, Movement } from '../../../shared/model/ticket/payout.ts'
import { Currency, Minor } from '../../../shared/model/ticket/money.ts'
import { maxLegs } from '../../../shared/model/parlay/parlay.ts'
import { RefundPolicy, Ruling, type BookPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import { Grading, LegResult, TicketResult } from '../../../shared/model/ticket/settlement.ts'
import { Decision } from '../../../shared/model/ticket/ticket-detail.ts'
import {
  ClosingFair,
  TakenPrice,
  TicketFacts,
  TicketLeg,
  TicketTerms,
} from '../../../shared/model/ticket/ticket.ts'

export const RecordTime = z.number().int().min(0).max(8_640_000_000_000_000)
const Place = z.number().int().min(0)
const Reason = z.string().max(1_000)

/** The closing price as stored, exact. `fair` is absent when the margin was unknown. */
const StoredClosing = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('priced'),
    price: TakenPrice,
    at: RecordTime,
    fair: ClosingFair.exactOptional(),
  }),
  z.strictObject({ kind: z.literal('unquotable'), why: z.string().max(1_000), at: RecordTime }),
])
export type StoredClosing = Readonly<z.infer<typeof StoredClosing>>

/** A leg after a correction, and its place before, counted from 0; null for an added leg. */
const LegRevision = z.strictObject({ from: Place.nullable(), leg: TicketLeg })
export type LegRevision = Readonly<z.infer<typeof LegRevision>>

/** All legs before and after. Legs that stay keep their order. */
const LegsCorrection = z.strictObject({
  was: z.array(TicketLeg).readonly(),
  now: z.array(LegRevision).min(1).max(maxLegs).readonly(),
})
export type LegsCorrection = Readonly<z.infer<typeof LegsCorrection>>

/**
 * Marks a record that undoes the user's last change of the ticket, or makes again the one that was undone last. Absent for
 * a change of the user's own.
 */
const Step = z.enum(['undo', 'redo']).optional()

/** The fields of each kind of record of a ticket, in the order of docs/ledger-format.md. */
export const ticketRecordFields = {
  recorded: { facts: TicketFacts },
  corrected: {
    was: TicketTerms.exactPartial(),
    terms: TicketTerms.exactPartial(),
    /** Absent when the legs stay as they are. */
    legs: LegsCorrection.optional(),
    reason: Reason,
    step: Step,
  },
  voided: { reason: Reason, step: Step },
  /** Undoes the voiding. */
  restored: { reason: Reason, step: Step },
  graded: {
    legs: z
      .array(z.strictObject({ place: Place, grading: Grading }))
      .min(1)
      .readonly(),
  },
  'leg-decided': { place: Place, result: LegResult.nullable(), reason: Reason, step: Step },
  /** `overrules`: the payout overrides the legs, whose results differed when it was entered. */
  decided: { decision: Decision, reason: Reason, overrules: z.literal(true).optional(), step: Step },
  /**
   * The ruling on the legs, and the policy it follows. `contests`: it contradicts the payout that the user entered, and
   * the ticket needs review.
   */
  judged: { ruling: Ruling, policy: RefundPolicy, contests: z.literal(true).optional() },
  closed: { closing: StoredClosing },
  entry: {
    entry: z.enum(entryKinds),
    currency: Currency,
    movement: Movement,
    because: z.string(),
    /** The record that it reverses. */
    reverses: Place.nullable(),
    /** The result and payout; null for a stake. */
    result: TicketResult.nullable(),
    payoutMinor: Minor.nullable(),
    /** The user entered the payout. */
    isActual: z.boolean(),
  },
}
type Fields = typeof ticketRecordFields
/** True for a record of a ticket that changes it. */
export const isOfTicket = (record: ChangeRecord): record is TicketRecord =>
  Object.hasOwn(ticketRecordFields, record.kind)
export type RecordOf<K extends keyof Fields> = Readonly<{ kind: K } & z.infer<z.ZodObject<Fields[K]>>>

/** A record of one ticket. */
export type TicketRecord = { [K in keyof Fields]: RecordOf<K> }[keyof Fields]
export type EntryBody = RecordOf<'entry'>

/** A record of an account, as the log has it. */
export type AccountLogRecord = AccountRecord & { readonly accountId: string }

/** A record of no ticket. */
export type LedgerRecord =
  | { readonly kind: 'begun'; readonly ledgerId: string }
  | ({ readonly kind: 'policy' } & BookPolicy)
  | AccountLogRecord
  /** A change of another member that this version cannot read: kept as it came, without effect. */
  | { readonly kind: 'unreadable'; readonly change: unknown }

/** Declines a waiting change of a ticket (changes.ts), and has no other effect. */
export interface DeclinedRecord {
  readonly kind: 'declined'
  readonly reason: string
}

/** Any record of the log. */
export type ChangeRecord = TicketRecord | LedgerRecord | DeclinedRecord

/** A record with its number and time. */
export interface LoggedRecord<R = TicketRecord> {
  readonly seq: number
  readonly at: number
  readonly record: R
}
