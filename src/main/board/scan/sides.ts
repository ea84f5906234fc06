/** Bets of a game that have two sides, of which exactly one wins: what the scanner compares books by. */
import { none } from '../columns/columns.ts'
import { canBeRefunded, findOtherSide } from '../query/opposites.ts'
import type { Store } from '../store/store.ts'

export interface Sides {
  /** Over, Yes, or the first of two teams. */
  readonly upper: number
  readonly lower: number
  /** False when the lower side is a bet on the other team. */
  readonly isOverUnder: boolean
}

/** Books that offer a bet at least: one to bet at, and two to compare it with. */
export const minBooks = 3

const lowerSide = /\bunder [+-]?\d+(?:\.\d+)?$|(?:^| )no$/i
const overSide = /\bover [+-]?\d+(?:\.\d+)?$/i
const yes = /(?:^| )yes$/i

/** Lists the sides among these rows, which are all of one game. */
export function listSides(store: Store, rows: readonly number[]): Sides[] {
  const { selections, texts } = store
  const sides: Sides[] = []
  for (const [market, ofMarket] of Map.groupBy(rows, row => selections.market[row] ?? none)) {
    if (canBeRefunded(texts.list[market] ?? '')) continue
    const offered = ofMarket.filter(row => hasEnoughBooks(store, row))
    for (const row of offered) {
      const name = texts.list[selections.name[row] ?? none] ?? ''
      if (lowerSide.test(name)) continue
      const isOver = overSide.test(name)
      const isOverUnder = isOver || yes.test(name)
      const lower = isOver ? findUnder(store, row, name) : findOtherSide(store, row, offered)
      // Two teams are each other's side, and are listed once.
      const isListed = typeof lower === 'number' && !isOverUnder && lower < row
      if (typeof lower === 'number' && hasEnoughBooks(store, lower) && !isListed)
        sides.push({ upper: row, lower, isOverUnder })
    }
  }
  return sides
}

/** The row of the same bet's Under, without the search through the market that other names need. */
function findUnder({ selections, texts }: Store, row: number, name: string): number | undefined {
  if (!name.endsWith('.5')) return undefined
  const at = name.lastIndexOf(' ') - 4
  const word = unders[name.slice(at, at + 4)]
  const text = word === undefined ? undefined : texts.find(name.slice(0, at) + word + name.slice(at + 4))
  if (text === undefined) return undefined
  const found = selections.find(selections.event[row] ?? none, selections.market[row] ?? none, text)
  return found < 0 ? undefined : found
}

const unders: Readonly<Record<string, string>> = { Over: 'Under', over: 'under', OVER: 'UNDER' }

function hasEnoughBooks({ selections, offers }: Store, row: number): boolean {
  let offer = selections.firstOffer[row] ?? none
  for (let count = 0; offer !== none; offer = offers.next[offer] ?? none) if (++count >= minBooks) return true
  return false
}
