/** Finds the leg of a token, and checks which legs can be priced and combined. */
import type { Book } from './book.ts'
import { decodeToken, type TokenKind } from './token.ts'
import { carries, hasSgpToken } from './prices.ts'
import { boundsAt } from '../world/chances.ts'
import { type Game, findPhase } from '../world/game.ts'
import type { Quantity, Selection } from '../world/quantity.ts'
import { listSelections } from '../world/selections.ts'
import type { World } from '../world/world.ts'

export interface Leg {
  readonly book: Book
  readonly game: Game
  readonly selection: Selection
}

/** The leg of a token, also of a game that is over; null for a token of another world. */
export function findLeg(world: World, kind: TokenKind, token: string): Leg | null {
  const content = decodeToken(world.seed, token)
  if (content?.kind !== kind) return null
  const game = world.gameAt(content.position)
  const selection = game ? listSelections(game)[content.selection] : undefined
  return game && selection ? { book: content.book, game, selection } : null
}

/** True while the book offers the leg for parlays. */
export function isOffered({ book, game, selection }: Leg, at: number): boolean {
  return (
    at >= game.openAt &&
    findPhase(game, at) !== 'Final' &&
    boundsAt(game, at).open[selection.index] === 1 &&
    carries(book, game, selection) &&
    hasSgpToken(book, game, selection)
  )
}

/** True when the legs are of one game and no two of them depend on the same statistic. */
export function canCombine(legs: readonly Leg[]): boolean {
  return legs.every((leg, i) =>
    legs
      .slice(i + 1)
      .every(other => other.game === leg.game && !overlap(leg.selection.quantity, other.selection.quantity)),
  )
}

function overlap(a: Quantity, b: Quantity): boolean {
  if (a.index === b.index) return true
  if (a.player === null || b.player === null || a.player !== b.player) return false
  return Object.keys(a.parts).some(stat => stat in b.parts)
}
