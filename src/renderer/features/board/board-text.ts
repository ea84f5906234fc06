/** Texts of the Legs pane: its sources and their loads, the slip, and when a game starts. */
import { assertNever, type Outcome } from '../../../shared/failure.ts'
import { lastSession, type BoardStatus, type SlipCheck } from '../../../shared/model/game/board.ts'
import type {
  LoadReport,
  FeedPlan,
  Source,
  SourceKind,
  SourceState,
} from '../../../shared/model/game/source.ts'
import type { GameInfo } from '../../../shared/model/game/selection.ts'
import { leagueText } from '../../../shared/model/game/league-text.ts'
import { megabytes, pluralize, countText } from '../../format/number-text.ts'
import { calendarDay, clockTime, ageText } from '../../format/time-text.ts'

/** True if a refresh may mend a failed load: that of the feed, or of the odds of the last session. */
export const isFeedFailure = (loading: BoardStatus['loading'], feed: Source | undefined): boolean =>
  loading.kind === 'failed' && feed !== undefined && [feed.name, lastSession].includes(loading.source)

type LoadingState = Extract<SourceState, { kind: 'loading' }>

const kindNames = { paste: 'Pasted', file: 'File', feed: 'Odds feed' } as const

export function kindText(kind: SourceKind): string {
  if (kind.kind !== 'watch') return kindNames[kind.kind]
  return kind.isFolder ? 'Watched folder' : 'Watched file'
}

/** `Updated 4 min ago · 41,208 odds`; odds from before stay after a failed load. */
export function stateText({ state, offers, isOn }: Source, now: number): string {
  const kept = pluralize(offers, 'odds', 'odds')
  switch (state.kind) {
    case 'never':
      return 'Not loaded yet'
    case 'loading':
      return offers > 0 ? `Loading · ${kept} from before` : 'Loading'
    case 'ready':
      return `Updated ${ageText(now - state.at)} ago · ${isOn ? kept : 'off'}`
    case 'failed':
      return `Failed ${ageText(now - state.at)} ago · ${kept} from before`
    default:
      return assertNever(state)
  }
}

/** `41,208 added · 38 updated · 9 skipped`. */
export function reportText({ taken, replaced, leftOut }: LoadReport): string {
  return `${countText(taken)} added · ${countText(replaced)} updated · ${countLeftOut(leftOut)} skipped`
}

/** `1,204`: offers left out for all reasons. */
export const countLeftOut = (leftOut: LoadReport['leftOut']): string =>
  countText(leftOut.reduce((sum, { count }) => sum + count, 0))

/** Question before a removal. */
export function removalText({ offers, overrides }: Pick<Source, 'offers' | 'overrides'>): string {
  const returning = overrides.filter(({ isFeed }) => !isFeed).map(({ name }) => `“${name}”`)
  const feeds = overrides.filter(({ isFeed }) => isFeed)
  return [
    `Removes ${countText(offers)} odds. Your file isn’t deleted.`,
    ...(returning.length > 0 ? [`Also available from: ${namesText(returning)}.`] : []),
    ...feeds.map(({ name }) => `“${name}” may have some of them: refresh it to get those back.`),
  ].join(' ')
}

const maxNames = 3

/** `“a.json”, “b.json”, “c.json” and 2 others`. */
function namesText(names: readonly string[]): string {
  const others = names.length - maxNames
  const named = names.slice(0, maxNames).join(', ')
  return others > 0 ? `${named} and ${pluralize(others, 'other')}` : named
}

export const reloadText = 'Some odds went away with a removed source. Refresh to get them back.'

/** `41,208 objects · 12 of 48 MB · 9s left`, as far as known. A feed's calls may wait for a permit first. */
export function progressText({ done, of, objects, secondsLeft }: LoadingState): string {
  if (done === 0 && of === 0) return ''
  const size = of > 0 ? `${megabytes(done)} of ${megabytes(of)} MB` : `${megabytes(done)} MB`
  const left = secondsLeft === null ? [] : [`${ageText(secondsLeft * 1000)} left`]
  return [pluralize(objects, 'object'), size, ...left].join(' · ')
}

/** Whole per cent; undefined while the size is not known. */
export function toPercent({ done, of }: { done: number; of: number }): number | undefined {
  return of > 0 ? Math.min(100, Math.floor((100 * done) / of)) : undefined
}

/** `NFL, NBA · live only · every 30s`. */
export function planText({ leagues, isLiveOnly, isMainOnly, everySeconds }: FeedPlan): string {
  return [
    leagues.length === 0 ? 'All leagues' : leagues.map(leagueText).join(', '),
    ...(isLiveOnly ? ['live only'] : []),
    ...(isMainOnly ? ['main lines only'] : []),
    everySeconds === null ? 'manual' : `every ${countText(everySeconds)}s`,
  ].join(' · ')
}

/** `12 calls per refresh`; null is a feed whose books are not known yet. */
export const callsText = (calls: Source['calls']): string =>
  calls === null
    ? '1 call to find the books, then 1 per book and league'
    : `${pluralize(calls, 'call')} per refresh`

/** `12 calls per refresh, 24 a minute`. */
export function costText({ calls, perMinute }: Pick<Source, 'calls'> & { perMinute: number }): string {
  const load = callsText(calls)
  if (calls === null) return load
  return perMinute > 0 ? `${load}, ${countText(Math.round(perMinute * 10) / 10)} a minute` : load
}

const minuteMs = 60_000
const farAheadMs = 18 * 60 * minuteMs

/** `7:30 PM · 2h 5m`; far ahead the day instead; `Live`, or `Started 6:17 PM` after that time. Empty when unknown. */
export function startText({ startAt, isLive }: Pick<GameInfo, 'startAt' | 'isLive'>, now: number): string {
  if (isLive) return 'Live'
  if (startAt === null) return ''
  const aheadMs = startAt - now
  if (aheadMs <= 0) return `Started ${clockTime(startAt)}`
  if (aheadMs > farAheadMs) return `${calendarDay(startAt)}, ${clockTime(startAt)}`
  return `${clockTime(startAt)} · ${aheadText(Math.ceil(aheadMs / minuteMs))}`
}

function aheadText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)}h${rest === 0 ? '' : ` ${rest}m`}`
}

/**
 * Sentence on the books that offer all legs of the slip, together or, for legs of several games, only each alone. `check`
 * is undefined while it is awaited.
 */
export function coverageText(
  check: Outcome<SlipCheck> | undefined,
  books: number,
  isOneGame: boolean,
): string {
  if (check === undefined) return 'Checking books…'
  if (!check.ok) return 'Couldn’t check the books.'
  const complete = check.value.completeBooks.length
  const what = isOneGame ? 'this' : 'each leg'
  return complete === books
    ? `All ${pluralize(books, 'book')} offer ${what}.`
    : `${complete} of ${pluralize(books, 'book')} offer ${what}.`
}

/** Sentence on the calls that adding makes; empty for none. */
export const addingText = (calls: number, fitsNow: boolean): string =>
  calls === 0 ? '' : `Uses ${pluralize(calls, 'call')}${fitsNow ? '' : ', spread over a minute'}.`
