/** What a correction changes: the new value of each field that differs, and the old one beside it. */
import type { TicketFacts, TicketTerms } from '../../../shared/model/ticket/ticket.ts'
import { changedLegs } from '../state/leg-corrections.ts'
import type { LegNow, LegsCorrection } from '../log/record.ts'

interface ChangedTerms {
  readonly was: Partial<TicketTerms>
  readonly terms: Partial<TicketTerms>
}

export interface ChangedFacts extends ChangedTerms {
  readonly legs: LegsCorrection | undefined
}

/** Undefined when nothing differs. Without `legs` they stay as they are. */
export function changedFacts(
  before: TicketFacts,
  terms: TicketTerms,
  legs: readonly LegNow[] | undefined,
): ChangedFacts | undefined {
  const fields = differing(before, terms)
  const change = legs && changedLegs(before.legs, legs)
  if (fields.length === 0 && change === undefined) return undefined
  return { was: pick(before, fields), terms: pick(terms, fields), legs: change }
}

type Field = keyof TicketTerms

/** An amount means nothing without its currency, nor a moment without its day: either goes with the other. */
const together: readonly (readonly Field[])[] = [
  ['book'],
  ['placedAt', 'day'],
  ['stakeMinor', 'currency'],
  ['price'],
  ['kind'],
  ['isLive'],
  ['tags'],
  ['note'],
]

function differing(before: TicketTerms, now: TicketTerms): Field[] {
  const isChanged = (field: Field) => JSON.stringify(before[field]) !== JSON.stringify(now[field])
  return together.filter(fields => fields.some(isChanged)).flat()
}

function pick(terms: TicketTerms, fields: readonly Field[]): Partial<TicketTerms> {
  return Object.fromEntries(fields.map(field => [field, terms[field]]))
}
