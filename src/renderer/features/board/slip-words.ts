/** What the slip says of its legs, in words. */
import type { Outcome } from '../../../shared/failure.ts'
import type { SlipCheck } from '../../../shared/model/game/board.ts'
import type { Book } from '../../../shared/model/game/book.ts'
import { maxLegs } from '../../../shared/model/parlay/parlay.ts'
import { countOf } from '../../format/count.ts'
import type { ChosenLeg } from './slip/useSlipLegs.ts'

/** `3 legs · one game`. */
export function slipSize(legs: readonly ChosenLeg[]): string {
  const games = new Set(legs.map(leg => leg.game.id)).size
  return `${countOf(legs.length, 'leg')} · ${games === 1 ? 'one game' : `${games} games`}`
}

/** `9 of 12 books can price this.` Undefined stands for an answer still awaited. */
export function coverageText(check: Outcome<SlipCheck> | undefined, books: number): string {
  if (check === undefined) return 'Looking which books can price it…'
  if (!check.ok) return 'Which books can price it is not known.'
  const complete = check.value.completeBooks.length
  return complete === 0 ? 'No book can price this.' : `${complete} of ${books} books can price this.`
}

/** What adding costs: a call for each book that is on and can price it. `fits`: whether so many calls may go now. */
export function costText(
  check: SlipCheck | undefined,
  books: readonly Book[],
  fits: (calls: number) => boolean,
): string {
  const calls = books.filter(({ id, isOn }) => isOn && check?.completeBooks.includes(id)).length
  if (calls === 0) return ''
  return `Adding it makes ${countOf(calls, 'call')}${fits(calls) ? '' : ', not all at once'}.`
}

/** Names of the books that lack a leg, in the user's order. */
export function lackingBooks(check: SlipCheck | undefined, books: readonly Book[]): readonly string[] {
  if (check === undefined) return []
  return books.filter(book => !check.completeBooks.includes(book.id)).map(book => book.name)
}

/** What to know before adding; nothing here forbids it. */
export function slipWarnings(legs: readonly ChosenLeg[], check: SlipCheck | undefined): readonly string[] {
  const full = legs.length === maxLegs ? [`A parlay has at most ${maxLegs} legs: this one is full.`] : []
  return [...full, ...(check?.warnings ?? [])]
}
