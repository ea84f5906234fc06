/** Describes the value of prices: moves, suspicions, expected value, and the meaning of each number of the desk. */
import type { Move } from '../../../../shared/model/price/cell.ts'
import type { QuotedPrice } from '../../../../shared/model/price/quote.ts'
import type { TopPrice, Worth } from '../../../../shared/model/price/row-value.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { moneyText } from '../../../format/money.ts'
import { percentText, signedPercent } from '../../../format/number-text.ts'
import { shortPriceText } from '../../../format/price-text.ts'
import { ageText } from '../../../format/time-text.ts'
import type { BookColumn } from '../columns/columns.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import type { RowTop } from './best-price.ts'

/** `up from +233`. */
export const moveText = ({ direction }: Move, before: QuotedPrice, format: PriceFormat): string =>
  `${direction} from ${shortPriceText(before, format)}`

/** `52% above the other books’ median`, or `the other books’ median is 27% above it`: the numbers of the 25% rule. */
export function suspectText(by: number): string {
  const share = percentText(Math.abs(by), 0)
  return by > 0 ? `${share} above the other books’ median` : `the other books’ median is ${share} above it`
}

/** The reason why a suspect price is not ranked, in full. */
export const suspectExplanation = (by: number): string =>
  `May be an error: ${suspectText(by)}. Books void obvious errors, so it isn’t ranked.`

/** `limit $5`, as short as a cell needs it. */
export const limitText = (limitMinor: number, currency: string): string =>
  limitMinor === 0 ? 'closed' : `limit ${moneyText(limitMinor, currency)}`

/** The reason why a price is not ranked at a book that takes less than the row's stake. */
export const limitHint = (limitMinor: number, currency: string): string =>
  limitMinor === 0
    ? 'your account here is closed'
    : `your account here takes ${moneyText(limitMinor, currency)} at most`

/** Names of the highest fresh price of a row. */
export const claimNames = {
  best: 'Best price',
  only: 'Only fresh price',
  unsure: 'Highest fresh',
} as const satisfies Record<TopPrice['claim'], string>

/** `Bravo was +512 46s ago`: a higher price that is only older. */
export const olderText = (
  { book, price, at }: NonNullable<RowTop['older']>,
  { now, format }: Pick<DisplayContext, 'now' | 'format'>,
): string => `${book} was ${shortPriceText(price, format)} ${ageText(now - at)} ago`

/** The reason why the highest fresh price is not called best; undefined when it is. */
export function doubtText(top: RowTop, display: DisplayContext): string | undefined {
  if (top.older !== null) return `${olderText(top.older, display)}.`
  return top.claim === 'only' ? 'No other book has a fresh price to compare.' : undefined
}

/** Hint in the column of best values: the basis of the value or the reason why there is none, and doubts about the price. */
export function topHint(
  top: RowTop,
  display: DisplayContext,
  { columns, noEv = '' }: { readonly columns: readonly BookColumn[]; readonly noEv?: string | undefined },
): string {
  const doubt = doubtText(top, display)
  const advice = doubt === undefined ? '' : ` ${doubt} Press R to refresh.`
  const worth = top.worth === null ? noEv : `EV by ${sourceText(top.worth, columns)}.`
  return `${claimNames[top.claim]}.${advice} ${worth}`
}

/** Fair price that a price is valued by. A book’s own must never look like another’s opinion. */
function sourceText({ source, partition }: Worth, columns: readonly BookColumn[]): string {
  if (source === 'mine') return 'your fair price'
  if (partition === undefined) return 'the other books’ consensus'
  if (partition.isOwn) return 'its own margin'
  const names = partition.bookIds.map(id => columns.find(({ bookId }) => bookId === id)?.name ?? id)
  return names.length === 1 ? `${names.join()}’s fair price` : `the median fair price of ${names.join(', ')}`
}

/** `+4.7%`, or `+4.7% by its own margin` where the book itself is the only source of its fair price. */
export const evText = ({ ev, partition }: Worth): string =>
  `${signedPercent(ev)}${partition?.isOwn === true ? ' by its own margin' : ''}`

/** Tone of an expected value; undefined for one that is shown as zero. */
export const evTone = (ev: number): 'up' | 'down' | undefined =>
  Math.abs(ev) < 0.0005 ? undefined : ev > 0 ? 'up' : 'down'

/** Read out before the highest price. */
export const claimSpoken = ({ claim }: RowTop): string => claimNames[claim].toLowerCase()

/** Read out after it: its value or why it has none, and the older price that may still be higher. */
export const topSpoken = ({ worth, older }: RowTop, display: DisplayContext, noEv = ''): string[] => [
  worth === null ? noEv : `EV ${evText(worth)}`,
  ...(older === null ? [] : [olderText(older, display)]),
]

/** Meaning of each number; the hint beside it and the help dialog both show it. */
export const definitions = {
  consensus: {
    name: 'Consensus',
    formula: 'p = (1 − margin) ÷ median decimal price of the other books, the median taken in log-odds',
    says: 'Win probability implied by the other books’ fresh prices (live: those within 10 seconds of each other), minus your margin. An estimate: you can’t remove vig exactly from one side. Books hold more on most parlays; the line says so where fair prices on your desk show it.',
  },
  mine: {
    name: 'My fair price',
    formula: 'p = 1 ÷ decimal price',
    says: 'Your own fair odds. When set, EV uses them instead of the consensus.',
  },
  fair: {
    name: 'Fair price',
    formula: 'p = 1 ÷ d of each outcome, less the margin; the range is that of seven methods',
    says: 'Every way the legs can land, priced by one book at one moment, with the margin removed.',
  },
  hold: {
    name: 'Hold of this combo',
    formula: 'hold = 1 ÷ d₁ + 1 ÷ d₂ + … + 1 ÷ dₙ − 1',
    says: 'The book’s margin on every way the legs can land: the real price of combining them.',
  },
  ev: {
    name: 'EV',
    formula: 'EV = p × d − 1',
    says: 'Expected value: average profit as a share of the stake, if p is right.',
  },
  edge: {
    name: 'Edge',
    formula: 'edge = p − 1 ÷ d',
    says: 'Your win probability minus the break-even probability, in percentage points (pp).',
  },
  gap: {
    name: 'Next best',
    formula: 'higher: next best d ÷ d − 1; lower: 1 − next best d ÷ d',
    says: 'The highest fresh price at another book, and how much more or less it pays than this one. Stale and suspect prices don’t count.',
  },
  singles: {
    name: 'Legs parlayed straight',
    formula: 'd₁ × d₂ × … × dₙ',
    says: 'This book’s single odds multiplied, as if the legs were independent. Only from pregame odds of about the same time, no older than the limit in Settings.',
  },
  correlation: {
    name: 'Correlation discount or boost',
    formula: 'discount = 1 − d ÷ product; a boost is d ÷ product − 1',
    says: 'How much the book cuts or adds because the legs are related.',
  },
  kelly: {
    name: 'Kelly',
    formula: 'f = (p × d − 1) ÷ (d − 1), times your fraction, at most your cap',
    says: 'Kelly bet size times your fraction. The range shows it if your probability is 10% too high or too low.',
  },
  plan: {
    name: 'Plan',
    formula: 'the stakes with the highest mean of ln(bankroll), times your fraction',
    says: 'Stake for this parlay beside all open tickets, split across the books from the highest price down. Legs that tickets share count as one event; a sum over your cap is cut.',
  },
  promotion: {
    name: 'With a promotion ★',
    formula: 'boost: 1 + (d − 1) × (1 + boost); bonus bet: EV = p × (d − 1)',
    says: 'Price and EV with a promotion of your account, at your stake and within its caps. Best price and Best EV are of plain prices.',
  },
  takes: {
    name: 'Takes at most',
    formula: 'the largest limit of your open accounts at the book',
    says: 'A book that takes less than the parlay’s stake is never the best price. Set limits under Accounts.',
  },
  stake: {
    name: 'My stake',
    formula: 'your own for this parlay, else the first of your stakes in Settings',
    says: 'Books whose accounts take less aren’t ranked.',
  },
  suspect: {
    name: 'Suspect price ⚠',
    formula:
      '(d > 1.25 × median or d < median ÷ 1.25) and |ln(d − 1) − ln(median − 1)| > 4 × the median of these distances of the other books',
    says: 'May be an error, and books void those, so it isn’t ranked. Both must be true: over 25% off the median of 3 or more other books. Also over 4 times as far from it as they usually are.',
  },
  move: {
    name: 'Moves ▲ ▼',
    formula: '|1 ÷ new d − 1 ÷ old d|',
    says: 'Change of implied probability since the price before. ▲ pays you more, ▼ less.',
  },
} as const

export type DefinitionName = keyof typeof definitions

/** As a hint: its meaning, then its formula. */
export function definitionText(name: DefinitionName): string {
  const { formula, says } = definitions[name]
  return `${says} ${formula}`
}
