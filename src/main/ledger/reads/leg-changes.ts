/** What a correction changed, field by field, in plain text. */
import type { HistoryItem, LegChange } from '../../../shared/model/ticket/ticket-detail.ts'
import type { TicketLeg } from '../../../shared/model/ticket/ticket.ts'
import { hasSameToken } from '../state/leg-corrections.ts'
import type { LegsCorrection } from '../log/record.ts'

/** Facts by their field; undefined where a fact is none of this. */
export type Written = Readonly<Record<string, string | undefined>>
type Change = Extract<HistoryItem, { kind: 'corrected' }>['changes'][number]

/** A line for each fact that either has. */
export function changesOf(before: Written, now: Written): Change[] {
  const fields = Object.keys({ ...before, ...now })
  return fields
    .filter(field => (before[field] ?? now[field]) !== undefined)
    .map(field => ({ field, was: before[field] ?? '', is: now[field] ?? '' }))
}

/** Leg by leg: those changed or added, then those taken away. */
export function legChanges({ was, now }: LegsCorrection): LegChange[] {
  const kept = new Set(now.map(({ from }) => from))
  const changed = now.map(({ from, leg }): LegChange => {
    const before = from === null ? undefined : was[from]
    if (before === undefined) return legChange('added', leg, changesOf({}, writtenLeg(leg)))
    const isOther = !hasSameToken(before, leg)
    return legChange('changed', before, changesOf(writtenLeg(before), writtenLeg(leg, isOther)))
  })
  const gone = was.filter((_, place) => !kept.has(place))
  return [
    ...changed.filter(({ changes }) => changes.length > 0),
    ...gone.map(leg => legChange('removed', leg, changesOf(writtenLeg(leg), {}))),
  ]
}

/** The name of one that came or went is said already. */
const legChange = (kind: LegChange['kind'], { name }: TicketLeg, changes: readonly Change[]): LegChange => ({
  kind,
  name,
  changes: changes.filter(({ field, was, is }) => was !== is && (kind === 'changed' || field !== 'name')),
})

/** A token is the service's, and is told of but not shown. */
function writtenLeg({ name, market, game, price, oddsId, grade }: TicketLeg, isOther = false): Written {
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
