/**
 * What of a load was not read and may be what the board has of before. An odds object that was left out may still be
 * offered, so its offer stays; one without an id that can be read names none. Where text itself was cut or broken,
 * nobody knows what it held, and so all stays.
 */
import { splitOddsId } from '../../../shared/model/game/selection.ts'

export interface Unread {
  /** Cleaned odds ids. */
  readonly ids: readonly string[]
  /** More is missing than the ids say. */
  readonly isOpen: boolean
}

/** So many ids are worth telling apart. */
const mostIds = 10_000

export class UnreadParts {
  readonly #ids: string[] = []
  #isOpen = false

  /** An odds object was left out. */
  note(id: unknown): void {
    const clean = typeof id === 'string' ? cleanOddsId(id) : undefined
    if (clean === undefined) return
    if (this.#ids.length < mostIds) this.#ids.push(clean)
    else this.#isOpen = true
  }

  /** A part of the text was. */
  open(): void {
    this.#isOpen = true
  }

  finish(hasRows: boolean, hasLeftOut: boolean): Unread {
    // A load that took nothing and left something out was not understood.
    return { ids: this.#ids, isOpen: this.#isOpen || (!hasRows && hasLeftOut) }
  }
}

/** Undefined when a part is missing. */
export function cleanOddsId(id: string): string | undefined {
  const parts = splitOddsId(id)
  return parts && `${parts.book}#${parts.key}`
}
