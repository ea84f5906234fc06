/** A book's prices: the selections that it offers, and its price of one or of several together. */
import type { Book } from './book.ts'
import { boundsAt, computeDrift, computeChance, jointChance, legChance } from '../world/chances.ts'
import type { Game } from '../world/game.ts'
import type { Quantity, Selection } from '../world/quantity.ts'
import { hash, hashText, normal, uniform } from '../world/random.ts'

const carriesSalt = hashText('carries')
const marketSalt = hashText('carries market')
const opinionSalt = hashText('opinion')
const parlayOpinionSalt = hashText('parlay opinion')
const withoutSgpSalt = hashText('without sgp')
const withoutGradeSalt = hashText('without grade')
const refusesSalt = hashText('refuses')
const marginPerFurtherLeg = 0.6
const maxDecimal = 1001

/** True if the book lists the selection: every main line of a game, and a share of the rest. */
export function carries(book: Book, game: Game, selection: Selection): boolean {
  const { quantity, main } = selection
  if (quantity.player === null && main) return true
  const share = main ? book.coverage : book.coverage - 0.1
  const salt = main ? marketSalt : carriesSalt
  return uniform(hash(game.seed, salt, book.index, quantity.index)) < share
}

export function hasSgpToken(book: Book, game: Game, selection: Selection): boolean {
  return uniform(hash(game.seed, withoutSgpSalt, book.index, selection.index)) >= book.withoutSgp
}

export function hasGradeToken(book: Book, game: Game, selection: Selection): boolean {
  return uniform(hash(game.seed, withoutGradeSalt, book.index, selection.index)) >= book.withoutGrade
}

/** False for parlays that the book never prices. */
export function takes(book: Book, game: Game, selections: readonly Selection[]): boolean {
  return uniform(hash(game.seed, refusesSalt, book.index, parlayHash(selections))) >= book.refuses
}

/** The book's decimal price of one selection. */
export function singlePrice(book: Book, game: Game, selection: Selection, at: number): number {
  const bounds = boundsAt(game, at)
  const shift = computeShift(book, game, selection.quantity, at)
  const chance = computeChance(bounds.low[selection.index] ?? 0, bounds.high[selection.index] ?? 0, shift)
  return toDecimal(chance, book.margin)
}

/** The book's decimal price of several selections of one game together; of one, the price of a single. */
export function parlayPrice(book: Book, game: Game, selections: readonly Selection[], at: number): number {
  const [only, ...others] = selections
  if (only && others.length === 0) return singlePrice(book, game, only, at)
  const bounds = boundsAt(game, at)
  const legs = selections.map(selection =>
    legChance(bounds, selection, {
      shift: computeShift(book, game, selection.quantity, at),
      strength: book.correlation,
    }),
  )
  const opinion = book.noise * normal(hash(game.seed, parlayOpinionSalt, book.index, parlayHash(selections)))
  return toDecimal(jointChance(legs), book.margin * (1 + marginPerFurtherLeg * others.length) - opinion)
}

function computeShift(book: Book, game: Game, quantity: Quantity, at: number): number {
  return (
    computeDrift(game, quantity, at) +
    book.noise * normal(hash(game.seed, opinionSalt, book.index, quantity.index))
  )
}

/** The decimal price of a probability: shortened by the margin in log-odds, so that it stays above 1. */
function toDecimal(chance: number, margin: number): number {
  const odds = ((1 - chance) / chance) * Math.exp(-margin)
  return Math.min(maxDecimal, 1 + odds)
}

/** The same for the selections in any order. */
function parlayHash(selections: readonly Selection[]): number {
  const indexes = selections.map(({ index }) => index).sort((a, b) => a - b)
  return indexes.reduce((state, index) => hash(state, index), 0)
}
