/** The desk that both grids show: 500 parlays at 30 books, and prices that change. Made from a seed: both see the same. */
import type { Cell } from '../../src/shared/model/price/cell.ts'
import type { Row } from '../../src/shared/model/parlay/desk.ts'
import type { DeskLeg } from '../../src/shared/model/parlay/parlay.ts'
import type { QuotedPrice, QuoteOutcome } from '../../src/shared/model/price/quote.ts'
import type { BookColumn } from '../../src/renderer/features/desk/columns/columns.ts'
import type { DisplayContext } from '../../src/renderer/features/desk/context/useDisplay.ts'
import { defaultValueSettings } from '../../src/shared/model/settings/settings.ts'

const parlays = 500
const names = 'Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliet'.split(' ')

export const books: readonly BookColumn[] = Array.from({ length: 30 }, (_, index) => ({
  bookId: `book_${index}`,
  name: `${names[index % names.length] ?? ''} ${Math.floor(index / names.length) + 1}`,
}))

export const displayAt = (now: number): DisplayContext => ({
  now,
  staleAfterMs: 30_000,
  format: 'american',
  value: defaultValueSettings,
})

/** Park and Miller's generator: enough to make a desk, and the same desk each time. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const createLeg = (name: string, market: string): DeskLeg => ({
  key: `e1#${market}#${name}`,
  name,
  market,
  game: {
    id: 'e1',
    title: 'River Town at Harbor City',
    short: 'RVT at HBR',
    league: 'UBL',
    startAt: null,
    isLive: false,
  },
  isOffered: true,
  isGameListed: true,
  asOf: null,
  isGameOver: false,
  flags: [],
  singles: [],
})

function toQuotedPrice(american: number): QuotedPrice {
  return { text: `+${american}`, format: 'american', decimal: 1 + american / 100 }
}

/** One cell in ten has another state than a price; each row has its level, so that few prices are suspect. */
function createOutcome(random: (below: number) => number, level: number): QuoteOutcome {
  const kind = random(20)
  if (kind === 0) return { kind: 'no-price' }
  if (kind === 1) return { kind: 'failed', failure: { kind: 'timed-out', afterMs: 5_000 } }
  return { kind: 'priced', price: toQuotedPrice(level + random(60)), links: null, limits: null }
}

export interface Feed {
  readonly rows: readonly Row[]
  /** Changes this many cells and returns their complete rows, as the desk sends them. */
  readonly change: (cells: number, now: number) => Row[]
}

export function createFeed(seed: number, startedAt: number): Feed {
  const random = createRandom(seed)
  let quoteId = 0
  const quoteAt = (at: number, level: number) => ({
    id: ++quoteId,
    at,
    outcome: createOutcome(random, level),
  })
  const levelOf = (id: number) => 200 + (id % 40) * 10
  const cellOf = (bookId: string, id: number): Cell => ({
    bookId,
    missingLegs: random(25) === 0 ? 1 : 0,
    activity: { kind: 'none' },
    quote: quoteAt(startedAt - random(40_000), levelOf(id)),
    before: random(3) === 0 ? toQuotedPrice(levelOf(id) + 30) : null,
    singles: null,
    maxStakeMinor: null,
  })
  const rows = Array.from({ length: parlays }, (_, index): Row => {
    const id = index + 1
    return {
      id,
      addedAt: startedAt,
      stakeMinor: null,
      legs: [
        createLeg(`Ada North Over ${20 + (id % 15)}.5`, 'Player Points'),
        createLeg('Harbor City', 'Moneyline'),
      ],
      note: { name: '', tags: [], note: '' },
      fairPrice: null,
      fairs: [],
      group: null,
      noPriceSeconds: 60,
      cells: books.map(({ bookId }) => cellOf(bookId, id)),
    }
  })

  function changeOne(now: number): number {
    const at = random(parlays)
    const row = rows[at]
    const place = random(books.length)
    const cell = row?.cells[place]
    if (row === undefined || cell === undefined) return at
    const before = cell.quote?.outcome.kind === 'priced' ? cell.quote.outcome.price : cell.before
    rows[at] = {
      ...row,
      cells: row.cells.with(place, { ...cell, quote: quoteAt(now, levelOf(row.id)), before }),
    }
    return at
  }

  return {
    rows,
    change(cells, now) {
      const changed = new Set(Array.from({ length: cells }, () => changeOne(now)))
      return [...changed].flatMap(at => rows[at] ?? [])
    },
  }
}
