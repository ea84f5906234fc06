/** The history of a ticket for the screen: each record with the values before it, the new ones, and the reason. */
import { assertNever } from '../../../shared/failure.ts'
import { majorText } from '../../../shared/model/ticket/money.ts'
import type { LegResult } from '../../../shared/model/ticket/settlement.ts'
import type { HistoryItem, LegChange } from '../../../shared/model/ticket/ticket-detail.ts'
import type { TicketLeg, TicketTerms } from '../../../shared/model/ticket/ticket.ts'
import type { LegsCorrection, LoggedRecord, RecordOf, TicketRecord } from '../log/record.ts'
import { toClosingPrice } from '../projection/ticket-row.ts'
import { findPlaceAfter, hasSameToken } from '../state/leg-corrections.ts'

type Place = Pick<HistoryItem, 'seq' | 'at'>

/** Oldest first. A record with several gradings gives an item for each. */
export function describeHistory(records: readonly LoggedRecord[], names: TermNames): HistoryItem[] {
  const context = { timeline: new LegTimeline(records), names }
  return records.flatMap(({ seq, at, record }) => describeRecord({ seq, at }, record, context))
}

interface TermNames {
  /** `Main at Bravo`. */
  readonly account: (accountId: string) => string
  readonly promotion: (promotionId: string) => string
}

interface Context {
  readonly timeline: LegTimeline
  readonly names: TermNames
}

function describeRecord(place: Place, record: TicketRecord, context: Context): HistoryItem[] {
  const { timeline } = context
  switch (record.kind) {
    case 'recorded': {
      const { legs, priceWarning } = record.facts
      timeline.begin(legs)
      return [{ ...place, kind: 'recorded', priceWarning }]
    }
    case 'corrected':
      return [{ ...place, ...describeCorrection(record, context) }]
    case 'graded':
      return describeGradings(place, record, timeline)
    case 'leg-decided': {
      const { kind, place: leg, result, reason } = record
      return [{ ...place, kind, name: timeline.nameAt(leg), result, reason }]
    }
    case 'closed':
      return [{ ...place, kind: 'closed', closing: toClosingPrice(record.closing) }]
    case 'entry':
      return [{ ...place, ...describeEntry(record) }]
    case 'voided':
    case 'restored':
      return [{ ...place, kind: record.kind, reason: record.reason }]
    case 'decided': {
      const { kind, decision, reason, overrules: overridesLegs } = record
      return [{ ...place, kind, decision, reason, overridesLegs }]
    }
    case 'judged': {
      const { contests: contradictsPayout, ...rest } = record
      return [{ ...place, ...rest, contradictsPayout }]
    }
    default:
      return assertNever(record)
  }
}

function describeCorrection(
  { kind, was, terms, legs, reason }: RecordOf<'corrected'>,
  { timeline, names }: Context,
) {
  if (legs !== undefined) timeline.correct(legs)
  const changes = describeChanges(toTermTexts(was, names), toTermTexts(terms, names))
  return { kind, changes, legs: legs === undefined ? [] : describeLegChanges(legs), reason }
}

function describeGradings(place: Place, { legs }: RecordOf<'graded'>, timeline: LegTimeline): HistoryItem[] {
  return legs.map(({ place: leg, grading: { result: is, word } }) => ({
    ...place,
    kind: 'graded',
    place: timeline.findCurrentPlace(leg),
    name: timeline.nameAt(leg),
    was: timeline.setResult(leg, is),
    is,
    word,
  }))
}

function describeEntry({ kind, entry, result, movement, because, isActual, reverses }: RecordOf<'entry'>) {
  return { kind, entry, result, movement, because, isActual, reverses }
}

/** Fields as plain text; undefined for missing ones. */
type FieldTexts = Readonly<Record<string, string | undefined>>
type Change = Extract<HistoryItem, { kind: 'corrected' }>['changes'][number]

/** A stake is written with its currency, so that a change of either shows both. */
function toTermTexts(terms: Partial<TicketTerms>, names: TermNames): FieldTexts {
  const { book, placedAt, stakeMinor, currency, price, kind, isLive, tags, note, accountId, promotionId } =
    terms
  return {
    book: book?.name,
    placedAt: placedAt === undefined ? undefined : new Date(placedAt).toISOString(),
    stake:
      stakeMinor === undefined ? undefined : `${majorText(stakeMinor, currency ?? '')} ${currency ?? ''}`,
    price: price?.text,
    kind,
    isLive: isLive === undefined ? undefined : isLive ? 'live' : 'pregame',
    tags: tags?.join(', '),
    note,
    account: accountId === null ? '' : accountId && names.account(accountId),
    promotion: promotionId === null ? '' : promotionId && names.promotion(promotionId),
  }
}

/** One change for each field that either side has. */
function describeChanges(before: FieldTexts, now: FieldTexts): Change[] {
  const fields = Object.keys({ ...before, ...now })
  return fields
    .filter(field => (before[field] ?? now[field]) !== undefined)
    .map(field => ({ field, was: before[field] ?? '', is: now[field] ?? '' }))
}

/** Changed and added legs first, then removed ones. */
function describeLegChanges({ was, now }: LegsCorrection): LegChange[] {
  const kept = new Set(now.map(({ from }) => from))
  const changed = now.map(({ from, leg }): LegChange => {
    const before = from === null ? undefined : was[from]
    if (before === undefined) return toLegChange('added', leg, describeChanges({}, toLegTexts(leg)))
    const isOther = !hasSameToken(before, leg)
    return toLegChange('changed', before, describeChanges(toLegTexts(before), toLegTexts(leg, isOther)))
  })
  const gone = was.filter((_, place) => !kept.has(place))
  return [
    ...changed.filter(({ changes }) => changes.length > 0),
    ...gone.map(leg => toLegChange('removed', leg, describeChanges(toLegTexts(leg), {}))),
  ]
}

/** The name of an added or removed leg is in the item itself. */
const toLegChange = (
  kind: LegChange['kind'],
  { name }: TicketLeg,
  changes: readonly Change[],
): LegChange => ({
  kind,
  name,
  changes: changes.filter(({ field, was, is }) => was !== is && (kind === 'changed' || field !== 'name')),
})

/** A change of a token is mentioned; the token itself is never shown. */
function toLegTexts({ name, market, game, price, oddsId, grade }: TicketLeg, isOther = false): FieldTexts {
  const { title, league, startAt } = game
  return {
    name,
    market,
    game: title,
    league,
    startAt: startAt === null ? '' : new Date(startAt).toISOString(),
    singlePrice: price?.text,
    oddsId: oddsId ?? '',
    grade: (grade ?? '') === '' ? '' : isOther ? 'another' : 'given',
  }
}

interface PastLeg {
  readonly name: string
  /** The service's last result. */
  result: LegResult
}

/**
 * Follows a ticket's legs through its records: their names and results at the time of each record, and their final
 * places.
 */
class LegTimeline {
  #legs: readonly PastLeg[] = []
  #laterCorrections: readonly LegsCorrection[]

  constructor(records: readonly LoggedRecord[]) {
    this.#laterCorrections = records.flatMap(({ record }) =>
      record.kind === 'corrected' && record.legs !== undefined ? [record.legs] : [],
    )
  }

  begin(legs: readonly TicketLeg[]): void {
    this.#legs = legs.map(({ name }) => ({ name, result: 'pending' }))
  }

  nameAt(place: number): string {
    return this.#legs[place]?.name ?? `Leg ${place + 1}`
  }

  /** Returns the result before. */
  setResult(place: number, result: LegResult): LegResult {
    const leg = this.#legs[place]
    const was = leg?.result ?? 'pending'
    if (leg !== undefined) leg.result = result
    return was
  }

  /** Final place of a leg that is now at this place; null when it was removed, or its gradings no longer apply. */
  findCurrentPlace(place: number): number | null {
    return this.#laterCorrections.reduce<number | null>(
      (at, correction) => (at === null ? null : findPlaceAfter(correction, at)),
      place,
    )
  }

  correct(correction: LegsCorrection): void {
    this.#laterCorrections = this.#laterCorrections.slice(1)
    const before = this.#legs
    this.#legs = correction.now.map(({ from, leg: { name } }, place) => {
      const isSame = from !== null && findPlaceAfter(correction, from) === place
      return { name, result: (isSame ? before[from]?.result : undefined) ?? 'pending' }
    })
  }
}
