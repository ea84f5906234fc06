/** Texts of the Legs pane: its sources and their loads, the slip, and when a game starts. */
import { assertNever, type Outcome } from '../../../shared/failure.ts'
import type { SlipCheck } from '../../../shared/model/game/board.ts'
import type { Book } from '../../../shared/model/game/book.ts'
import type {
  LoadReport,
  FeedPlan,
  Source,
  SourceKind,
  SourceState,
} from '../../../shared/model/game/source.ts'
import { maxLegs } from '../../../shared/model/parlay/parlay.ts'
import { megabytes, pluralize, countText } from '../../format/number-text.ts'
import { calendarDay, clockTime, ageText } from '../../format/time-text.ts'
import type { ChosenLeg } from './slip/useSlip.ts'

export type LoadingState = Extract<SourceState, { kind: 'loading' }>

export function kindText(kind: SourceKind): string {
  switch (kind.kind) {
    case 'paste':
      return 'Pasted'
    case 'file':
      return 'File'
    case 'watch':
      return kind.isFolder ? 'Watched folder' : 'Watched file'
    case 'feed':
      return 'Odds feed'
    default:
      return assertNever(kind)
  }
}

/** `Loaded 4 min ago · 41,208 offers`; offers from before stay after a failed load. */
export function stateText({ state, offers, isOn }: Source, now: number): string {
  const kept = pluralize(offers, 'offer')
  switch (state.kind) {
    case 'never':
      return 'Not loaded yet'
    case 'loading':
      return offers > 0 ? `Loading · ${kept} from before` : 'Loading'
    case 'ready':
      return `Loaded ${ageText(now - state.at)} ago · ${isOn ? kept : 'off: gives nothing to the board'}`
    case 'failed':
      return `Failed ${ageText(now - state.at)} ago · ${kept} from before`
    default:
      return assertNever(state)
  }
}

/** `Took 41,208 · replaced 38 · left out 9`. */
export function reportText({ taken, replaced, leftOut }: LoadReport): string {
  const missed = leftOut.reduce((sum, { count }) => sum + count, 0)
  return `Took ${countText(taken)} · replaced ${countText(replaced)} · left out ${countText(missed)}`
}

/** Text of the question before a removal. */
export function removalText({ offers, overrides }: Pick<Source, 'offers' | 'overrides'>): string {
  const returning = overrides.filter(({ isFeed }) => !isFeed).map(({ name }) => `“${name}”`)
  const feeds = overrides.filter(({ isFeed }) => isFeed)
  return [
    `${pluralize(offers, 'offer')} of it will leave the board; no file is deleted.`,
    ...(returning.length > 0
      ? [`Other sources give back what they have of them: ${namesText(returning)}.`]
      : []),
    ...feeds.map(({ name }) => `“${name}” may have some of them: load it again to have those back.`),
  ].join(' ')
}

const maxNames = 3

/** `“a.json”, “b.json”, “c.json” and 2 others`. */
function namesText(names: readonly string[]): string {
  const others = names.length - maxNames
  const named = names.slice(0, maxNames).join(', ')
  return others > 0 ? `${named} and ${pluralize(others, 'other')}` : named
}

export const reloadText =
  'Offers of it left the board with a source that is off or removed. Load it again to have them back.'

/** `41,208 objects · 12 of 48 MB · 9 s left`, as far as known. A feed's calls may wait for a permit first. */
export function progressText({ done, of, objects, secondsLeft }: LoadingState): string {
  if (done === 0 && of === 0) return 'waiting to begin'
  const size = of > 0 ? `${megabytes(done)} of ${megabytes(of)} MB` : `${megabytes(done)} MB`
  const left = secondsLeft === null ? [] : [`${ageText(secondsLeft * 1000)} left`]
  return [pluralize(objects, 'object'), size, ...left].join(' · ')
}

/** Whole per cent; undefined while the size is not known. */
export function toPercent({ done, of }: { done: number; of: number }): number | undefined {
  return of > 0 ? Math.min(100, Math.floor((100 * done) / of)) : undefined
}

/** `NFL, NBA · live only · every 30 s`. */
export function planText({ leagues, isLiveOnly, isMainOnly, everySeconds }: FeedPlan): string {
  return [
    leagues.length === 0 ? 'All leagues' : leagues.join(', '),
    ...(isLiveOnly ? ['live only'] : []),
    ...(isMainOnly ? ['main lines only'] : []),
    everySeconds === null ? 'on demand' : `every ${countText(everySeconds)} s`,
  ].join(' · ')
}

/** `12 calls a load`; null is a feed whose books are not known yet. */
export const callsText = (calls: Source['calls']): string =>
  calls === null
    ? '1 call to find the books, then one for each book and league'
    : `${pluralize(calls, 'call')} a load`

/** `12 calls a load, 24 a minute`. */
export function costText({ calls, perMinute }: Pick<Source, 'calls'> & { perMinute: number }): string {
  const load = callsText(calls)
  if (calls === null) return load
  return perMinute > 0
    ? `${load}, ${countText(Math.round(perMinute * 10) / 10)} a minute`
    : `${load}, on demand only`
}

/** `3 legs · one game`. */
export function slipSizeText(legs: readonly ChosenLeg[]): string {
  const games = new Set(legs.map(leg => leg.game.id)).size
  return `${pluralize(legs.length, 'leg')} · ${games === 1 ? 'one game' : `${games} games`}`
}

/** `9 of 12 books can price this.` Undefined while the answer is awaited. */
export function coverageText(check: Outcome<SlipCheck> | undefined, books: number): string {
  if (check === undefined) return 'Looking which books can price it…'
  if (!check.ok) return 'Which books can price it is not known.'
  const complete = check.value.completeBooks.length
  return complete === 0 ? 'No book can price this.' : `${complete} of ${books} books can price this.`
}

/** Cost of adding: a call for each book that is on and can price it. `fits`: true when this number of calls may be sent now. */
export function slipCostText(
  check: SlipCheck | undefined,
  books: readonly Book[],
  fits: (calls: number) => boolean,
): string {
  const calls = books.filter(({ id, isOn }) => isOn && check?.completeBooks.includes(id)).length
  if (calls === 0) return ''
  return `Adding it makes ${pluralize(calls, 'call')}${fits(calls) ? '' : ', not all at once'}.`
}

/** Names of the books that lack a leg, in the user's order. */
export function findLackingBooks(check: SlipCheck | undefined, books: readonly Book[]): readonly string[] {
  if (check === undefined) return []
  return books.filter(book => !check.completeBooks.includes(book.id)).map(book => book.name)
}

/** Warnings before adding; none of them prevents it. */
export function slipWarningTexts(
  legs: readonly ChosenLeg[],
  check: SlipCheck | undefined,
): readonly string[] {
  const full = legs.length === maxLegs ? [`A parlay has at most ${maxLegs} legs: this one is full.`] : []
  return [...full, ...(check?.warnings ?? [])]
}

const minuteMs = 60_000
const farAheadMs = 18 * 60 * minuteMs

/** `19:30 · in 2 h 05`; far ahead the day instead; `19:30 · started` after that time. Empty when unknown. */
export function startText(startAt: number | null, now: number): string {
  if (startAt === null) return ''
  const aheadMs = startAt - now
  if (aheadMs <= 0) return `${clockTime(startAt)} · started`
  if (aheadMs > farAheadMs) return `${calendarDay(startAt)} ${clockTime(startAt)}`
  return `${clockTime(startAt)} · in ${aheadText(Math.ceil(aheadMs / minuteMs))}`
}

function aheadText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${String(rest).padStart(2, '0')}`}`
}
