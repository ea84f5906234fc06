// A selection: one thing that can be bet on in a game.
import type { Quantity } from './quantity.ts'

/** Won when the quantity ends strictly between `low` and `high`, refunded when it ends on one of them. */
export interface Selection {
  /** Place in the game's list of selections. */
  readonly index: number
  readonly market: string
  readonly name: string
  readonly group: string
  readonly main: boolean
  readonly points: number | null
  readonly quantity: Quantity
  readonly low: number
  readonly high: number
}

/** A selection that has no place in the list yet. */
export type Draft = Omit<Selection, 'index'>
