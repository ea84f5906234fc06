/** Sources of odds objects in words: what each is, how its load goes, what its feed costs. */
import { assertNever } from '../../../shared/failure.ts'
import type {
  LoadReport,
  FeedPlan,
  Source,
  SourceKind,
  SourceState,
} from '../../../shared/model/game/source.ts'
import { megabytes } from '../../format/byte-size.ts'
import { countOf, countText } from '../../format/count.ts'
import { ageText } from '../../format/duration.ts'

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

/** `Loaded 4 min ago · 41,208 offers`; what there is stays after a load that failed. */
export function stateText({ state, offers, isOn }: Source, now: number): string {
  const kept = countOf(offers, 'offer')
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

/** What the question before a removal says; counts of other sources are upper bounds. */
export function removalText({ offers, covers }: Pick<Source, 'offers' | 'covers'>): string {
  const returning = covers.filter(by => by.comesBack)
  const waiting = covers.filter(by => !by.comesBack)
  const back = `Other sources give back what they have of them: ${countsText(returning)}.`
  return [
    `${countOf(offers, 'offer')} of it will leave the board; no file is deleted.`,
    ...(returning.length > 0 ? [back] : []),
    ...waiting.map(
      by => `“${by.name}” has up to ${countText(by.offers)} of them: load it again to have those back.`,
    ),
  ].join(' ')
}

const namesShown = 3

/** `up to 40 from “a.json”, up to 7 from “b.json”`. */
function countsText(covered: Source['covers']): string {
  const [named, others] = [covered.slice(0, namesShown), covered.slice(namesShown)]
  const rest = others.reduce((sum, { offers }) => sum + offers, 0)
  return [
    ...named.map(({ name, offers }) => `up to ${countText(offers)} from “${name}”`),
    ...(others.length > 0 ? [`up to ${countText(rest)} from ${countOf(others.length, 'other')}`] : []),
  ].join(', ')
}

/** What a source says that has not given back what it can. */
export const owedText = (owed: number): string =>
  `Up to ${countOf(owed, 'offer')} of it left the board with a source that is off or removed. Load it again to have them back.`

/** `41,208 objects · 12 of 48 MB · 9 s left`, as far as known. Calls of a feed may wait for their turn first. */
export function progressText({ done, of, objects, secondsLeft }: LoadingState): string {
  if (done === 0 && of === 0) return 'waiting to begin'
  const size = of > 0 ? `${megabytes(done)} of ${megabytes(of)} MB` : `${megabytes(done)} MB`
  const left = secondsLeft === null ? [] : [`${ageText(secondsLeft * 1000)} left`]
  return [countOf(objects, 'object'), size, ...left].join(' · ')
}

/** Whole per cent; undefined while nobody knows how much there is. */
export function percentOf({ done, of }: { done: number; of: number }): number | undefined {
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

/** `12 calls a load`, or what is told before anybody knows which books a feed has. */
export const callsText = (calls: Source['calls']): string =>
  calls === null
    ? '1 call to find the books, then one for each book and league'
    : `${countOf(calls, 'call')} a load`

/** `12 calls a load, 24 a minute`. */
export function costText({ calls, perMinute }: Pick<Source, 'calls'> & { perMinute: number }): string {
  const load = callsText(calls)
  if (calls === null) return load
  return perMinute > 0
    ? `${load}, ${countText(Math.round(perMinute * 10) / 10)} a minute`
    : `${load}, on demand only`
}
