/** A source as the window sees it: its record, what is under way of it, and its offers on the board. */
import type { Source, SourceKind, SourceState } from '../../../shared/model/game/source.ts'
import type { SourceOrigin, StoredSource } from '../../account/stored-source.ts'
import type { Board } from '../board.ts'
import { sourceOf, type Covering } from './covering.ts'
import type { FeedLoader } from './feed-loader.ts'
import type { SourceLoads } from './load-queue.ts'

/** Calls that one load of a source makes. */
export const callsOf = ({ origin }: StoredSource, feed: Pick<FeedLoader, 'cost'>): Source['calls'] =>
  origin.kind === 'feed' ? feed.cost(origin.plan).calls : 0

interface Facts {
  readonly board: Board
  readonly feed: FeedLoader
  readonly loads: SourceLoads
  readonly covering: Covering
  /** All sources of the profile. */
  readonly records: readonly StoredSource[]
}

export function sourceView(record: StoredSource, from: Facts): Source {
  const { id, name, origin, isOn, lastLoad } = record
  const offers = [...from.board.offersBySource()]
    .filter(([part]) => sourceOf(part) === id)
    .reduce((sum, [, count]) => sum + count, 0)
  const [state, calls] = [stateOf(record, from), callsOf(record, from.feed)]
  const covers = from.covering.coveredBy(id, from.records)
  const owed = from.covering.owedTo(id)
  return { id, name, kind: kindOf(origin), isOn, state, offers, lastLoad, covers, owed, calls }
}

function kindOf(origin: SourceOrigin): SourceKind {
  if (origin.kind === 'dropped' || origin.kind === 'file') return { kind: 'file' }
  if (origin.kind === 'watch') return { kind: 'watch', isFolder: origin.isFolder }
  return origin
}

function stateOf({ id, lastLoad }: StoredSource, { board, loads }: Facts): SourceState {
  const parts = loads.partsOf(id)
  if (parts.length > 0) return progressOf(parts, board)
  const failure = loads.failureOf(id)
  if (failure !== undefined) return { kind: 'failed', ...failure }
  return lastLoad === null ? { kind: 'never' } : { kind: 'ready', at: lastLoad.at }
}

/** Parts that are still read or fetched count as nothing. */
function progressOf(parts: readonly string[], board: Board): SourceState {
  const known = parts.flatMap(part => board.sourceProgress(part) ?? [])
  const sum = (of: (each: (typeof known)[number]) => number) => known.reduce((all, each) => all + of(each), 0)
  const seconds = known.flatMap(({ secondsLeft }) => secondsLeft ?? [])
  return {
    kind: 'loading',
    done: sum(({ done }) => done),
    of: sum(({ of }) => of),
    objects: sum(({ objects }) => objects),
    secondsLeft: seconds.length === 0 ? null : Math.max(...seconds),
  }
}
