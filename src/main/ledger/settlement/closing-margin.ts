/**
 * Finds the margin in a book's price for the legs of a bet, so that its closing price gives a win probability. A
 * partition of the same legs at the book measured the whole margin. Without one, the holds of the legs' own markets there
 * are multiplied: a book takes more from a parlay, so this estimate of the probability is rather too high.
 */
import type { Leg } from '../../../shared/model/parlay/parlay.ts'
import { findChance, type ExactFair, type FairWay } from '../../../shared/model/price/fair.ts'
import type { ClosingFair, TakenPrice, TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import { parsePrice } from '../../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import type { StoredClosing } from '../log/record.ts'
import { haveSamePrice } from '../state/leg-corrections.ts'

/** `share`: the win probability over the price's implied probability, 0.9 when a tenth of it is margin. */
export interface ClosingMargin {
  readonly by: ClosingFair['by']
  readonly share: number
}

/** A book's last partition of a parlay, and the keys of the parlay's own sides. */
interface KeptPartition {
  readonly at: number
  readonly result: ExactFair
  readonly keys: readonly string[]
}

/** Both sides of a leg as a board has them now. */
type Sides = { readonly kind: 'found'; readonly own: Leg; readonly opposite: Leg } | { readonly kind: string }

export interface ClosingMarginDeps {
  readonly board: { opposites(keys: readonly string[]): Promise<readonly Sides[]> }
  readonly partition: (cell: { parlayId: number; bookId: string }) => KeptPartition | undefined
  readonly value: () => FairWay & { readonly singlesFormat: PriceFormat }
  readonly now?: () => number
}

/** A hold changes little within this time. */
const maxPartitionAgeMs = 24 * 60 * 60_000
/** Higher booksums are mistakes of the data. */
const maxBooksum = 1.5

/** Undefined when it is unknown. */
export async function findClosingMargin(
  { board, partition, value, now = Date.now }: ClosingMarginDeps,
  facts: Pick<TicketFacts, 'parlayId' | 'book' | 'legs'>,
): Promise<ClosingMargin | undefined> {
  const { singlesFormat, ...way } = value()
  const bookId = facts.book.id
  const kept = facts.parlayId === null ? undefined : partition({ parlayId: facts.parlayId, bookId })
  const isSame = kept !== undefined && haveSameKeys(facts, kept.keys)
  if (isSame && now() - kept.at <= maxPartitionAgeMs) {
    const share = toShare(kept.result, way)
    if (share !== undefined) return { by: 'partition', share }
  }
  const keys = facts.legs.flatMap(({ selectionKey }) => selectionKey ?? [])
  if (keys.length < facts.legs.length) return undefined
  const booksums = (await board.opposites(keys)).map(sides => findBooksum(sides, bookId, singlesFormat))
  const product = booksums.reduce<number>((all, booksum) => all * (booksum ?? NaN), 1)
  // The two sides of a single bet are its whole partition.
  const by = facts.legs.length === 1 ? 'partition' : 'singles'
  return Number.isFinite(product) ? { by, share: 1 / product } : undefined
}

/** A closing price with its win probability, where there is one. */
export function withFair(closing: StoredClosing, margin: ClosingMargin | undefined): StoredClosing {
  if (closing.kind !== 'priced' || margin === undefined) return closing
  const p = margin.share / toDecimal(closing.price)
  return p > 0 && p < 1 ? { ...closing, fair: { p, by: margin.by } } : closing
}

/** The margin of a closing price stored with its win probability. */
export function findStoredMargin(closing: StoredClosing | null): ClosingMargin | undefined {
  if (closing?.kind !== 'priced' || closing.fair === undefined) return undefined
  const { p, by } = closing.fair
  return { by, share: p * toDecimal(closing.price) }
}

function toDecimal({ odds }: TakenPrice): number {
  const [num = 1, den = 1] = odds.split('/').map(Number)
  return num / den
}

const haveSameKeys = ({ legs }: Pick<TicketFacts, 'legs'>, keys: readonly string[]): boolean =>
  haveSamePrice(
    legs,
    keys.map(selectionKey => ({ selectionKey })),
  )

/** The multiplicative probability times the booksum is the implied probability of the own price. */
function toShare(result: ExactFair, way: FairWay): number | undefined {
  const plain = result.chances.find(each => each.method === 'multiplicative')?.p
  const p = findChance(result, way)
  return plain === undefined || p === undefined ? undefined : p / (plain * (1 + result.hold))
}

/** Undefined unless the book prices both sides, with a margin that can be. */
function findBooksum(sides: Sides, bookId: string, format: PriceFormat): number | undefined {
  if (!('own' in sides)) return undefined
  const implied = [sides.own, sides.opposite].map(leg => {
    const text = leg.offers.find(offer => offer.bookId === bookId)?.price
    const parsed = text == null ? undefined : parsePrice(text, format)
    return parsed?.ok === true ? 1 / parsed.price.decimal : NaN
  })
  const booksum = implied.reduce((sum, each) => sum + each, 0)
  return booksum >= 1 && booksum <= maxBooksum ? booksum : undefined
}
