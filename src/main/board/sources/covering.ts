/** Which sources have offers that the board has of others: what comes back, and how, when one of these goes. */
import type { CoveredSource } from '../../../shared/model/game/source.ts'
import type { StoredSource } from '../../account/stored-source.ts'
import type { Board } from '../board.ts'

type Told = Pick<Board, 'offersBySource' | 'covers'>

/** A part's id is its source's, or begins with that and a full stop. */
export const sourceOf = (partId: string): string => partId.split('.', 1)[0] ?? partId

/** Whether the board knows of a part: it has offers of it, or had when it was loaded. */
export const isOnBoard = (partId: string, board: Told): boolean =>
  board.offersBySource().has(partId) || board.covers().has(partId)

export const partsOnBoard = (board: Told): string[] => [
  ...new Set([...board.offersBySource().keys(), ...board.covers().keys()]),
]

export const partsOf = (sourceId: string, board: Told): string[] =>
  partsOnBoard(board).filter(part => sourceOf(part) === sourceId)

/** Offers of a part that the board had of a source that has gone since. */
export const owedTo = (partId: string, board: Pick<Board, 'covers'>): number =>
  board.covers().get(partId)?.owed ?? 0

export class Covering {
  readonly #owed = new Map<string, number>()
  /** By the source that covers, then by the one that is covered. */
  readonly #covered = new Map<string, Map<string, number>>()

  constructor(board: Pick<Board, 'covers'>) {
    for (const [part, { owed, by }] of board.covers()) {
      const source = sourceOf(part)
      add(this.#owed, source, owed)
      for (const [covering, offers] of by) this.#add(sourceOf(covering), source, offers)
    }
  }

  #add(covering: string, covered: string, offers: number): void {
    if (covering === covered) return
    const counts = this.#covered.get(covering) ?? new Map<string, number>()
    add(counts, covered, offers)
    this.#covered.set(covering, counts)
  }

  owedTo(sourceId: string): number {
    return this.#owed.get(sourceId) ?? 0
  }

  /** The sources that have offers which the board has of this one. */
  coveredBy(sourceId: string, records: readonly StoredSource[]): CoveredSource[] {
    const counts = this.#covered.get(sourceId) ?? new Map<string, number>()
    return records
      .map(({ id, name, origin }) => ({
        name,
        offers: counts.get(id) ?? 0,
        comesBack: origin.kind !== 'feed',
      }))
      .filter(({ offers }) => offers > 0)
  }
}

function add(counts: Map<string, number>, id: string, count: number): void {
  counts.set(id, (counts.get(id) ?? 0) + count)
}
