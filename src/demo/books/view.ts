// A book's view of the world: which selections it carries, and what it asks for one or for several together.
import type { Book } from './book.ts'
import { boundsAt, computeDrift } from '../world/bounds.ts'
import { computeChance, jointChance, legChance } from '../world/chances.ts'
import type { Game } from '../world/game.ts'
import type { Quantity } from '../world/quantity.ts'
import { hash, hashText, normal, uniform } from '../world/random.ts'
import type { Selection } from '../world/selection.ts'

const CARRIES = hashText('carries')
const MARKET = hashText('carries market')
const OPINION = hashText('opinion')
const PARLAY_OPINION = hashText('parlay opinion')
const WITHOUT_SGP = hashText('without sgp')
const WITHOUT_GRADE = hashText('without grade')
const REFUSES = hashText('refuses')
const MARGIN_PER_FURTHER_LEG = 0.6
const LONGEST = 1001

/** True for what the book lists at all: every main line of a game, and a share of the rest. */
export function carries(book: Book, game: Game, selection: Selection): boolean {
  if (selection.quantity.player === null && selection.main) return true
  const { quantity } = selection
  const share = selection.main ? book.coverage : book.coverage - 0.1
  const salt = selection.main ? MARKET : CARRIES
  return uniform(hash(game.seed, salt, book.index, quantity.index)) < share
}

export function hasSgpToken(book: Book, game: Game, selection: Selection): boolean {
  return uniform(hash(game.seed, WITHOUT_SGP, book.index, selection.index)) >= book.withoutSgp
}

export function hasGradeToken(book: Book, game: Game, selection: Selection): boolean {
  return uniform(hash(game.seed, WITHOUT_GRADE, book.index, selection.index)) >= book.withoutGrade
}

/** True when the book has a price for these legs of a game on principle, given as sorted selection indexes. */
export function takes(book: Book, game: Game, indexes: readonly number[]): boolean {
  return uniform(hash(game.seed, REFUSES, book.index, parlayHash(indexes))) >= book.refuses
}

/** The book's decimal price of one selection. */
export function singlePrice(book: Book, game: Game, selection: Selection, at: number): number {
  const bounds = boundsAt(game, at)
  const shift = computeShift(book, game, selection.quantity, at)
  const chance = computeChance(bounds.low[selection.index] ?? 0, bounds.high[selection.index] ?? 0, shift)
  return asked(chance, book.margin)
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
  const parlay = parlayHash(selections.map(selection => selection.index).sort((a, b) => a - b))
  const opinion = book.noise * normal(hash(game.seed, PARLAY_OPINION, book.index, parlay))
  return asked(jointChance(legs), book.margin * (1 + MARGIN_PER_FURTHER_LEG * others.length) - opinion)
}

function computeShift(book: Book, game: Game, quantity: Quantity, at: number): number {
  return (
    computeDrift(game, quantity, at) +
    book.noise * normal(hash(game.seed, OPINION, book.index, quantity.index))
  )
}

/** The decimal price asked for a chance: shortened by the margin in log-odds, so it stays above 1. */
function asked(chance: number, margin: number): number {
  const odds = ((1 - chance) / chance) * Math.exp(-margin)
  return Math.min(LONGEST, 1 + odds)
}

function parlayHash(indexes: readonly number[]): number {
  return indexes.reduce((state, index) => hash(state, index), 0)
}
