/** The records of a ticket as they are told: what happened, what it was before, and why. */
import { assertNever } from '../../../shared/failure.ts'
import { majorText } from '../../../shared/model/ticket/money.ts'
import type { TicketTerms } from '../../../shared/model/ticket/ticket.ts'
import type { HistoryItem } from '../../../shared/model/ticket/ticket-detail.ts'
import type { Placed, TicketRecord } from '../log/record.ts'
import { closingPrice } from '../projection/ticket-row.ts'
import { changesOf, legChanges, type Written } from './leg-changes.ts'
import { LegTrail } from './leg-trail.ts'

type Of<K extends TicketRecord['kind']> = Extract<TicketRecord, { kind: K }>
type Place = Pick<HistoryItem, 'seq' | 'at'>

/** Oldest first. One record of several gradings is told leg by leg. */
export function historyOf(records: readonly Placed[]): HistoryItem[] {
  const trail = new LegTrail(records)
  return records.flatMap(({ seq, at, record }) => told({ seq, at }, record, trail))
}

function told(place: Place, record: TicketRecord, trail: LegTrail): HistoryItem[] {
  switch (record.kind) {
    case 'recorded':
      trail.begin(record.facts.legs)
      return [{ ...place, kind: 'recorded' }]
    case 'corrected':
      return [{ ...place, ...correctionOf(record, trail) }]
    case 'graded':
      return gradings(place, record, trail)
    case 'leg-decided': {
      const { place: leg, ...rest } = record
      return [{ ...place, ...rest, name: trail.nameAt(leg) }]
    }
    case 'closed':
      return [{ ...place, kind: 'closed', closing: closingPrice(record.closing) }]
    case 'entry':
      return [{ ...place, kind: 'entry', ...entryOf(record) }]
    case 'voided':
    case 'decided':
    case 'judged':
      return [{ ...place, ...record }]
    default:
      return assertNever(record)
  }
}

function correctionOf({ kind, was, terms, legs, reason }: Of<'corrected'>, trail: LegTrail) {
  if (legs !== undefined) trail.correct(legs)
  const changes = changesOf(writtenTerms(was), writtenTerms(terms))
  return { kind, changes, legs: legs === undefined ? [] : legChanges(legs), reason }
}

function gradings(place: Place, { legs }: Of<'graded'>, trail: LegTrail): HistoryItem[] {
  return legs.map(({ place: leg, grading: { result: is, word } }) => {
    const was = trail.say(leg, is)
    return { ...place, kind: 'graded', place: trail.placeNow(leg), name: trail.nameAt(leg), was, is, word }
  })
}

function entryOf({ entry, result, movement, because, reverses }: Of<'entry'>) {
  return { entry, result, movement, because, reverses }
}

/** Facts in plain text. An amount goes with its currency, so both are in each side of a change of either. */
function writtenTerms(terms: Partial<TicketTerms>): Written {
  const { book, placedAt, stakeMinor, currency, price, kind, isLive, tags, note } = terms
  return {
    book: book?.name,
    placedAt: placedAt === undefined ? undefined : new Date(placedAt).toISOString(),
    stake:
      stakeMinor === undefined ? undefined : `${majorText(stakeMinor, currency ?? '')} ${currency ?? ''}`,
    price: price?.text,
    kind,
    isLive: isLive === undefined ? undefined : isLive ? 'in play' : 'before the start',
    tags: tags?.join(', '),
    note,
  }
}
