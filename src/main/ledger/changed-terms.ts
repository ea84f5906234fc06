/** What a correction changes: the new value of each field that differs, and the old one beside it. */
import type { TicketTerms } from '../../shared/model/ticket.ts'

interface ChangedTerms {
  readonly was: Partial<TicketTerms>
  readonly terms: Partial<TicketTerms>
}

/** Undefined when nothing differs. */
export function changedTerms(before: TicketTerms, now: TicketTerms): ChangedTerms | undefined {
  const changed = differing(before, now)
  if (changed.length === 0) return undefined
  return { was: pick(before, changed), terms: pick(now, changed) }
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
