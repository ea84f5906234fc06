/**
 * A ticket as it travels in a file: all its records, oldest first, as docs/ledger-format.md describes them. Entries are
 * there to be read and checked; an import works them out again and must come to the same.
 */
import { z } from 'zod'
import { entryKinds, Movement } from '../../../shared/model/ticket/ledger-entry.ts'
import { Currency, Minor } from '../../../shared/model/ticket/money.ts'
import { maxLegs } from '../../../shared/model/parlay/parlay.ts'
import { RefundPolicy, Ruling } from '../../../shared/model/ticket/refund-policy.ts'
import { Grading, LegResult, TicketResult } from '../../../shared/model/ticket/settlement.ts'
import { Decision } from '../../../shared/model/ticket/ticket-detail.ts'
import { TakenPrice, TicketFacts, TicketLeg, TicketTerms } from '../../../shared/model/ticket/ticket.ts'
import type { LoggedRecord, TicketRecord } from '../log/record.ts'

const At = z.number().int().min(0).max(8_640_000_000_000_000)
const Place = z.number().int().min(0)
const Reason = z.string().max(1_000)
const Priced = z.strictObject({ kind: z.literal('priced'), price: TakenPrice, at: At })
const Unquotable = z.strictObject({ kind: z.literal('unquotable'), why: z.string().max(1_000), at: At })
const record = <K extends string, T extends z.ZodRawShape>(kind: K, shape: T) =>
  z.strictObject({ at: At, kind: z.literal(kind), ...shape })

/** Without the owner, which is stated once for the whole file. */
const PortableFacts = TicketFacts.omit({ isDemo: true })

/** Every leg before and after; `from` is the previous place, counted from 0. */
const PortableLegs = z.strictObject({
  was: z.array(TicketLeg).readonly(),
  now: z
    .array(z.strictObject({ from: Place.nullable(), leg: TicketLeg }))
    .min(1)
    .max(maxLegs)
    .readonly(),
})

const PortableRecord = z.discriminatedUnion('kind', [
  record('recorded', { facts: PortableFacts }),
  record('corrected', {
    was: TicketTerms.partial(),
    terms: TicketTerms.partial(),
    legs: PortableLegs.optional(),
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
    /** Record of this list that it reverses, counted from 0. */
    reverses: Place.nullable(),
    result: TicketResult.nullable(),
    payoutMinor: Minor.nullable(),
    isActual: z.boolean(),
  }),
])
export type PortableRecord = Readonly<z.infer<typeof PortableRecord>>

export const PortableTicket = z.strictObject({ records: z.array(PortableRecord).min(1).max(100_000) })
export type PortableTicket = Readonly<z.infer<typeof PortableTicket>>

/** Leaves out numbers that have a meaning in one log only. Fields come in the order of the format. */
export function toPortable(records: readonly LoggedRecord[]): PortableTicket {
  const places = new Map(records.map(({ seq }, place) => [seq, place]))
  const ticket = {
    records: records.map(({ at, record: stored }) => ({ at, ...withoutNumbers(stored, places) })),
  }
  return PortableTicket.safeParse(ticket).data ?? ticket
}

function withoutNumbers(stored: TicketRecord, places: ReadonlyMap<number, number>) {
  if (stored.kind === 'recorded') return { ...stored, facts: withoutOwner(stored.facts) }
  if (stored.kind !== 'entry' || stored.reverses === null) return stored
  return { ...stored, because: '', reverses: places.get(stored.reverses) ?? 0 }
}

const withoutOwner = ({ isDemo: _, ...facts }: TicketFacts) => facts
