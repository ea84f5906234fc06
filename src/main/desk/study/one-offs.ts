/** Answers to parlays asked once, by the parlay on the desk that they were asked for. */
import { fingerprintOf } from '../../../shared/model/parlay/parlay.ts'
import type { OneOff } from '../../../shared/model/price/whatif.ts'

/** A set of legs at a book, asked for a parlay. */
export interface OneOffAddress {
  readonly parlayId: number
  readonly bookId: string
  readonly keys: readonly string[]
}

export class OneOffs {
  readonly #byParlay = new Map<number, Map<string, OneOff>>()

  get({ parlayId, bookId, keys }: OneOffAddress): OneOff | null {
    return this.#byParlay.get(parlayId)?.get(entryOf(bookId, keys)) ?? null
  }

  put({ parlayId, bookId, keys }: OneOffAddress, answer: OneOff): void {
    const answers = this.#byParlay.get(parlayId) ?? new Map<string, OneOff>()
    this.#byParlay.set(parlayId, answers.set(entryOf(bookId, keys), answer))
  }

  /** Forgets those of parlays that have left the desk. */
  keepOnly(parlayIds: readonly number[]): void {
    const kept = new Set(parlayIds)
    for (const id of this.#byParlay.keys()) if (!kept.has(id)) this.#byParlay.delete(id)
  }
}

const entryOf = (bookId: string, keys: readonly string[]) => `${bookId} ${fingerprintOf(keys)}`
