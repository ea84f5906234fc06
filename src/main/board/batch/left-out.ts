/**
 * Odds objects and parts of a text that were left out of a batch: counted for the report, and protected: a load must
 * not drop offers that it could not read.
 */
import { cleanText } from '../../../shared/clean-text.ts'
import type { LoadReport } from '../../../shared/model/game/source.ts'
import { splitOddsId } from '../../../shared/model/game/selection.ts'

export type LeftOut = LoadReport['leftOut'][number]

export class LeftOutCounter {
  readonly #byReason = new Map<string, LeftOut>()

  add(reason: string, example: () => string, count = 1): void {
    const known = this.#byReason.get(reason)
    if (known === undefined) {
      const quoted = cleanText(example()).slice(0, 200)
      this.#byReason.set(reason, { reason, count, example: quoted })
    } else this.#byReason.set(reason, { ...known, count: known.count + count })
  }

  isEmpty(): boolean {
    return this.#byReason.size === 0
  }

  list(): LeftOut[] {
    return [...this.#byReason.values()]
  }
}

/** Odds of a load that could not be read. The book may still offer them, so what the board has of them stays. */
export interface Unread {
  /** Cleaned odds ids. */
  readonly ids: readonly string[]
  /** True when an unreadable part may have held any odds; then nothing is dropped. */
  readonly hasUnknown: boolean
}

/** Returns undefined when a part is missing. */
export function cleanOddsId(id: string): string | undefined {
  const parts = splitOddsId(id)
  return parts && `${parts.book}#${parts.key}`
}
