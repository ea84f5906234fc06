/** The stake plan as a table: texts of the dialog, and of the copy for a message or a spreadsheet. */
import type { PlannedStake, PlannedStakes } from '../../../../shared/model/ticket/stake-plan.ts'
import { moneyText } from '../../../format/money.ts'
import { pluralize } from '../../../format/number-text.ts'
import { estimateText, shortPriceText } from '../../../format/price-text.ts'
import { promotionName } from '../../../format/promotion-text.ts'
import type { BookColumn } from '../columns/columns.ts'
import type { DisplayContext } from '../context/useDisplay.ts'

export interface StakeLine {
  readonly key: string
  readonly stake: PlannedStake
  readonly book: string
  /** Name of the boost by which the price is higher; empty without one. */
  readonly boost: string
  readonly price: string
  /** Largest stake that the book takes; a dash when it names none. */
  readonly takes: string
  readonly amount: string
}

export const nothing = '—'

export function toStakeLines(
  { stakes, currency }: PlannedStakes,
  columns: readonly BookColumn[],
  { format, promotions }: Pick<DisplayContext, 'format' | 'promotions'>,
): StakeLine[] {
  return stakes.map(stake => ({
    key: `${stake.bookId} ${stake.boost?.promotionId ?? ''}`,
    stake,
    book: columns.find(({ bookId }) => bookId === stake.bookId)?.name ?? stake.bookId,
    boost: boostName(stake, promotions),
    price:
      stake.boost === null ? shortPriceText(stake.price, format) : estimateText(stake.boost.decimal, format),
    takes: stake.maxMinor === null ? nothing : moneyText(stake.maxMinor, currency),
    amount: stake.stakeMinor === 0 ? nothing : moneyText(stake.stakeMinor, currency),
  }))
}

function boostName({ bookId, boost }: PlannedStake, promotions: DisplayContext['promotions']): string {
  if (boost === null) return ''
  const of = promotions?.get(bookId)?.find(({ promotion }) => promotion.id === boost.promotionId)
  return of === undefined ? 'Boost' : promotionName(of.terms, of.currency)
}

/** `$36.50 in all wins $245.10.`; undefined when nothing is to be staked. */
export function totalText({ totalMinor, winsMinor, currency }: PlannedStakes): string | undefined {
  if (totalMinor === 0) return undefined
  return `${moneyText(totalMinor, currency)} in all wins ${moneyText(winsMinor, currency)}.`
}

/** `$36.50 at 3 books`, `$10 at Bravo`, with a star where a boost is in it; `no bet`. */
export function planText(
  { stakes, totalMinor, currency }: PlannedStakes,
  columns: readonly BookColumn[],
): string {
  const staked = stakes.filter(({ stakeMinor }) => stakeMinor > 0)
  const [first, ...others] = new Set(staked.map(({ bookId }) => bookId))
  if (first === undefined) return 'no bet'
  const name = columns.find(({ bookId }) => bookId === first)?.name ?? first
  const star = staked.some(({ boost }) => boost !== null) ? ' ★' : ''
  return `${moneyText(totalMinor, currency)} at ${others.length > 0 ? pluralize(others.length + 1, 'book') : name}${star}`
}

/** Rows for the clipboard, under the names of the columns. */
export const toCopiedRows = (lines: readonly StakeLine[]): string[][] => [
  ['Book', 'Price', 'Takes', 'Stake'],
  ...lines.map(({ book, boost, price, takes, amount }) => [
    boost === '' ? book : `${book}, ${boost}`,
    price,
    takes,
    amount,
  ]),
]
