/** Holds the desk's legs against the board: takes newer offers in, and knows how each leg stands there. */
import { Standings, type BoardFill, type LegOnBoard, type Standing } from '../standings.ts'
import type { WatchedParlays } from './watched-parlays.ts'

export interface LegRefreshOptions {
  readonly watched: WatchedParlays
  /** These selections on the board with all their offers, in the same order. */
  readonly legs: (keys: readonly string[]) => Promise<readonly LegOnBoard[]>
  readonly boardFill: () => BoardFill
  readonly profileId: () => string
}

export interface Refreshed {
  /** Parlays whose legs or their standing changed. */
  readonly changed: readonly number[]
  /** Those of them that were added while odds were loading and have new offers. */
  readonly filled: readonly number[]
}

export class LegRefresh {
  readonly #options: LegRefreshOptions
  readonly #standings = new Standings()
  /** Parlays added while odds were loading. */
  readonly #isFilling = new Set<number>()

  constructor(options: LegRefreshOptions) {
    this.#options = options
  }

  standingOf(key: string): Standing {
    return this.#standings.of(key)
  }

  /** The desk shows other parlays. */
  clear(): void {
    this.#standings.clear()
    this.#isFilling.clear()
  }

  added(parlayId: number): void {
    if (this.#options.boardFill().isLoading) this.#isFilling.add(parlayId)
  }

  /** Takes newer offers from the board into the parlays' legs; a leg it no longer has keeps those it had. */
  async run(): Promise<Refreshed> {
    const { watched, legs: ask, boardFill, profileId } = this.#options
    const fill = boardFill()
    const askedFor = profileId()
    const keys = [...new Set(watched.all().flatMap(({ parlay }) => parlay.legs.map(({ key }) => key)))]
    const answers = await ask(keys)
    // The profile may have changed meanwhile, and the board with it.
    if (askedFor !== profileId()) return { changed: [], filled: [] }
    const moved = this.#standings.update(keys, answers, fill)
    const found = new Map(answers.flatMap(({ leg }) => (leg === null ? [] : [[leg.key, leg]])))
    const changed = new Set<number>()
    const filled: number[] = []
    for (const { parlay } of watched.all()) {
      if (parlay.legs.some(({ key }) => moved.has(key))) changed.add(parlay.id)
      const legs = parlay.legs.map(leg => found.get(leg.key) ?? leg)
      if (JSON.stringify(legs) === JSON.stringify(parlay.legs)) continue
      watched.replaceLegs(parlay.id, legs)
      changed.add(parlay.id)
      if (this.#isFilling.has(parlay.id)) filled.push(parlay.id)
    }
    if (!fill.isLoading) this.#isFilling.clear()
    return { changed: [...changed], filled }
  }
}
