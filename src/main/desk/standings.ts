/**
 * How each leg of the desk stands on the board of now: still offered or not, and what may be wrong with its match. A
 * leg is "no longer offered" only once the board is whole, so that one still on its way is not called gone.
 */
import type { DeskLeg, Leg } from '../../shared/model/parlay/parlay.ts'

export type Standing = Readonly<Pick<DeskLeg, 'isOffered' | 'flags'>>

/** What the board answers for a selection's key. */
export type LegOnBoard =
  | { readonly leg: Leg; readonly flags: readonly string[] }
  | { readonly leg: null; readonly isGameKnown: boolean }

/** The board as a whole: nothing on it says nothing of a leg. */
export interface BoardFill {
  readonly isLoading: boolean
  readonly isEmpty: boolean
}

const unknown: Standing = { isOffered: true, flags: [] }

export class Standings {
  #byKey = new Map<string, Standing>()

  of(key: string): Standing {
    return this.#byKey.get(key) ?? unknown
  }

  clear(): void {
    this.#byKey.clear()
  }

  /** Takes the board's answers; says which keys stand otherwise than before. */
  update(keys: readonly string[], answers: readonly LegOnBoard[], fill: BoardFill): Set<string> {
    const before = this.#byKey
    this.#byKey = new Map(keys.map((key, at) => [key, this.#standing(key, answers[at], fill)]))
    return new Set(
      keys.filter(key => JSON.stringify(before.get(key) ?? unknown) !== JSON.stringify(this.of(key))),
    )
  }

  #standing(key: string, answer: LegOnBoard | undefined, { isLoading, isEmpty }: BoardFill): Standing {
    if (answer === undefined) return this.of(key)
    if (answer.leg !== null) return { isOffered: true, flags: [...answer.flags] }
    if (isLoading) return this.of(key)
    return { isOffered: isEmpty && !answer.isGameKnown, flags: [] }
  }
}
