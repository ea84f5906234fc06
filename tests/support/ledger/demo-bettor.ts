/**
 * A bettor of the demo's world whose edge is known: they take half-point bets before the start at prices a given share
 * above the true ones, which only the demo knows.
 */
import type { ClosingFair } from '../../../src/shared/model/ticket/ticket.ts'
import type { Book } from '../../../src/demo/books/book.ts'
import { allBooks } from '../../../src/demo/books/book.ts'
import { carries, singlePrice } from '../../../src/demo/books/prices.ts'
import { boundsAt, jointChance, legChance } from '../../../src/demo/world/chances.ts'
import { oncePerGame, type Game } from '../../../src/demo/world/game.ts'
import type { Selection } from '../../../src/demo/world/quantity.ts'
import { listSelections } from '../../../src/demo/world/selections.ts'
import { gradeSelection } from '../../../src/demo/world/settlement.ts'
import { createWorld, places } from '../../../src/demo/world/world.ts'
import { devigBy } from '../../../src/shared/value/devig.ts'
import { createRandom } from '../../../src/shared/value/numeric/random.ts'

export interface DemoBet {
  readonly gameId: string
  readonly name: string
  /** True win probability before the start. */
  readonly p: number
  readonly decimal: number
  readonly close: ClosingFair
  readonly isWon: boolean
}

const worldDay = 20_500

const betsOfGame = 4

/** Bets in as many games as are needed, a few in each. */
export function betInDemo(seed: number, { edge, count }: { edge: number; count: number }): DemoBet[] {
  const world = createWorld(seed, worldDay)
  const random = createRandom(seed)
  const bets: DemoBet[] = []
  for (let round = 0; bets.length < count; round++)
    for (let place = 0; place < places && bets.length < count; place++) {
      const game = world.gameAt({ day: worldDay, round, place })
      const found = Array.from({ length: betsOfGame }, () => game && betOn(game, { random, edge }))
      bets.push(...found.filter(bet => bet != null))
    }
  return bets.slice(0, count)
}

function betOn(game: Game, { random, edge }: { random: () => number; edge: number }): DemoBet | undefined {
  const at = game.startAt - 1
  const book = allBooks[Math.floor(random() * allBooks.length)]
  const pairs = listPairs(game)
  const pair = pairs[Math.floor(random() * pairs.length)]
  if (book === undefined || pair === undefined || !carries(book, game, pair[0])) return undefined
  const result = gradeSelection(game, pair[0], game.endAt + 1)
  if (result !== 'Won' && result !== 'Lost') return undefined
  const p = jointChance([legChance(boundsAt(game, at), pair[0], { shift: 0, strength: 1 })])
  if (p < 0.15 || p > 0.85) return undefined
  const decimal = Math.round(((1 + edge) / p) * 1_000) / 1_000
  const isWon = result === 'Won'
  return {
    gameId: `${game.id} ${game.round}`,
    name: pair[0].name,
    p,
    decimal,
    close: closeOf(book, game, pair),
    isWon,
  }
}

type Pair = readonly [own: Selection, opposite: Selection]

/** Half-point totals, which have exactly two sides. */
const listPairs = oncePerGame((game: Game): readonly Pair[] =>
  [
    ...Map.groupBy(listSelections(game), ({ quantity, points }) => `${quantity.index} ${points}`).values(),
  ].flatMap(([over, under, ...others]) => {
    const isHalf = over?.high === Infinity && Math.abs(over.low % 1) === 0.5
    const isPair = isHalf && under?.high === over.low && under.low === -Infinity && others.length === 0
    return isPair ? [[over, under] as const, [under, over] as const] : []
  }),
)

/** The book's own two prices just before the start, without their margin by the method that the demo's books use. */
function closeOf(book: Book, game: Game, pair: Pair): ClosingFair {
  const decimals = pair.map(selection => singlePrice(book, game, selection, game.startAt - 1))
  return { p: devigBy('oddsRatio', decimals)[0] ?? NaN, by: 'partition' }
}
