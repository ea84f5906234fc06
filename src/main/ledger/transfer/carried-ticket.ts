/**
 * A ticket as it travels in a file: all its records, oldest first, as docs/ledger-format.md describes them. Entries are
 * carried to be read and checked; on the way in they are worked out again and must come out the same.
 */
import { z } from 'zod'
import { entryKinds, Movement } from '../../../shared/model/ticket/ledger-entry.ts'
import { Currency, Minor } from '../../../shared/model/ticket/money.ts'
import { maxLegs } from '../../../shared/model/parlay/parlay.ts'
import { RefundPolicy, Ruling } from '../../../shared/model/ticket/refund-policy.ts'
import { Grading, LegResult, TicketResult } from '../../../shared/model/ticket/settlement.ts'
import { Decision } from '../../../shared/model/ticket/ticket-detail.ts'
import { TakenPrice, TicketFacts, TicketLeg, TicketTerms } from '../../../shared/model/ticket/ticket.ts'
import type { Placed, TicketRecord } from '../log/record.ts'

const At = z.number().int().min(0).max(8_640_000_000_000_000)
const Place = z.number().int().min(0)
const Reason = z.string().max(1_000)
const Priced = z.strictObject({ kind: z.literal('priced'), price: TakenPrice, at: At })
const Unquotable = z.strictObject({ kind: z.literal('unquotable'), why: z.string().max(1_000), at: At })
const record = <K extends string, T extends z.ZodRawShape>(kind: K, shape: T) =>
  z.strictObject({ at: At, kind: z.literal(kind), ...shape })

/** Whose ledger it is, is said once for the whole file. */
const CarriedFacts = TicketFacts.omit({ isDemo: true })

/** Every leg before and after; `from` is the place it had before, counted from 0. */
const CarriedLegs = z.strictObject({
  was: z.array(TicketLeg).readonly(),
  now: z
    .array(z.strictObject({ from: Place.nullable(), leg: TicketLeg }))
    .min(1)
    .max(maxLegs)
    .readonly(),
})

const CarriedRecord = z.discriminatedUnion('kind', [
  record('recorded', { facts: CarriedFacts }),
  record('corrected', {
    was: TicketTerms.partial(),
    terms: TicketTerms.partial(),
    legs: CarriedLegs.optional(),
    reason: Reason,
  }),
  record('voided', { reason: Reason }),
  record('graded', {
    legs: z
      .array(z.strictObject({ place: Place, grading: Grading }))
      .min(1)
      .readonly(),
  }),
  record('leg-decided', { place: Place, result: LegResult.nullable(), reason: Reason }),
  record('decided', { decision: Decision, reason: Reason, overrules: z.literal(true).optional() }),
  record('judged', { ruling: Ruling, policy: RefundPolicy, contests: z.literal(true).optional() }),
  record('closed', { closing: z.discriminatedUnion('kind', [Priced, Unquotable]) }),
  record('entry', {
    entry: z.enum(entryKinds),
    currency: Currency,
    movement: Movement,
    because: z.string(),
    /** Which record of this list it takes back, counted from 0. */
    reverses: Place.nullable(),
    result: TicketResult.nullable(),
    payoutMinor: Minor.nullable(),
    isActual: z.boolean(),
  }),
])
export type CarriedRecord = Readonly<z.infer<typeof CarriedRecord>>

export const CarriedTicket = z.strictObject({ records: z.array(CarriedRecord).min(1).max(100_000) })
export type CarriedTicket = Readonly<z.infer<typeof CarriedTicket>>

/** What the log holds of a ticket, without the numbers that mean something only there; in the order of the format. */
export function carried(records: readonly Placed[]): CarriedTicket {
  const placeOf = new Map(records.map(({ seq }, place) => [seq, place]))
  const ticket = {
    records: records.map(({ at, record: kept }) => ({ at, ...withoutNumbers(kept, placeOf) })),
  }
  return CarriedTicket.safeParse(ticket).data ?? ticket
}

function withoutNumbers(kept: TicketRecord, placeOf: ReadonlyMap<number, number>) {
  if (kept.kind === 'recorded') return { ...kept, facts: carriedFacts(kept.facts) }
  if (kept.kind !== 'entry' || kept.reverses === null) return kept
  return { ...kept, because: '', reverses: placeOf.get(kept.reverses) ?? 0 }
}

const carriedFacts = ({ isDemo: _, ...facts }: TicketFacts) => facts
