/** Value of a cell, as lines of the Cell pane. Lines without a reliable number are left out. */
import type { Cell, Singles } from '../../../../shared/model/price/cell.ts'
import {
  findTop,
  stakeAdvice,
  type CellValue,
  type RowValue,
} from '../../../../shared/model/price/row-value.ts'
import type { ValueSettings } from '../../../../shared/model/settings/settings.ts'
import { correlation, fairDecimal, payoutGain, stakeMinor } from '../../../../shared/odds/value.ts'
import type { PlannedStakes } from '../../../../shared/model/ticket/stake-plan.ts'
import { pluralize, percentText, pointsText, signedPercent } from '../../../format/number-text.ts'
import { moneyText } from '../../../format/money.ts'
import { estimateText, shortPriceText } from '../../../format/price-text.ts'
import { ageText } from '../../../format/time-text.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import type { BookColumn } from '../columns/columns.ts'
import { planText } from '../stakes/stake-table.ts'
import { claimNames, definitions, type DefinitionName } from './value-text.ts'

export interface ValueLine {
  readonly name: DefinitionName
  readonly label: string
  readonly text: string
  /** The basis of `text`. */
  readonly note?: string
  readonly tone?: 'up' | 'down'
}

interface ValueInput {
  readonly cell: Cell
  readonly row: RowValue
  readonly columns: readonly BookColumn[]
  readonly display: DisplayContext
  /** True when a game of the parlay is live. */
  readonly isLive: boolean
  /** The row's, beside all open tickets. */
  readonly plan?: PlannedStakes | undefined
}

export function listValueLines(input: ValueInput): ValueLine[] {
  const { cell, row, display } = input
  const own = row.cells.get(cell.bookId)
  return [
    consensusLine(own, row, display),
    ...(own === undefined ? [] : worthLines(own, display.value)),
    ...planLine(input),
    ...nextBestLine(own, row, input),
    ...singlesLines(cell, input),
  ]
}

/** A line's label is the name of its number unless `rest` has another. */
function toLine(name: DefinitionName, text: string, rest: Partial<ValueLine> = {}): ValueLine {
  return { name, label: definitions[name].name, text, ...rest }
}

function consensusLine(own: CellValue | undefined, row: RowValue, display: DisplayContext): ValueLine {
  const { consensus } = own ?? row
  const others = row.cells.size - (own === undefined ? 0 : 1)
  if (consensus === null) {
    const needed = pluralize(display.value.fewestBooks, 'fresh book')
    return toLine('consensus', '—', { note: `needs ${needed} (${others} now)` })
  }
  const text = estimateText(fairDecimal(consensus.p), display.format)
  return toLine('consensus', text, { note: pluralize(consensus.books, 'book') })
}

const evLabels = { mine: 'EV vs. my fair price', consensus: 'EV vs. consensus' } as const

/** A suspect price gets no stake advice, and its value is not highlighted. */
function worthLines({ worth, price, suspectBy }: CellValue, settings: ValueSettings): ValueLine[] {
  if (worth === null) return []
  const { source, p, ev, edge } = worth
  const value = toLine('ev', signedPercent(ev), { label: evLabels[source] })
  const edgeLine = toLine('edge', `${edge > 0 ? '+' : ''}${pointsText(edge)} pp`)
  if (suspectBy !== null) return [value, edgeLine]
  return [{ ...value, tone: ev > 0 ? 'up' : 'down' }, edgeLine, kellyLine(p, price.decimal, settings)]
}

const planLine = ({ plan, columns }: ValueInput): ValueLine[] =>
  plan === undefined ? [] : [toLine('plan', planText(plan, columns), { note: plan.reason })]

/** `¼ Kelly` for a share of 0.25. */
export const kellyName = (share: number): string => `${fractions[share] ?? `${share} × `}Kelly`

const fractions: Readonly<Record<number, string>> = { 1: '', 0.5: '½ ', 0.25: '¼ ', 0.125: '⅛ ' }

function kellyLine(p: number, d: number, settings: ValueSettings): ValueLine {
  const { kellyFraction, bankrollMinor, currency, kellyCap } = settings
  const { advised, low, high } = stakeAdvice(p, d, settings)
  const isSet = bankrollMinor > 0
  const stake = (share: number) =>
    isSet ? moneyText(stakeMinor(share, bankrollMinor), currency) : percentText(share, 2)
  const bankroll = isSet ? moneyText(bankrollMinor, currency) : 'bankroll'
  const cap = advised === kellyCap ? `, capped at ${percentText(kellyCap)}` : ''
  return toLine('kelly', advised === 0 ? 'no bet' : `${stake(advised)} of ${bankroll}`, {
    label: kellyName(kellyFraction),
    note: high === 0 ? '' : `range ${stake(low)} to ${stake(high)}${cap}`,
  })
}

/** The price to compare with: for the highest cell the next one, for any other the highest. */
function nextBestLine(
  own: CellValue | undefined,
  row: RowValue,
  { columns, display }: Pick<ValueInput, 'columns' | 'display'>,
): ValueLine[] {
  const rival = row.ranked.find(({ bookId }) => bookId !== own?.bookId)
  const top = findTop(row)
  if (rival === undefined || top === undefined) return []
  const isTop = own !== undefined && row.ranked[0] === own
  const book = columns.find(({ bookId }) => bookId === rival.bookId)?.name ?? rival.bookId
  const line = toLine('gap', `${shortPriceText(rival.price, display.format)} ${book}`, {
    label: isTop ? (top.claim === 'best' ? 'Next best' : 'Next fresh') : claimNames[top.claim],
  })
  const gap = own && payoutGain(rival.price.decimal, own.price.decimal)
  if (gap === undefined) return [line]
  const note = gap === 0 ? 'same price' : `${percentText(Math.abs(gap))} ${gap > 0 ? 'higher' : 'lower'}`
  return [{ ...line, note }]
}

/**
 * Product of the single prices, and the book's correlation factor. Singles of different times, old ones and those of a
 * live game are not comparable with the price now, nor is an old price with them.
 */
function singlesLines({ singles, missingLegs, quote }: Cell, input: ValueInput): ValueLine[] {
  if (singles === null || missingLegs > 0) return []
  const { display, isLive } = input
  const obstacle = findSinglesObstacle(singles, isLive, display)
  if (obstacle !== undefined) return [toLine('singles', '—', { note: obstacle })]
  const age = `odds ${ageText(display.now - singles.oldestAt)} old`
  const product = toLine('singles', estimateText(singles.decimal, display.format), { note: age })
  if (quote?.outcome.kind !== 'priced' || display.now - quote.at > display.value.singlesMaxAgeMs)
    return [product]
  const apartMs = Math.abs(quote.at - singles.oldestAt)
  if (apartMs > maxApartMs)
    return [product, toLine('correlation', '—', { note: `${ageText(apartMs)} between odds and price` })]
  const taken = 1 - 1 / correlation([singles.decimal], quote.outcome.price.decimal)
  const label = taken < 0 ? 'Correlation boost' : 'Correlation discount'
  return [product, toLine('correlation', percentText(Math.abs(taken)), { label })]
}

/** Maximum time between the singles of one product. */
const maxSpreadMs = 60_000
/** Maximum time between a price and the singles that it is compared with: what moved meanwhile would look like correlation. */
const maxApartMs = 30_000

function findSinglesObstacle(
  { oldestAt, newestAt }: Singles,
  isLive: boolean,
  { now, value }: DisplayContext,
): string | undefined {
  if (isLive) return 'not while a game is live'
  if (newestAt - oldestAt > maxSpreadMs) return 'single odds from different times'
  const ageMs = now - oldestAt
  return ageMs > value.singlesMaxAgeMs ? `single odds ${ageText(ageMs)} old` : undefined
}
