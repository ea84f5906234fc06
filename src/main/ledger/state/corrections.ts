/** A correction of a ticket: old and new value of each field that differs. */
import type { TicketFacts, TicketTerms } from '../../../shared/model/ticket/ticket.ts'
import type { LegRevision, LegsCorrection } from '../log/record.ts'
import { findLegsCorrection } from './leg-corrections.ts'

export interface FactChanges {
  readonly was: Partial<TicketTerms>
  readonly terms: Partial<TicketTerms>
  readonly legs: LegsCorrection | undefined
}

/** Undefined when nothing differs. Without `legs` they stay as they are. */
export function findFactChanges(
  before: TicketFacts,
  terms: TicketTerms,
  legs: readonly LegRevision[] | undefined,
): FactChanges | undefined {
  const fields = findChangedFields(before, terms)
  const change = legs && findLegsCorrection(before.legs, legs)
  if (fields.length === 0 && change === undefined) return undefined
  return { was: pick(before, fields), terms: pick(terms, fields), legs: change }
}

type Field = keyof TicketTerms

/** Fields that are corrected together: an amount with its currency, a time with its day. */
const fieldGroups: readonly (readonly Field[])[] = [
  ['book'],
  ['placedAt', 'day'],
  ['stakeMinor', 'currency'],
  ['price'],
  ['kind'],
  ['isLive'],
  ['tags'],
  ['note'],
  ['accountId'],
  ['promotionId'],
]

function findChangedFields(before: TicketTerms, now: TicketTerms): Field[] {
  const isChanged = (field: Field) =>
    JSON.stringify(valueOf(before, field)) !== JSON.stringify(valueOf(now, field))
  return fieldGroups.filter(fields => fields.some(isChanged)).flat()
}

function pick(terms: TicketTerms, fields: readonly Field[]): Partial<TicketTerms> {
  return Object.fromEntries(fields.map(field => [field, valueOf(terms, field)]))
}

/** An absent account or promotion is null, so that a correction can say that there is none. */
const valueOf = (terms: TicketTerms, field: Field) => terms[field] ?? null
