/**
 * What the board remembers of loads beside their offers: the place of each among the others, and how many of what it
 * brought the board has of another source instead. So when that source goes, it is known which ones have to be read
 * again. Kept by load and source, never by offer. Sources are the store's numbers.
 */
import { none } from '../columns/columns.ts'
import type { Scope } from './merge.ts'

/** Of one source; what it has is counted, never listed, so the counts are upper bounds. */
export interface Cover {
  /** Offers that the board had of a source that has gone since. */
  readonly owed: number
  /** By the id of the source that the board has them of. */
  readonly by: ReadonlyMap<string, number>
}

export interface NotedLoad {
  readonly load: number
  readonly source: number
  readonly replaces: Scope | undefined
  /** Its place among loads: its own number, or for a text that was read again that of its first load. */
  readonly rank: number
}

interface Note extends NotedLoad {
  /** By the source the board has them of; by `none` where that has gone. */
  readonly by: Map<number, { offers: number }>
}

/** What of the notes is stored. */
export type NotedFacts = readonly (NotedLoad & { readonly by: readonly (readonly [number, number])[] })[]

export class LoadNotes {
  readonly #notes = new Map<number, Note>()
  /** Of loads whose rank is another than their number; offers may outlast the note of their load. */
  readonly #ranks = new Map<number, number>()
  /** Offers that follow each other are mostly covered alike. */
  #lastLoad = 0
  #lastBy = none
  #last = { offers: 0 }

  /** Takes the place of what was noted of earlier loads that spoke for the same. */
  begin(noted: NotedLoad): void {
    for (const { load, source, replaces } of this.#notes.values())
      if (source === noted.source && isWithin(replaces, noted.replaces)) this.#notes.delete(load)
    this.#note(noted)
  }

  /** The board has an offer of this load of another source instead. */
  cover({ load, source }: { readonly load: number; readonly source: number }, by: number): void {
    if (load !== this.#lastLoad || by !== this.#lastBy) {
      const note = this.#notes.get(load) ?? this.#lastOf(source) ?? this.#note(unknown(load, source))
      this.#last = note.by.get(by) ?? { offers: 0 }
      note.by.set(by, this.#last)
      this.#lastLoad = load
      this.#lastBy = by
    }
    this.#last.offers++
  }

  /** Forgets a source. What was covered by its offers is owed by those who have it. */
  drop(gone: number): void {
    this.#lastLoad = 0
    for (const { load, source, by } of this.#notes.values()) {
      if (source === gone) this.#notes.delete(load)
      const covered = by.get(gone)?.offers ?? 0
      if (by.delete(gone)) by.set(none, { offers: (by.get(none)?.offers ?? 0) + covered })
    }
  }

  /** The rank of a source's last load; undefined when none is noted. */
  rankOfSource(source: number): number | undefined {
    return this.#lastOf(source)?.rank
  }

  rankOf(load: number): number {
    return this.#ranks.size === 0 ? load : (this.#ranks.get(load) ?? load)
  }

  /** The highest number of a load that was noted. */
  lastLoad(): number {
    return Math.max(0, ...this.#notes.keys())
  }

  /** Of each source with a noted load, by the ids of this list. */
  covers(sources: readonly string[]): Map<string, Cover> {
    const covers = new Map<string, { owed: number; by: Map<string, number> }>()
    for (const { source, by } of this.#notes.values()) {
      const cover = covers.get(sources[source] ?? '') ?? { owed: 0, by: new Map<string, number>() }
      covers.set(sources[source] ?? '', cover)
      for (const [number, { offers }] of by) {
        const id = sources[number]
        if (id === undefined) cover.owed += offers
        else cover.by.set(id, (cover.by.get(id) ?? 0) + offers)
      }
    }
    return covers
  }

  facts(): NotedFacts {
    return [...this.#notes.values()].map(({ by, ...note }) => ({
      ...note,
      by: [...by].map(([source, { offers }]) => [source, offers] as const),
    }))
  }

  restore(facts: NotedFacts): void {
    for (const { by, ...noted } of facts) {
      const note = this.#note(noted)
      for (const [source, offers] of by) note.by.set(source, { offers })
    }
  }

  #note(noted: NotedLoad): Note {
    const note: Note = { ...noted, by: new Map() }
    this.#notes.set(noted.load, note)
    if (noted.rank !== noted.load) this.#ranks.set(noted.load, noted.rank)
    this.#lastLoad = 0
    return note
  }

  #lastOf(source: number): Note | undefined {
    return [...this.#notes.values()].findLast(note => note.source === source)
  }
}

/** A load of before notes were kept. */
const unknown = (load: number, source: number): NotedLoad => ({
  load,
  source,
  replaces: undefined,
  rank: load,
})

/** Whether a load that spoke for the first is done with by one that speaks for the second. */
function isWithin(first: Scope | undefined, second: Scope | undefined): boolean {
  if (first === undefined || second === undefined) return first === undefined
  const { book, league } = second
  return (book === undefined || book === first.book) && (league === undefined || league === first.league)
}
