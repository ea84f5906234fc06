/** The stake plan as a table: texts of the dialog, and of the copy for a message or a spreadsheet. */
import type { PlannedStake, PlannedStakes } from '../../../../shared/model/ticket/stake-plan.ts'
import { moneyText } from '../../../format/money.ts'
import { pluralize } from '../../../format/number-text.ts'
import { shortPriceText } from '../../../format/price-text.ts'
import type { BookColumn } from '../columns/columns.ts'
import type { DisplayContext } from '../context/useDisplay.ts'

export interface StakeLine {
  readonly stake: PlannedStake
  readonly book: string
  readonly price: string
  /** Largest stake that the book takes; a dash when it names none. */
  readonly takes: string
  readonly amount: string
}

export const nothing = '—'

export function toStakeLines(
  { stakes, currency }: PlannedStakes,
  columns: readonly BookColumn[],
  { format }: Pick<DisplayContext, 'format'>,
): StakeLine[] {
  return stakes.map(stake => ({
    stake,
    book: columns.find(({ bookId }) => bookId === stake.bookId)?.name ?? stake.bookId,
    price: shortPriceText(stake.price, format),
    takes: stake.maxMinor === null ? nothing : moneyText(stake.maxMinor, currency),
    amount: stake.stakeMinor === 0 ? nothing : moneyText(stake.stakeMinor, currency),
  }))
}

/** `$36.50 in all wins $245.10.`; undefined when nothing is to be staked. */
export function totalText({ totalMinor, winsMinor, currency }: PlannedStakes): string | undefined {
  if (totalMinor === 0) return undefined
  return `${moneyText(totalMinor, currency)} in all wins ${moneyText(winsMinor, currency)}.`
}

/** `$36.50 at 3 books`, `$10 at Bravo`, `no bet`. */
export function planText(
  { stakes, totalMinor, currency }: PlannedStakes,
  columns: readonly BookColumn[],
): string {
  const [first, ...others] = stakes.filter(({ stakeMinor }) => stakeMinor > 0)
  if (first === undefined) return 'no bet'
  const name = columns.find(({ bookId }) => bookId === first.bookId)?.name ?? first.bookId
  return `${moneyText(totalMinor, currency)} at ${others.length > 0 ? pluralize(others.length + 1, 'book') : name}`
}

/** Rows for the clipboard, under the names of the columns. */
export const toCopiedRows = (lines: readonly StakeLine[]): string[][] => [
  ['Book', 'Price', 'Takes', 'Stake'],
  ...lines.map(({ book, price, takes, amount }) => [book, price, takes, amount]),
]
