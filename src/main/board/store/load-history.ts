/**
 * The loads of each source: their place in the order of loads, and the other sources that overrode some of their
 * offers. When one of those is removed, the overridden loads are repeated. Sources are given by the store's numbers.
 */
import type { Scope } from '../facts/load.ts'

export interface NotedLoad {
  readonly load: number
  readonly source: number
  readonly replaces: Scope | undefined
  /** Place in the order of loads: its own number, or that of the first load for a text that was read again. */
  readonly rank: number
}

interface LoadNote extends NotedLoad {
  /** A removed source stays here until the load is repeated. */
  readonly overriddenBy: Set<number>
}

/** Stored form. The second number of each pair was a count of offers once; it is no longer read. */
export type StoredLoadNotes = readonly (NotedLoad & { readonly by: readonly (readonly [number, number])[] })[]

export class LoadHistory {
  readonly #notes = new Map<number, LoadNote>()
  /** Loads whose rank differs from their number; offers may outlast the note of their load. */
  readonly #ranks = new Map<number, number>()
  /** Consecutive offers mostly have the same override, which is then recorded already. */
  #lastLoad = 0
  #lastWinner = -1

  /** Records a load, and removes earlier ones of its source that cover no more than it does. */
  begin(noted: NotedLoad): void {
    for (const { load, source, replaces } of this.#notes.values())
      if (source === noted.source && isWithin(replaces, noted.replaces)) this.#notes.delete(load)
    this.#note(noted)
  }

  /** Records that an offer of `winner` overrides one of this load of `source`. */
  override(load: number, source: number, winner: number): void {
    if (load === this.#lastLoad && winner === this.#lastWinner) return
    // Boards stored by early versions have no record of this load.
    const unknown = { load, source, replaces: undefined, rank: load }
    const note = this.#notes.get(load) ?? this.#findLast(source) ?? this.#note(unknown)
    note.overriddenBy.add(winner)
    this.#lastLoad = load
    this.#lastWinner = winner
  }

  drop(removed: number): void {
    for (const { load, source } of this.#notes.values()) if (source === removed) this.#notes.delete(load)
    this.#lastLoad = 0
  }

  rankOfSource(source: number): number | undefined {
    return this.#findLast(source)?.rank
  }

  rankOf(load: number): number {
    return this.#ranks.size === 0 ? load : (this.#ranks.get(load) ?? load)
  }

  lastLoad(): number {
    return Math.max(0, ...this.#notes.keys())
  }

  /** Numbers of the sources that overrode each source with a noted load. */
  overriddenBy(): Map<number, Set<number>> {
    const all = new Map<number, Set<number>>()
    for (const { source, overriddenBy } of this.#notes.values())
      all.set(source, new Set([...(all.get(source) ?? []), ...overriddenBy]))
    return all
  }

  toStored(): StoredLoadNotes {
    return [...this.#notes.values()].map(({ overriddenBy, ...note }) => ({
      ...note,
      by: [...overriddenBy].map(source => [source, 1] as const),
    }))
  }

  restore(stored: StoredLoadNotes): void {
    for (const { by, ...noted } of stored) {
      const note = this.#note(noted)
      for (const [source] of by) note.overriddenBy.add(source)
    }
  }

  #note(noted: NotedLoad): LoadNote {
    const note: LoadNote = { ...noted, overriddenBy: new Set() }
    this.#notes.set(noted.load, note)
    if (noted.rank !== noted.load) this.#ranks.set(noted.load, noted.rank)
    this.#lastLoad = 0
    return note
  }

  #findLast(source: number): LoadNote | undefined {
    return [...this.#notes.values()].findLast(note => note.source === source)
  }
}

/** True when a load that covered the first scope is superseded by one that covers the second. */
function isWithin(first: Scope | undefined, second: Scope | undefined): boolean {
  if (first === undefined || second === undefined) return first === undefined
  const { book, league } = second
  return (book === undefined || book === first.book) && (league === undefined || league === first.league)
}
