/** Value of a cell, as lines of the Cell pane. Lines without a reliable number are left out. */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { Cell, Singles } from '../../../../shared/model/price/cell.ts'
import {
  findChance,
  findMoveSince,
  listSides,
  medianChance,
  toRange,
  type BookFair,
} from '../../../../shared/model/price/fair.ts'
import { isMoving, maxLiveSpreadMs } from '../../../../shared/model/price/live-prices.ts'
import {
  findTop,
  listUsedFairs,
  stakeAdvice,
  type CellValue,
  type RowValue,
  type TopPrice,
  type Worth,
} from '../../../../shared/model/price/row-value.ts'
import type { PromotedOrNot } from '../../../../shared/model/price/promoted-price.ts'
import type { ValueSettings } from '../../../../shared/model/settings/settings.ts'
import { correlation, fairDecimal, payoutGain, stakeMinor } from '../../../../shared/odds/value.ts'
import type { PlannedStakes } from '../../../../shared/model/ticket/stake-plan.ts'
import { pluralize, percentText, pointsText, signedPercent } from '../../../format/number-text.ts'
import { fairMethodNames, fairRangeText, fairText } from '../../../format/fair-text.ts'
import { moneyText } from '../../../format/money.ts'
import { estimateText, shortPriceText } from '../../../format/price-text.ts'
import { promotionName } from '../../../format/promotion-text.ts'
import { ageText } from '../../../format/time-text.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import type { BookColumn } from '../columns/columns.ts'
import { planText } from '../stakes/stake-table.ts'
import { capText, promotedPriceText, refusalText } from './promoted-text.ts'
import type { SeenHolds } from './useSeenHolds.ts'
import { claimNames, definitions, evTone, limitText, type DefinitionName } from './value-text.ts'

export interface ValueLine {
  readonly name: DefinitionName
  /** Distinguishes a line that comes and goes from the others of its name. */
  readonly part?: 'median' | 'rival'
  readonly label: string
  readonly text: string
  /** The basis of `text`. */
  readonly note?: string
  /** More about `text`, in the tooltip before the meaning of the number. */
  readonly detail?: string
  readonly tone?: 'up' | 'down' | 'warn'
  /** The book to ask for its fair price again. */
  readonly askAgain?: { readonly book: BookColumn; readonly calls: number }
}

interface ValueInput {
  readonly cell: Cell
  readonly row: RowValue
  /** Its partitions, and the games and prices that end their use. */
  readonly parlay: Pick<Row, 'fairs' | 'legs' | 'cells'>
  readonly columns: readonly BookColumn[]
  readonly display: DisplayContext
  /** True when a game of the parlay is live. */
  readonly isLive: boolean
  /** True when all its games are over. */
  readonly isFinal?: boolean
  /** The row's, beside all open tickets. */
  readonly plan?: PlannedStakes | undefined
  /** Holds of such parlays, seen on the desk. */
  readonly holds?: SeenHolds | undefined
  /** Promotions at the cell’s book. */
  readonly promotions?: readonly PromotedOrNot[]
}

export function listValueLines(input: ValueInput): ValueLine[] {
  const { cell, row, display } = input
  const own = row.cells.get(cell.bookId)
  return [
    ...fairLines(input),
    ...consensusLine(own, input),
    ...(own === undefined ? [] : worthLines(own, display.value)),
    ...promotionLines(input),
    ...planLine(input),
    ...holdLines(input),
    ...nextBestLine(own, row, input),
    ...limitLines(own, row, input),
    ...singlesLines(cell, input),
  ]
}

/** A line's label is the name of its number unless `rest` has another. */
function toLine(name: DefinitionName, text: string, rest: Partial<ValueLine> = {}): ValueLine {
  return { name, label: definitions[name].name, text, ...rest }
}

/** The partitions that the user chose to use, with their median; without one the selected book’s. */
function fairLines(input: ValueInput): ValueLine[] {
  const { cell, parlay, display } = input
  const used = parlay.fairs.filter(({ isUsed }) => isUsed)
  const shown = used.length > 0 ? used : parlay.fairs.filter(({ bookId }) => bookId === cell.bookId)
  const counted = listUsedFairs(parlay, display)
  const median = counted.length > 1 ? medianChance(counted.map(({ p }) => p)) : undefined
  const isCounted = (fair: BookFair) => counted.some(({ bookId }) => bookId === fair.bookId)
  return [
    ...shown.map(fair => fairLine(fair, { ...input, isCounted: isCounted(fair) })),
    ...(median === undefined
      ? []
      : [
          toLine('fair', fairText(median, display.format), {
            label: `Median of ${counted.length} fair prices`,
            part: 'median',
          }),
        ]),
  ]
}

function fairLine(fair: BookFair, input: ValueInput & { readonly isCounted: boolean }): ValueLine {
  const { bookId, at, isUsed, result } = fair
  const { columns, display, isCounted } = input
  const { format, now, value } = display
  const label = `Fair, ${findBookName(columns, bookId)}`
  if (result.kind === 'none') return toLine('fair', '—', { label, note: result.reason })
  const age = `${ageText(now - at)} old`
  if (result.kind === 'interval')
    return toLine('fair', fairRangeText(result, format), {
      label,
      note: `a range, ${age}, see Fair price`,
      detail: result.reason,
    })
  const p = findChance(result, value)
  if (p === undefined)
    return toLine('fair', '—', { label, note: `none by ${fairMethodNames[value.fairMethod]}` })
  const moved = movedLine(fair, label, input)
  if (moved !== undefined) return moved
  const use = isCounted ? age : isUsed ? `${age}, not used now` : `${age}, not used for EV`
  const [price, range] = [fairText(p, format), fairRangeText(toRange(result), format)]
  // A line ends before the range, never inside it.
  const text = price === range ? price : `${price} (${range.replaceAll(' ', '\u00A0')})`
  return toLine('fair', text, { label, note: use })
}

/** Says that the book’s price has left its fair price; undefined while that holds. */
function movedLine(
  fair: BookFair,
  label: string,
  { parlay, columns, display, isFinal }: ValueInput,
): ValueLine | undefined {
  const move = findMoveSince(
    fair,
    parlay.cells.find(({ bookId }) => bookId === fair.bookId),
  )
  if (move === undefined) return undefined
  const [from, to] = [shortPriceText(move.from, display.format), shortPriceText(move.to, display.format)]
  const book = columns.find(({ bookId }) => bookId === fair.bookId)
  return toLine('fair', '—', {
    label,
    note: `its price has moved since (${from} → ${to})`,
    ...(book && isFinal !== true && { askAgain: { book, calls: listSides(parlay.legs.length).length } }),
  })
}

/** Hold of the selected book’s partition, else of the one used. */
function holdLines({ cell, parlay, columns }: ValueInput): ValueLine[] {
  const exact = parlay.fairs.flatMap(({ result, ...fair }) =>
    result.kind === 'exact' ? [{ ...fair, hold: result.hold }] : [],
  )
  const shown = exact.find(({ bookId }) => bookId === cell.bookId) ?? exact.find(({ isUsed }) => isUsed)
  return shown === undefined
    ? []
    : [toLine('hold', percentText(shown.hold), { note: findBookName(columns, shown.bookId) })]
}

const findBookName = (columns: readonly BookColumn[], id: string): string =>
  columns.find(({ bookId }) => bookId === id)?.name ?? id

/** No prices come after the games, so that the number which a consensus needs says nothing then. */
function consensusLine(
  own: CellValue | undefined,
  { row, display, isLive, isFinal, holds }: ValueInput,
): ValueLine[] {
  const { consensus } = own ?? row
  const others = row.cells.size - (own === undefined ? 0 : 1)
  if (consensus === null) {
    if (isFinal === true) return []
    const needed = pluralize(display.value.fewestBooks, 'fresh book')
    const when = isMoving(row.leftBehind)
      ? ' since the odds moved'
      : isLive
        ? ` within ${maxLiveSpreadMs / 1_000}s, live`
        : ''
    return [toLine('consensus', '—', { note: `${others} of ${needed}${when}` })]
  }
  const text = estimateText(fairDecimal(consensus.p), display.format)
  const doubt = lowMarginText(display.value, holds)
  return [toLine('consensus', text, { note: pluralize(consensus.books, 'book') + (doubt && `, ${doubt}`) })]
}

/** Says that all holds seen are above the margin that the consensus assumes; empty else. */
function lowMarginText({ margin }: ValueSettings, holds: SeenHolds | undefined): string {
  if (holds === undefined || margin >= holds.low / (1 + holds.low)) return ''
  const [low, high] = [percentText(holds.low, 0), percentText(holds.high, 0)]
  const seen = low === high ? low : `${low.replace('%', '')} to ${high}`
  return `${percentText(margin).replace('.0%', '%')} margin assumed; books held ${seen}`
}

function evLabel({ source }: Worth, { fairMethod }: ValueSettings): string {
  if (source === 'mine') return 'EV vs. my fair price'
  if (source === 'consensus') return 'EV vs. consensus'
  return fairMethod === 'lowest' ? 'EV, worst of seven' : `EV, ${fairMethodNames[fairMethod]}`
}

/**
 * A suspect price gets no stake advice, and its value is not highlighted. A price that its own book’s margin alone makes
 * good is said to be so, and not highlighted either.
 */
function worthLines({ worth, price, suspectBy }: CellValue, settings: ValueSettings): ValueLine[] {
  if (worth === null) return []
  const { p, ev, edge, partition } = worth
  const isOwn = partition?.isOwn === true
  const value = toLine('ev', signedPercent(ev), {
    label: evLabel(worth, settings),
    note: isOwn ? 'by its own margin' : `edge ${edge > 0 ? '+' : ''}${pointsText(edge)} pp`,
    ...(isOwn ? {} : { detail: `Edge: ${definitions.edge.says}` }),
  })
  if (suspectBy !== null) return [value]
  const tone = evTone(ev)
  const isToned = tone === 'down' || (tone === 'up' && !isOwn)
  return [isToned ? { ...value, tone } : value, kellyLine(p, price.decimal, settings)]
}

/** Each promotion at the book: its price and value, the cap that binds, or the reason why it does not apply. */
function promotionLines({ promotions = [], display }: ValueInput): ValueLine[] {
  return promotions.map(each => {
    const label = `With ${promotionName(each.of.terms, each.of.currency)}`
    if ('obstacle' in each) return toLine('promotion', '—', { label, note: refusalText(each, display.now) })
    const { ev } = each
    const notes = [
      ev === null ? '' : `EV ${signedPercent(ev)}`,
      ev === null && !each.isBoosted ? 'EV needs a fair price' : '',
      each.stakeMinor === undefined ? '' : `at ${moneyText(each.stakeMinor, each.of.currency)}`,
      capText(each),
    ]
    const text = each.isBoosted
      ? promotedPriceText(each, display.format)
      : ev === null
        ? '—'
        : signedPercent(ev)
    const note = notes
      .slice(each.isBoosted ? 0 : 1)
      .filter(part => part !== '')
      .join(', ')
    const tone = ev === null ? undefined : evTone(ev)
    return toLine('promotion', text, { label, note, ...(tone && { tone }) })
  })
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
    note: high === 0 ? '' : `range ${low === 0 ? '0' : stake(low)}–${stake(high)}${cap}`,
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
  const book = findBookName(columns, rival.bookId)
  const line = toLine('gap', `${shortPriceText(rival.price, display.format)} ${book}`, {
    label: isTop
      ? top.claim === 'best'
        ? 'Next best'
        : 'Next fresh'
      : bestName(top.claim, row, display.value.currency),
  })
  const gap = own && payoutGain(rival.price.decimal, own.price.decimal)
  if (gap === undefined) return [line]
  const note = gap === 0 ? 'same price' : `${percentText(Math.abs(gap))} ${gap > 0 ? 'higher' : 'lower'}`
  return [{ ...line, note }]
}

/** `Best price for $50` where a limit has left another price out. */
const bestName = (claim: TopPrice['claim'], { limited, stakeMinor }: RowValue, currency: string): string =>
  limited.length === 0 || stakeMinor === null
    ? claimNames[claim]
    : `${claimNames[claim]} for ${moneyText(stakeMinor, currency)}`

/** Limit of the book when it takes less than the stake, and the highest price that only a limited book pays. */
function limitLines(
  own: CellValue | undefined,
  { limited, ranked }: RowValue,
  { columns, display }: Pick<ValueInput, 'columns' | 'display'>,
): ValueLine[] {
  const { currency } = display.value
  const [rival] = limited.filter(({ bookId }) => bookId !== own?.bookId)
  const isHigher = rival !== undefined && rival.price.decimal > (ranked[0]?.price.decimal ?? 1)
  const isOwnLimited = own !== undefined && own.limitMinor !== null
  return [
    ...(isOwnLimited ? [ownLimitLine(own.limitMinor, currency)] : []),
    ...(isHigher && rival.limitMinor !== null
      ? [
          toLine(
            'takes',
            `${shortPriceText(rival.price, display.format)} ${findBookName(columns, rival.bookId)}`,
            { label: 'Pays more, limited', note: limitText(rival.limitMinor, currency), part: 'rival' },
          ),
        ]
      : []),
  ]
}

const ownLimitLine = (limitMinor: number, currency: string): ValueLine =>
  limitMinor === 0
    ? toLine('takes', 'nothing', { note: 'your account is closed', tone: 'warn' })
    : toLine('takes', moneyText(limitMinor, currency), { note: 'here, limited', tone: 'warn' })

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
  const apart = explainApart(quote.at, singles)
  if (apart !== undefined) {
    // Odds load again by themselves; the price is the user's to update.
    const note = quote.at < singles.oldestAt ? `${apart}, press R` : apart
    return [product, toLine('correlation', '—', { label: 'Correlation', note })]
  }
  const taken = 1 - 1 / correlation([singles.decimal], quote.outcome.price.decimal)
  const label = taken < 0 ? 'Correlation boost' : 'Correlation discount'
  return [product, toLine('correlation', percentText(Math.abs(taken)), { label })]
}

/** Maximum time between the singles of one product. */
const maxSpreadMs = 60_000
/** Maximum time between a price and the singles that it is compared with: what moved meanwhile would look like correlation. */
const maxApartMs = 30_000

function explainApart(quotedAt: number, { oldestAt }: Pick<Singles, 'oldestAt'>): string | undefined {
  const newerMs = quotedAt - oldestAt
  if (newerMs > maxApartMs) return `odds ${ageText(newerMs)} older than the price`
  return newerMs < -maxApartMs ? `price ${ageText(-newerMs)} older than the odds` : undefined
}

/** The reason why a price of this time is not compared with a single price; undefined when both are of about one time. */
export function findSingleObstacle(
  quotedAt: number,
  singleAt: number | undefined,
  { isLive, ...display }: DisplayContext & { readonly isLive: boolean },
): string | undefined {
  if (singleAt === undefined) return 'single odds of unknown age'
  const singles = { oldestAt: singleAt, newestAt: singleAt }
  return findSinglesObstacle(singles, isLive, display) ?? explainApart(quotedAt, singles)
}

function findSinglesObstacle(
  { oldestAt, newestAt }: Omit<Singles, 'decimal'>,
  isLive: boolean,
  { now, value }: DisplayContext,
): string | undefined {
  if (isLive) return 'not while a game is live'
  if (newestAt - oldestAt > maxSpreadMs) return 'single odds from different times'
  const ageMs = now - oldestAt
  return ageMs > value.singlesMaxAgeMs ? `single odds ${ageText(ageMs)} old` : undefined
}
