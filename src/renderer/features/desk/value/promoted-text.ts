/** Promotions at the prices of the desk: the best one of a cell and of a row, and their texts. */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import {
  findBestPromoted,
  listPromoted,
  type PromotedOrNot,
  type PromotedPrice,
} from '../../../../shared/model/price/promoted-price.ts'
import type { CellValue, RowValue } from '../../../../shared/model/price/row-value.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { toNumber } from '../../../../shared/odds/rational.ts'
import { moneyText } from '../../../format/money.ts'
import { signedPercent } from '../../../format/number-text.ts'
import { estimateText } from '../../../format/price-text.ts'
import { obstacleText, promotionName } from '../../../format/promotion-text.ts'
import type { BookColumn } from '../columns/columns.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import { getRowValue } from './best-price.ts'

const nothing: readonly never[] = []
const toContext = (row: Row, { stakeMinor }: RowValue, { now, value }: DisplayContext) => ({
  ...{ now, stakeMinor, currency: value.currency },
  legKeys: row.legs.map(({ key }) => key),
})

/** All promotions at the book of a price. A suspect price has none, as it may not be paid. */
export function listCellPromotions(
  row: Row,
  value: RowValue,
  cell: CellValue | undefined,
  display: DisplayContext,
): readonly PromotedOrNot[] {
  const open = cell && display.promotions?.get(cell.bookId)
  if (cell === undefined || open === undefined || cell.suspectBy !== null) return nothing
  return listPromoted(cell, open, toContext(row, value, display))
}

/** The best promotion at a price; undefined when none applies. */
export function findCellPromotion(
  row: Row,
  value: RowValue,
  cell: CellValue | undefined,
  display: DisplayContext,
): PromotedPrice | undefined {
  const open = cell && display.promotions?.get(cell.bookId)
  if (cell === undefined || open === undefined || cell.suspectBy !== null) return undefined
  return findBestPromoted(cell, open, toContext(row, value, display))
}

interface RowPromotion {
  readonly bookId: string
  readonly promoted: PromotedPrice
}

/** The promotion with the highest value at any shown book of a row; undefined without one of a known value. */
export function findRowPromotion(
  row: Row,
  columns: readonly BookColumn[],
  display: DisplayContext,
): RowPromotion | undefined {
  if (display.promotions === undefined) return undefined
  const value = getRowValue(row, columns, display)
  const [best] = [...value.cells.values()]
    .flatMap(cell => {
      const promoted = findCellPromotion(row, value, cell, display)
      return promoted === undefined || promoted.ev === null ? [] : [{ bookId: cell.bookId, promoted }]
    })
    .toSorted((a, b) => (b.promoted.ev ?? 0) - (a.promoted.ev ?? 0))
  return best
}

/** `+930`, rounded as prices of the screen are. */
export const promotedPriceText = ({ odds }: PromotedPrice, format: PriceFormat): string =>
  estimateText(toNumber(odds), format)

const shortNames = { bonusBet: 'bonus bet', insurance: 'no sweat' } as const

/** Letters of a price with a promotion, `★ +930`; a longer one is set smaller, as a cut price would read as another. */
export const maxMark = 6
/** A wide column has room for the word. */
const minWordWidth = 90

/** The line of a cell in a column of this width, `boosted +930` or `★ +930`; a star alone where no price fits. */
export function fitPromoted(promoted: PromotedPrice, format: PriceFormat, px: number): string {
  if (px >= minWordWidth) return promotedNote(promoted, format)
  const mark = promotedMark(promoted, format)
  return mark.length > maxMark + 1 ? '★' : mark
}

/** Line of a cell under its price: `boosted +930`, `bonus bet`. */
function promotedNote(promoted: PromotedPrice, format: PriceFormat): string {
  const { kind } = promoted.of.promotion
  if (kind === 'bonusBet' || kind === 'insurance') return shortNames[kind]
  return `boosted ${promotedPriceText(promoted, format)}`
}

/** The same for a narrow column: `★ +930`. */
function promotedMark(promoted: PromotedPrice, format: PriceFormat): string {
  return promoted.isBoosted ? `★ ${promotedPriceText(promoted, format)}` : '★'
}

/** `boosted +930 with 50% profit boost, EV +12.1%`: for tooltips, and read out. */
export function promotedSpoken(promoted: PromotedPrice, format: PriceFormat): string {
  const { terms, currency } = promoted.of
  const price = promoted.isBoosted ? `boosted ${promotedPriceText(promoted, format)} ` : ''
  const ev = promoted.ev === null ? '' : `, EV ${signedPercent(promoted.ev)}`
  return `${price}with ${promotionName(terms, currency)}${ev}`
}

/** The cap that binds at this stake; empty when none does. */
export function capText({ cap, of }: PromotedPrice): string {
  const { promotion, currency } = of
  if (cap === 'maxStake') return `only the first ${moneyText(promotion.maxStakeMinor ?? 0, currency)}`
  if (cap === 'maxExtra' && 'maxExtraMinor' in promotion)
    return `extra ends at ${moneyText(promotion.maxExtraMinor ?? 0, currency)}`
  return ''
}

/** The reason why a promotion does not apply, in a few words. */
export const refusalText = (
  { of, obstacle }: Extract<PromotedOrNot, { obstacle: unknown }>,
  now: number,
): string => obstacleText(obstacle, of.terms, now)
