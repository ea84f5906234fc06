/** Odds objects and parts of a text that were left out of a batch: counted for the report, and kept from being dropped. */
import type { LoadReport } from '../../../shared/model/game/source.ts'
import { splitOddsId } from '../../../shared/model/game/selection.ts'

export type LeftOut = LoadReport['leftOut'][number]

/** Counts by reason, each with its first example. */
export class LeftOutCounter {
  readonly #byReason = new Map<string, LeftOut>()

  add(reason: string, example: () => string, count = 1): void {
    const known = this.#byReason.get(reason)
    if (known === undefined) this.#byReason.set(reason, { reason, count, example: example().slice(0, 200) })
    else this.#byReason.set(reason, { ...known, count: known.count + count })
  }

  isEmpty(): boolean {
    return this.#byReason.size === 0
  }

  list(): LeftOut[] {
    return [...this.#byReason.values()]
  }
}

/**
 * Odds of a load that could not be read. The book may still offer them, so what the board has of them stays.
 */
export interface Unread {
  /** Cleaned odds ids. */
  readonly ids: readonly string[]
  /** True when a part of the text is missing that may have held any odds: then nothing is dropped. */
  readonly hasUnknown: boolean
}

/** With more ids than this, all offers stay. */
const maxIds = 10_000

export class UnreadOdds {
  readonly #ids: string[] = []
  #hasUnknown = false

  /** Adds an odds object that was left out; one without a readable id names no offer. */
  add(id: unknown): void {
    const clean = typeof id === 'string' ? cleanOddsId(id) : undefined
    if (clean === undefined) return
    if (this.#ids.length < maxIds) this.#ids.push(clean)
    else this.#hasUnknown = true
  }

  /** Adds a part of the text. */
  addUnknown(): void {
    this.#hasUnknown = true
  }

  finish(hasRows: boolean, hasLeftOut: boolean): Unread {
    // A load that took nothing and left something out was not understood.
    return { ids: this.#ids, hasUnknown: this.#hasUnknown || (!hasRows && hasLeftOut) }
  }
}

/** Returns undefined when a part is missing. */
export function cleanOddsId(id: string): string | undefined {
  const parts = splitOddsId(id)
  return parts && `${parts.book}#${parts.key}`
}
