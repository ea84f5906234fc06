/** Prices of parlays of the demo world at all its books, recorded at the steps at which they move. */
import { allBooks, type Book } from '../../src/demo/books/book.ts'
import { canCombine, isOffered } from '../../src/demo/books/leg.ts'
import { parlayPrice, takes } from '../../src/demo/books/prices.ts'
import { priceText, toAmerican } from '../../src/demo/price-text.ts'
import { driftStepSeconds } from '../../src/demo/world/chances.ts'
import { findPhase, type Game } from '../../src/demo/world/game.ts'
import type { Selection } from '../../src/demo/world/quantity.ts'
import { listSelections } from '../../src/demo/world/selections.ts'
import { createWorld } from '../../src/demo/world/world.ts'
import { parsePrice } from '../../src/shared/odds/price-parse.ts'
import { createRandom } from '../../src/shared/value/numeric/random.ts'

export interface RecordedRow {
  /** Start of its game, seconds since the recording began. */
  readonly startAt: number
  /** Decimal odds of each book at each step; NaN while it has no price. Books without all legs are left out. */
  readonly books: ReadonlyMap<string, Float64Array>
}

export interface Recording {
  readonly rows: readonly RecordedRow[]
  readonly steps: number
}

export interface RecordingPlan {
  readonly seed: number
  readonly rows: number
  readonly seconds: number
}

/** Seconds between two steps; live prices move at each, others at every second one. */
export const stepSeconds = 2
/** The first games start four minutes after the world began, so that some are live all the time. */
const fromSeconds = 300
const legCounts = [2, 2, 3, 3, 4] as const
const minBooks = 6
const day = 20_000

export function recordMoves({ seed, rows, seconds }: RecordingPlan): Recording {
  const steps = seconds / stepSeconds
  const parlays = drawParlays(seed, rows, steps)
  // Step by step, because the world keeps the state of a game at one time.
  for (let step = 0; step < steps; step++) for (const parlay of parlays) recordStep(parlay, step)
  return {
    steps,
    rows: parlays.map(({ game, prices }) => ({
      startAt: game.startAt - fromSeconds,
      books: new Map(prices.map(({ book, decimals }) => [book.id, decimals])),
    })),
  }
}

interface DrawnParlay {
  readonly game: Game
  readonly selections: readonly Selection[]
  readonly prices: readonly { readonly book: Book; readonly decimals: Float64Array }[]
}

function drawParlays(seed: number, count: number, steps: number): DrawnParlay[] {
  const random = createRandom(seed)
  const games = createWorld(seed, day).openGames(fromSeconds)
  const drawn: DrawnParlay[] = []
  while (drawn.length < count) {
    const game = games[drawn.length % games.length]
    if (game === undefined) break
    const selections = drawLegs(game, legCounts[drawn.length % legCounts.length] ?? 2, random)
    const books = allBooks.filter(book => canOffer(book, game, selections, fromSeconds))
    if (books.length < minBooks) continue
    drawn.push({
      game,
      selections,
      prices: books.map(book => ({ book, decimals: new Float64Array(steps) })),
    })
  }
  return drawn
}

/** Legs that all can be combined, none of them nearly certain. */
function drawLegs(game: Game, count: number, random: () => number): readonly Selection[] {
  const [book] = allBooks
  const all = listSelections(game)
  for (;;) {
    const selections = Array.from({ length: count }, () => all[Math.floor(random() * all.length)]).filter(
      each => each !== undefined,
    )
    const legs = selections.flatMap(selection => (book === undefined ? [] : [{ book, game, selection }]))
    if (canCombine(legs) && legs.every(leg => isOffered(leg, fromSeconds))) return selections
  }
}

const canOffer = (book: Book, game: Game, selections: readonly Selection[], at: number): boolean =>
  selections.every(selection => isOffered({ book, game, selection }, at)) && takes(book, game, selections)

function recordStep({ game, selections, prices }: DrawnParlay, step: number): void {
  const at = fromSeconds + step * stepSeconds
  const isSame = step > 0 && at % driftStepSeconds !== 0 && findPhase(game, at) === 'Scheduled'
  for (const { book, decimals } of prices)
    decimals[step] = isSame ? (decimals[step - 1] ?? NaN) : priceAt(book, game, selections, at)
}

/** The price as the desk reads it: an American one. */
function priceAt(book: Book, game: Game, selections: readonly Selection[], at: number): number {
  if (!canOffer(book, game, selections, at)) return NaN
  const text = priceText(toAmerican(parlayPrice(book, game, selections, at)), 'american')
  const parsed = parsePrice(text, 'american')
  return parsed.ok ? parsed.price.decimal : NaN
}
