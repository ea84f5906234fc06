/** One ticket in detail: its legs with scores and players, and its records, oldest first. */
import { z } from 'zod'
import { entryKinds, Movement } from './payout.ts'
import { Minor } from './money.ts'
import { ticketResults, LegResult, Grading } from './settlement.ts'
import { ClosingFair, Note, PriceWarning, TakenFair, TicketLeg } from './ticket.ts'
import { RecordAuthor, WithoutEffect } from '../team/record-author.ts'
import { ClosingPrice, TicketLine } from './ticket-line.ts'
import { Ending, RefundPolicy, Ruling } from './refund-policy.ts'

const LegPlace = z.number().int().min(0)
const Reason = z.string()

export const LegDetail = TicketLeg.omit({ selectionKey: true, grade: true }).extend({
  place: LegPlace,
  /** False without a grade token; only the user can then settle the leg. */
  isGradable: z.boolean(),
  result: LegResult,
  /** Origin of the result; null while there is none. */
  source: z.enum(['service', 'hand']).nullable(),
  /** The service's last grading and its time, also beside a result the user set. */
  grading: Grading.nullable(),
  gradedAt: z.number().nullable(),
})
export type LegDetail = Readonly<z.infer<typeof LegDetail>>

/** The user's decision on a ticket; it overrides its legs until it is withdrawn. */
export const Decision = z.discriminatedUnion('kind', [
  /** The ticket's result; the payout follows from the price. */
  z.strictObject({ kind: z.literal('result'), result: z.enum(['won', 'lost', 'refunded']) }),
  /** The amount that the book paid, whatever the legs' results. */
  z.strictObject({ kind: z.literal('payout'), payoutMinor: Minor.min(0) }),
  z.strictObject({ kind: z.literal('cash-out'), payoutMinor: Minor.min(0) }),
  /** The legs decide again. */
  z.strictObject({ kind: z.literal('withdrawn') }),
])
export type Decision = Readonly<z.infer<typeof Decision>>

/** Old and new value of a fact, as plain text. */
const Change = z.strictObject({ field: z.string(), was: z.string(), is: z.string() })

/** The corrected fields of a leg, or all fields of an added or removed one. */
const LegChange = z.strictObject({
  kind: z.enum(['changed', 'added', 'removed']),
  /** Name before the correction, or of an added leg. */
  name: z.string(),
  changes: z.array(Change),
})
export type LegChange = Readonly<z.infer<typeof LegChange>>

const record = <K extends string, T extends z.ZodRawShape>(kind: K, shape: T) =>
  z.strictObject({
    seq: z.number().int(),
    at: z.number(),
    kind: z.literal(kind),
    /** Absent without a team. */
    by: RecordAuthor.exactOptional(),
    ...shape,
  })

/** A record of the ledger that concerns the ticket. */
export const HistoryItem = z.discriminatedUnion('kind', [
  /** `priceWarning`: the price was suspect. */
  record('recorded', { priceWarning: PriceWarning.optional() }),
  record('corrected', { changes: z.array(Change), legs: z.array(LegChange), reason: Reason }),
  record('voided', { reason: Reason }),
  record('restored', { reason: Reason }),
  /**
   * `place`: the leg's present place; null when it was removed, or is now another bet. `name`: its name at that time.
   */
  record('graded', {
    place: LegPlace.nullable(),
    name: z.string(),
    was: LegResult,
    is: LegResult,
    word: z.string(),
  }),
  record('leg-decided', { name: z.string(), result: LegResult.nullable(), reason: Reason }),
  /** `overridesLegs`: the payout differs from the legs' results at that time. */
  record('decided', { decision: Decision, reason: Reason, overridesLegs: z.literal(true).optional() }),
  /** The ruling on the legs, by the book's policy at that time. `contradictsPayout`: another payout was entered before. */
  record('judged', { ruling: Ruling, policy: RefundPolicy, contradictsPayout: z.literal(true).optional() }),
  record('closed', { closing: ClosingPrice }),
  /** An entry of the journal. `reverses`: the record that this one cancels. */
  record('entry', {
    entry: z.enum(entryKinds),
    result: z.enum(ticketResults).nullable(),
    movement: Movement,
    /** The computation of the amount, as text. */
    because: z.string(),
    /** The user entered the payout. */
    isActual: z.boolean(),
    reverses: z.number().int().nullable(),
  }),
])
export type HistoryItem = Readonly<z.infer<typeof HistoryItem>>

/** A change of the team that has no effect on the ticket. */
const ChangeWithoutEffect = z.strictObject({
  uid: z.string(),
  why: WithoutEffect,
  by: RecordAuthor,
  at: z.number(),
  /** Items of the history that it would add. */
  items: z.array(HistoryItem),
})
export type ChangeWithoutEffect = Readonly<z.infer<typeof ChangeWithoutEffect>>

export const TicketDetail = z.strictObject({
  line: TicketLine,
  /** Fair win probability when it was taken; null when none was known. */
  fair: TakenFair.nullable(),
  /** Null without closing odds, or where the margin was unknown. */
  fairClose: ClosingFair.nullable(),
  note: Note,
  /** The reason to doubt the price as recorded; null unless it was suspect, and once another price was entered. */
  priceWarning: PriceWarning.nullable(),
  legs: z.array(LegDetail),
  policy: RefundPolicy,
  /** Endings for the user to choose from, with their payouts; null when only the book knows the payout. */
  choices: z.array(
    z.strictObject({ ending: Ending, payoutMinor: Minor.nullable(), estimateMinor: Minor.nullable() }),
  ),
  isVoided: z.boolean(),
  /** Name of the script that recorded it; null for the user. */
  via: z.string().nullable(),
  /** The parlay that it was recorded from; null for one typed or imported. It may have left the desk. */
  parlayId: z.number().int().nullable(),
  /** Record of the user's last change that is not undone; null when there is none. */
  lastChange: z.number().int().nullable(),
  /** The change that a redo makes again, and the record that undid it, which `undo` undoes; null when there is none. */
  nextRedo: z.strictObject({ change: z.number().int(), undo: z.number().int() }).nullable(),
  history: z.array(HistoryItem),
  /** In the order of the team's log; absent without a team. */
  withoutEffect: z.array(ChangeWithoutEffect).exactOptional(),
})
export type TicketDetail = Readonly<z.infer<typeof TicketDetail>>
