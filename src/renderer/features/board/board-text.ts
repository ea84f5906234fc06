/** Texts of the Legs pane: its sources and their loads, and when a game starts. */
import { assertNever } from '../../../shared/failure.ts'
import type {
  LoadReport,
  FeedPlan,
  Source,
  SourceKind,
  SourceState,
} from '../../../shared/model/game/source.ts'
import { megabytes, pluralize, countText } from '../../format/number-text.ts'
import { calendarDay, clockTime, ageText } from '../../format/time-text.ts'

type LoadingState = Extract<SourceState, { kind: 'loading' }>

const kindNames = { paste: 'Pasted', file: 'File', feed: 'Odds feed' } as const

export function kindText(kind: SourceKind): string {
  if (kind.kind !== 'watch') return kindNames[kind.kind]
  return kind.isFolder ? 'Watched folder' : 'Watched file'
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
  return `Took ${countText(taken)} · replaced ${countText(replaced)} · left out ${countLeftOut(leftOut)}`
}

/** `1,204`: offers left out for all reasons. */
export const countLeftOut = (leftOut: LoadReport['leftOut']): string =>
  countText(leftOut.reduce((sum, { count }) => sum + count, 0))

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

/** `41,208 objects · 12 of 48 MB · 9s left`, as far as known. A feed's calls may wait for a permit first. */
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

/** `NFL, NBA · live only · every 30s`. */
export function planText({ leagues, isLiveOnly, isMainOnly, everySeconds }: FeedPlan): string {
  return [
    leagues.length === 0 ? 'All leagues' : leagues.join(', '),
    ...(isLiveOnly ? ['live only'] : []),
    ...(isMainOnly ? ['main lines only'] : []),
    everySeconds === null ? 'on demand' : `every ${countText(everySeconds)}s`,
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

const minuteMs = 60_000
const farAheadMs = 18 * 60 * minuteMs

/** `7:30 PM · 2h 5m`; far ahead the day instead; `Started 6:17 PM` after that time. Empty when unknown. */
export function startText(startAt: number | null, now: number): string {
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
