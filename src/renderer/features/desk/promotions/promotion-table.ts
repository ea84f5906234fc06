/** Table of the best use of promotions: on which parlay, at which book and stake; and what is left out of it. */
import { rowTitle } from '../../../../shared/model/game/leg-short.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { OpenPromotion, OpenPromotions } from '../../../../shared/model/price/promoted-price.ts'
import { parsePrice } from '../../../../shared/odds/price-parse.ts'
import { toNumber } from '../../../../shared/odds/rational.ts'
import {
  assignPromotions,
  type PlannedPromotion,
  type PricedParlay,
} from '../../../../shared/value/promotion-plan.ts'
import { boostedDecimal } from '../../../../shared/value/promotions.ts'
import { moneyText } from '../../../format/money.ts'
import { estimateText } from '../../../format/price-text.ts'
import { promotionName } from '../../../format/promotion-text.ts'
import { timeAndDay } from '../../../format/time-text.ts'
import type { BookColumn } from '../columns/columns.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import { getRowValue } from '../value/best-price.ts'

export interface PromotionUseLine {
  readonly key: string
  readonly promotion: string
  readonly parlayId: number
  readonly parlay: string
  readonly bookId: string
  readonly book: string
  /** With the promotion, at the stake. */
  readonly price: string
  readonly stake: string
  /** Sure profit that the promotion adds. */
  readonly gain: string
}

/** A parlay or promotion that is in no line, and the reason. */
interface LeftOut {
  readonly key: string
  readonly name: string
  readonly reason: string
}

interface PromotionTable {
  readonly lines: readonly PromotionUseLine[]
  readonly leftOut: readonly LeftOut[]
  /** Sum of what the promotions add; empty without a line. */
  readonly total: string
}

interface TableInput {
  readonly rows: readonly Row[]
  readonly columns: readonly BookColumn[]
  readonly promotions: OpenPromotions
  /** Its bankroll is above 0. */
  readonly display: DisplayContext
}

export function toPromotionTable(input: TableInput): PromotionTable {
  const { rows, promotions, display } = input
  const { currency, bankrollMinor } = display.value
  const all = [...promotions.values()].flat()
  const usable = all.filter(each => each.currency === currency)
  const parlays = rows.map(row => ({ row, ...listPrices(row, input) }))
  const prices = parlays.flatMap(parlay => parlay.prices)
  const assign = (promotions: readonly OpenPromotion[]) =>
    assignPromotions(
      promotions.map(({ promotion }) => promotion),
      prices,
      { bankrollMinor, at: display.now },
    )
  const planned = assign(usable)
  const totalMinor = planned.reduce((sum, { gainMinor }) => sum + Math.round(gainMinor), 0)
  return {
    lines: planned.flatMap((use, at) => toLine(use, at, prices, input)),
    leftOut: [
      ...all
        .filter(({ promotion: { id } }) => !planned.some(({ promotionId }) => promotionId === id))
        .map((each, at) => toUnused(each, at, assign([each]).length > 0, display)),
      ...parlays.flatMap(({ row, reason }) =>
        reason === undefined ? [] : [{ key: `parlay ${row.id}`, name: rowTitle(row), reason }],
      ),
    ],
    total: planned.length === 0 ? '' : moneyText(totalMinor, currency),
  }
}

/** Fresh prices of a row with a fair price, or the reason why there are none. */
function listPrices(
  row: Row,
  { columns, display }: TableInput,
): { readonly prices: PricedParlay[]; readonly reason?: string } {
  const values = [...getRowValue(row, columns, display).cells.values()]
  const legKeys = row.legs.map(({ key }) => key)
  const prices = values.flatMap(({ bookId, price, worth, suspectBy }): PricedParlay[] => {
    const parsed = parsePrice(price.text, price.format)
    if (!parsed.ok || worth === null || suspectBy !== null) return []
    const limitMinor = row.cells.find(cell => cell.bookId === bookId)?.maxStakeMinor ?? undefined
    const priced = {
      parlayId: String(row.id),
      bookId,
      odds: parsed.price.odds,
      legCount: legKeys.length,
      legKeys,
    }
    return [{ ...priced, probability: worth.p, ...(limitMinor !== undefined && { limitMinor }) }]
  })
  if (prices.length > 0) return { prices }
  const reason =
    values.length === 0
      ? 'no fresh price. Press Reprice all.'
      : 'no fair price. Enter yours, or get one with Fair price.'
  return { prices, reason }
}

function toLine(
  { promotionId, parlayId, bookId, stakeMinor, gainMinor }: PlannedPromotion,
  at: number,
  prices: readonly PricedParlay[],
  { rows, columns, promotions, display }: TableInput,
): PromotionUseLine[] {
  const row = rows.find(({ id }) => String(id) === parlayId)
  const price = prices.find(each => each.parlayId === parlayId && each.bookId === bookId)
  const of = promotions.get(bookId)?.find(({ promotion }) => promotion.id === promotionId)
  if (row === undefined || price === undefined || of === undefined || stakeMinor === 0) return []
  const odds = boostedDecimal(of.promotion, price.odds, stakeMinor)
  return [
    {
      key: `${promotionId} ${at}`,
      promotion: promotionName(of.terms, of.currency),
      ...{ parlayId: row.id, parlay: rowTitle(row), bookId },
      book: columns.find(column => column.bookId === bookId)?.name ?? bookId,
      price: estimateText(toNumber(odds), display.format),
      stake: moneyText(stakeMinor, of.currency),
      gain: moneyText(Math.round(gainMinor), of.currency),
    },
  ]
}

/** A promotion that is in no line: it ended, starts later, no parlay gains from it, or others are worth more there. */
function toUnused(
  { terms, currency: own }: OpenPromotion,
  at: number,
  gains: boolean,
  { now, value: { currency } }: DisplayContext,
): LeftOut {
  const { startsAt, endsAt } = terms
  const findReason = () => {
    if (endsAt !== null && endsAt <= now) return `it ended ${timeAndDay(endsAt, now)}.`
    if (startsAt !== null && startsAt > now) return `it starts ${timeAndDay(startsAt, now)}.`
    if (own !== currency) return `it is in ${own}, and your bankroll in ${currency}.`
    return gains
      ? 'each parlay takes one promotion, and others are worth more there.'
      : 'no parlay on the desk gains from it now.'
  }
  return { key: `promotion ${at}`, name: promotionName(terms, own), reason: findReason() }
}
