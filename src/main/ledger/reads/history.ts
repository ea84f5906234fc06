/** The records of a ticket as they are told: what happened, what it was before, and why. */
import { assertNever } from '../../../shared/failure.ts'
import { majorText } from '../../../shared/model/money.ts'
import type { LegResult } from '../../../shared/model/settlement.ts'
import type { TicketTerms } from '../../../shared/model/ticket.ts'
import type { HistoryItem } from '../../../shared/model/ticket-detail.ts'
import type { Placed, TicketRecord } from '../log/record.ts'
import { closingPrice } from '../projection/ticket-row.ts'

type Of<K extends TicketRecord['kind']> = Extract<TicketRecord, { kind: K }>
type Place = Pick<HistoryItem, 'seq' | 'at'>

/** Oldest first. One record of several gradings is told leg by leg. */
export function historyOf(records: readonly Placed[]): HistoryItem[] {
  const said = new Map<number, LegResult>()
  return records.flatMap(({ seq, at, record }) => told({ seq, at }, record, said))
}

function told(place: Place, record: TicketRecord, said: Map<number, LegResult>): HistoryItem[] {
  switch (record.kind) {
    case 'recorded':
      return [{ ...place, kind: 'recorded' }]
    case 'corrected':
      return [{ ...place, kind: 'corrected', changes: changesOf(record), reason: record.reason }]
    case 'graded':
      return gradings(place, record, said)
    case 'closed':
      return [{ ...place, kind: 'closed', closing: closingPrice(record.closing) }]
    case 'entry':
      return [{ ...place, kind: 'entry', ...entryOf(record) }]
    case 'voided':
    case 'leg-decided':
    case 'decided':
    case 'judged':
      return [{ ...place, ...record }]
    default:
      return assertNever(record)
  }
}

function gradings(place: Place, { legs }: Of<'graded'>, said: Map<number, LegResult>): HistoryItem[] {
  return legs.map(({ place: leg, grading }) => {
    const was = said.get(leg) ?? 'pending'
    said.set(leg, grading.result)
    return { ...place, kind: 'graded', place: leg, was, is: grading.result, word: grading.word }
  })
}

function entryOf({ entry, result, movement, because, reverses }: Of<'entry'>) {
  return { entry, result, movement, because, reverses }
}

function changesOf({ was, terms }: Of<'corrected'>) {
  const [before, now] = [written(was), written(terms)]
  return Object.keys(now).map(field => ({ field, was: before[field] ?? '', is: now[field] ?? '' }))
}

/** Facts in plain text. An amount goes with its currency, so both are in each side of a change of either. */
function written(terms: Partial<TicketTerms>): Record<string, string> {
  const { book, placedAt, stakeMinor, currency, price, kind, isLive, tags, note } = terms
  const texts = {
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
  return Object.fromEntries(
    Object.entries(texts).flatMap(([field, text]) => (text === undefined ? [] : [[field, text]])),
  )
}
