/** What the slip says of its legs, in words. */
import type { SlipCheck } from '../../../shared/model/board.ts'
import { maxLegs } from '../../../shared/model/parlay.ts'
import { countOf } from '../../format/count.ts'
import type { ChosenLeg } from './useSlip.ts'

/** `3 legs · one game`. */
export function slipSize(legs: readonly ChosenLeg[]): string {
  const games = new Set(legs.map(leg => leg.game.id)).size
  return `${countOf(legs.length, 'leg')} · ${games === 1 ? 'one game' : `${games} games`}`
}

/** `9 of 12 books can price all legs`. */
export function coverageText(check: SlipCheck, books: number): string {
  const complete = check.completeBooks.length
  return complete === 0
    ? 'No book can price all legs.'
    : `${complete} of ${books} books can price ${check.legs.length === 1 ? 'it' : 'all legs'}.`
}

/** What to know before adding; nothing here forbids it. */
export function slipWarnings(legs: readonly ChosenLeg[], check: SlipCheck | undefined): string[] {
  const own = []
  if (legs.length === 1) own.push('One leg is not a parlay yet: many books price two or more.')
  if (legs.length === maxLegs) own.push(`A parlay has at most ${maxLegs} legs: this one is full.`)
  return [...own, ...(check?.warnings ?? [])]
}
