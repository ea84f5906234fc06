/** The sources of the profile in use, oldest first, stored at every change; and each as the window shows it. */
import { invalidInput, Refusal } from '../../../shared/failure.ts'
import {
  type FeedPlan,
  type LoadReport,
  type Source,
  SourceId,
  type SourceKind,
  type SourceState,
} from '../../../shared/model/game/source.ts'
import type { SourceOrigin, StoredSource } from '../../account/stored-settings.ts'
import type { Board } from '../board.ts'
import type { LoadQueue } from './load-queue.ts'

/** The stored sources of each profile. */
export interface StoredSources {
  read(profileId: string): readonly StoredSource[]
  write(sources: StoredSource[], profileId: string): void
}

export class SourceRecords {
  readonly profileId: string
  readonly #stored: StoredSources
  #list: readonly StoredSource[]
  /** True once another profile is in use. Returning to this one creates new records. */
  isClosed = false

  constructor(stored: StoredSources, profileId: string) {
    this.#stored = stored
    this.profileId = profileId
    this.#list = stored.read(profileId)
  }

  /** Ignores changes from now on: loads may still be under way. */
  close(): void {
    this.isClosed = true
  }

  all(): readonly StoredSource[] {
    return this.#list
  }

  find(id: string): StoredSource | undefined {
    return this.#list.find(source => source.id === id)
  }

  /** Throws Refusal when there is no source of this id. */
  get(id: string): StoredSource {
    const found = this.find(id)
    if (found === undefined) throw new Refusal({ kind: 'not-found', what: 'this source' })
    return found
  }

  add(source: StoredSource): void {
    this.#write([...this.#list, { ...source, id: SourceId.parse(source.id) }])
  }

  /** Changes a source; does nothing when it was removed, or the records were closed, meanwhile. */
  change(id: string, change: Partial<Omit<StoredSource, 'id'>>): void {
    if (this.isClosed || this.find(id) === undefined) return
    this.#write(this.#list.map(source => (source.id === id ? { ...source, ...change } : source)))
  }

  /** Stores the last load of one part of a source; null removes the part. */
  changePart(id: string, partId: string, report: LoadReport | null): void {
    const source = this.find(id)
    if (source === undefined) return
    const others = Object.entries(source.parts ?? {}).filter(([part]) => part !== partId)
    const parts = Object.fromEntries(report === null ? others : [...others, [partId, report]])
    const all = Object.values(parts)
    this.change(id, { parts, lastLoad: all.length === 0 ? null : sumReports(source.name, all) })
  }

  remove(id: string): void {
    this.#write(this.#list.filter(source => source.id !== id))
  }

  #write(list: StoredSource[]): void {
    this.#list = list
    this.#stored.write(list, this.profileId)
  }
}

/**
 * Combines reports: each reason once, with the sum of its counts and its first example. Throws Refusal for an empty
 * list.
 */
export function sumReports(source: string, reports: readonly LoadReport[]): LoadReport {
  if (reports.length === 0) throw invalidInput('feed', `Nothing to load in “${source}”.`)
  const total = (toCount: (report: LoadReport) => number) => reports.reduce((sum, r) => sum + toCount(r), 0)
  const reasons = Map.groupBy(
    reports.flatMap(({ leftOut }) => leftOut),
    ({ reason }) => reason,
  )
  const leftOut = [...reasons].map(([reason, all]) => ({
    reason,
    count: all.reduce((sum, { count }) => sum + count, 0),
    example: all[0]?.example ?? '',
  }))
  return {
    source,
    at: Math.max(...reports.map(({ at }) => at)),
    taken: total(({ taken }) => taken),
    replaced: total(({ replaced }) => replaced),
    leftOut,
  }
}

type BoardSources = Pick<Board, 'state'>

/** Returns the source id of a part id, which is the source's id or begins with it and a full stop. */
export const toSourceId = (partId: string): string => partId.split('.', 1)[0] ?? partId

/** True when the board has offers of a part, or had some when it was loaded. */
export const isOnBoard = (partId: string, board: BoardSources): boolean =>
  board.state.offersBySource.has(partId) || board.state.overriddenBy.has(partId)

export const findPartsOnBoard = (board: BoardSources): string[] => [
  ...new Set([...board.state.offersBySource.keys(), ...board.state.overriddenBy.keys()]),
]

export const findPartsOf = (sourceId: string, board: BoardSources): string[] =>
  findPartsOnBoard(board).filter(part => toSourceId(part) === sourceId)

/** True when a part was overridden by one that has left the board since. */
export const needsReload = (partId: string, board: BoardSources): boolean =>
  [...(board.state.overriddenBy.get(partId) ?? [])].some(winner => !isOnBoard(winner, board))

/** Sources on the board that have overridden offers of these parts. */
function findWinners(parts: readonly string[], board: BoardSources): Set<string> {
  const winners = parts.flatMap(part => [...(board.state.overriddenBy.get(part) ?? [])])
  return new Set(winners.filter(winner => isOnBoard(winner, board)).map(toSourceId))
}

interface FeedCosts {
  cost(plan: FeedPlan): Pick<Source, 'calls'>
}

/** Calls that one load of a source makes; null while a feed's books are not known. */
export const countCalls = ({ origin }: StoredSource, feed: FeedCosts): Source['calls'] =>
  origin.kind === 'feed' ? feed.cost(origin.plan).calls : 0

interface SourceFacts {
  readonly records: readonly StoredSource[]
  readonly board: Board
  readonly feed: FeedCosts
  readonly loads: LoadQueue
}

export function toSources(facts: SourceFacts): Source[] {
  const { records, board, feed } = facts
  const partsOf = Map.groupBy(findPartsOnBoard(board), toSourceId)
  const winnersOf = new Map(records.map(({ id }) => [id, findWinners(partsOf.get(id) ?? [], board)]))
  return records.map(record => {
    const { id, name, origin, isOn, lastLoad } = record
    const parts = partsOf.get(id) ?? []
    const overrides = records
      .filter(other => other.id !== id && winnersOf.get(other.id)?.has(id) === true)
      .map(other => ({ name: other.name, isFeed: other.origin.kind === 'feed' }))
    return {
      id,
      name,
      isOn,
      lastLoad,
      overrides,
      kind: toKind(origin),
      state: toState(record, facts),
      offers: parts.reduce((sum, part) => sum + (board.state.offersBySource.get(part) ?? 0), 0),
      needsReload: parts.some(part => needsReload(part, board)),
      calls: countCalls(record, feed),
    }
  })
}

function toKind(origin: SourceOrigin): SourceKind {
  if (origin.kind === 'dropped' || origin.kind === 'file') return { kind: 'file' }
  if (origin.kind === 'watch') return { kind: 'watch', isFolder: origin.isFolder }
  return origin
}

function toState({ id, lastLoad }: StoredSource, { board, loads }: SourceFacts): SourceState {
  const parts = loads.loadingParts(id)
  if (parts.length > 0) return sumProgress(parts, board)
  const failure = loads.findFailure(id)
  if (failure !== undefined) return { kind: 'failed', ...failure }
  return lastLoad === null ? { kind: 'never' } : { kind: 'ready', at: lastLoad.at }
}

/** Parts that the board has not received yet count as nothing. */
function sumProgress(parts: readonly string[], board: Board): SourceState {
  const known = parts.flatMap(part => board.sourceProgress(part) ?? [])
  const sum = (toCount: (each: (typeof known)[number]) => number) =>
    known.reduce((all, each) => all + toCount(each), 0)
  const seconds = known.flatMap(({ secondsLeft }) => secondsLeft ?? [])
  return {
    kind: 'loading',
    done: sum(({ done }) => done),
    of: sum(({ of }) => of),
    objects: sum(({ objects }) => objects),
    secondsLeft: seconds.length === 0 ? null : Math.max(...seconds),
  }
}
