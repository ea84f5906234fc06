/** The legend of the grid: each state and mark of a cell, drawn as the grid draws it, with its meaning in one line. */
import type { Cell, CellState } from '../../../../shared/model/price/cell.ts'
import type { CallFailure } from '../../../../shared/failure.ts'
import type { QuotedPrice, QuoteOutcome } from '../../../../shared/model/price/quote.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import { estimateText } from '../../../format/price-text.ts'
import { claimNames } from '../value/value-text.ts'
import { describeCell, toCellClasses, type CellFace } from './cell-face.ts'

export interface LegendLine {
  readonly face: CellFace
  readonly classes: readonly string[]
  /** The price with a promotion. */
  readonly boost?: string
  readonly name: string
  readonly says: string
}

/** Time at which the samples are drawn (epoch ms). */
const now = 1_000_000_000
const legs = 3

const price = (text: string, decimal: number): QuotedPrice => ({ text, format: 'american', decimal })
const quoteOf = (outcome: QuoteOutcome, ageMs: number): Cell['quote'] => ({ id: 1, at: now - ageMs, outcome })
const pricedAgo = (ageMs: number): Cell['quote'] =>
  quoteOf({ kind: 'priced', price: price('+512', 6.12), links: null, limits: null }, ageMs)
const failed = (failure: CallFailure): Partial<Cell> => ({
  quote: quoteOf({ kind: 'failed', failure }, 4_000),
})

interface Sample {
  readonly cell: Partial<Cell>
  readonly name: string
  readonly says: string
}

const samples: Readonly<Record<CellState['kind'], (display: DisplayContext) => Sample>> = {
  priced: () => ({
    cell: { quote: pricedAgo(4_000) },
    name: 'Price',
    says: 'The price, and how long ago the book gave it.',
  }),
  stale: ({ staleAfterMs }) => ({
    cell: { quote: pricedAgo(staleAfterMs + 1_000) },
    name: 'Old price',
    says: 'Too old to be ranked. R updates the row.',
  }),
  idle: () => ({ cell: {}, name: 'Not priced yet', says: 'No price was requested.' }),
  waiting: () => ({
    cell: { activity: { kind: 'waiting', place: 3, startsAt: now + 5_000 } },
    name: 'In line',
    says: 'Its place in line, and the time until its turn.',
  }),
  pricing: () => ({
    cell: { activity: { kind: 'pricing' }, quote: quoteOf({ kind: 'no-price' }, 4_000) },
    name: 'Pricing',
    says: 'The book is working on it.',
  }),
  'no-token': () => ({
    cell: { missingLegs: 1 },
    name: 'Not offered',
    says: 'The book doesn’t offer all the legs, or the games are over.',
  }),
  'cannot-combine': () => ({
    cell: { quote: quoteOf({ kind: 'cannot-combine' }, 4_000) },
    name: 'Can’t combine',
    says: 'The book has the legs but won’t take them together.',
  }),
  'no-price': () => ({
    cell: { quote: quoteOf({ kind: 'no-price' }, 4_000) },
    name: 'No price',
    says: 'The book isn’t pricing these legs right now.',
  }),
  message: () => ({
    cell: { quote: quoteOf({ kind: 'message', text: 'Market suspended' }, 4_000) },
    name: 'Message',
    says: 'The service’s own words. The tooltip has all of them.',
  }),
  limited: () => ({
    cell: failed({ kind: 'limited', untilAt: now + 9_000 }),
    name: 'Rate limit',
    says: 'Your service wants a pause. Counts down to the next try.',
  }),
  'key-refused': () => ({
    cell: failed({ kind: 'key-refused' }),
    name: 'Key rejected',
    says: 'Update your API key in Settings.',
  }),
  failed: () => ({
    cell: failed({ kind: 'timed-out', afterMs: 8_000 }),
    name: 'Failed',
    says: 'No usable response. R tries again.',
  }),
}

export function listLegend(shown: DisplayContext): LegendLine[] {
  const display: DisplayContext = { ...shown, now }
  const states = Object.values(samples).map(sample => {
    const { cell, name, says } = sample(display)
    return toLine(describeCell(toCell(cell), legs, display), { name, says })
  })
  return [...states, ...listMarks(display)]
}

/** Decimal odds of +512 with a boost of 50%. */
const boosted = 8.68

/** Marks that come on top of a state. */
function listMarks(display: DisplayContext): LegendLine[] {
  const fresh = toCell({ quote: pricedAgo(4_000) })
  const plain = describeCell(fresh, legs, display)
  const moved = describeCell({ ...fresh, before: price('+480', 5.8) }, legs, display)
  const suspect = describeCell(fresh, legs, display, { suspectBy: 0.5 })
  const limited = describeCell(fresh, legs, display, { limitMinor: 500 })
  const down = toCell(failed({ kind: 'unreachable', host: '', detail: '' }))
  return [
    toLine(plain, { name: claimNames.best, says: 'The highest fresh price of the row.', isBest: true }),
    toLine(moved, { name: 'Moved', says: '▲ pays you more than the price before, ▼ less.' }),
    toLine(plain, {
      name: 'Changed',
      says: 'The row’s highest price moved since you last looked.',
      isUnseen: true,
    }),
    toLine(suspect, { name: 'Suspect', says: 'Far off the other books, so it isn’t ranked.' }),
    toLine(limited, {
      name: 'Limited',
      says: 'Your account here takes less than your stake, so it isn’t ranked.',
    }),
    {
      ...toLine(
        { ...plain, note: '' },
        {
          name: 'With a promotion',
          says: 'Pays this with a promotion; ★ alone boosts no price.',
        },
      ),
      boost: `★ ${estimateText(boosted, display.format)}`,
    },
    toLine(describeCell(down, legs, display, { isBookDown: true }), {
      name: 'Book is down',
      says: 'The head of the column, or a line below the prices, says how.',
    }),
  ]
}

const toCell = (given: Partial<Cell>): Cell => ({
  bookId: 'legend',
  missingLegs: 0,
  activity: { kind: 'none' },
  quote: null,
  before: null,
  singles: null,
  maxStakeMinor: null,
  ...given,
})

function toLine(
  face: CellFace,
  { name, says, ...marks }: { name: string; says: string; isBest?: boolean; isUnseen?: boolean },
): LegendLine {
  return { face, classes: toCellClasses(face, marks), name, says }
}
