/** Value of prices in words: moves, suspicions, expected value, and what each number of the desk means. */
import type { Move } from '../../../../shared/model/price/cell.ts'
import type { Worth } from '../../../../shared/model/price/row-value.ts'
import { percentText, pointsText, signedPercent } from '../../../format/number-text.ts'

/** `moved up 0.8 points`. */
export const moveText = ({ direction, points }: Move): string =>
  `moved ${direction} ${pointsText(points)} points`

/** `52% above the other books’ median`. */
export const suspectText = (by: number): string =>
  `${percentText(Math.abs(by), 0)} ${by > 0 ? 'above' : 'below'} the other books’ median`

/** The reason why a suspect price is not ranked, in full. */
export const suspectExplanation = (by: number): string =>
  `Suspect: ${suspectText(by)}. Books cancel bets at obvious errors, so it is never the best price.`

/** Hint in the column of best values: the basis of the value, or the reason why it shows the price instead. */
export const worthHint = (worth: Worth | null): string =>
  worth === null
    ? 'Best price. Its value cannot be said: too few other books have a fresh price.'
    : `Expected value of the best price by ${worth.source === 'mine' ? 'your fair price' : 'the consensus of the other books'}`

/** Read out after the best price; nothing where its value cannot be said. */
export const worthSpoken = (worth: Worth | null | undefined): string =>
  worth ? `, expected value ${signedPercent(worth.ev)}` : ''

/** Meaning of each number; the hint beside it and the help dialog both show it. */
export const definitions = {
  consensus: {
    name: 'Consensus',
    formula: 'p = (1 − margin) ÷ median decimal price of the other books, the median taken in log-odds',
    says: 'What the other books with a fresh price hold likely, less the margin set in Settings. It is their opinion, not a fair price: one side of a market cannot be freed of its margin exactly.',
  },
  mine: {
    name: 'My fair price',
    formula: 'p = 1 ÷ decimal price',
    says: 'The price you hold to be fair. While it is set, value is reckoned by it and not by the consensus.',
  },
  ev: {
    name: 'Expected value',
    formula: 'EV = p × d − 1',
    says: 'Expected profit as a share of the stake at the decimal price d, if p is right.',
  },
  edge: {
    name: 'Edge',
    formula: 'edge = p − 1 ÷ d',
    says: 'How much likelier the bet is than its price needs, in points of probability. Not the expected profit.',
  },
  gap: {
    name: 'Next best',
    formula: 'gap = d ÷ next best d − 1',
    says: 'The best price of the other books, and how much more or less it pays. Stale and suspect prices do not count.',
  },
  singles: {
    name: 'Product of single legs',
    formula: 'd₁ × d₂ × … × dₙ',
    says: 'What this book’s single prices would pay if its legs had nothing to do with each other. By the prices in the odds loaded, in the format named in Settings; shown only when every leg has one.',
  },
  correlation: {
    name: 'Correlation discount',
    formula: 'discount = 1 − d ÷ product; × is product ÷ d',
    says: 'What the book takes off for legs that win together. Below zero it pays extra.',
  },
  kelly: {
    name: 'Kelly stake',
    formula: 'f = (p × d − 1) ÷ (d − 1), times your fraction, at most your cap',
    says: 'The share of the bankroll whose staking makes it grow fastest, tempered. The band is the same for a p that is a tenth lower and a tenth higher: nobody knows p better than that.',
  },
  suspect: {
    name: 'Suspect price ⚠',
    formula: 'over 25% and over 4 median deviations from the others’ median, with at least 3 other books',
    says: 'It may be an error, and books cancel bets at obvious errors. It is shown and marked, and never the best.',
  },
  move: {
    name: 'Moves ▲ ▼',
    formula: '|1 ÷ new d − 1 ÷ old d|',
    says: 'How far the price moved since the one before, in points of implied probability. ▲ pays you more than before, ▼ less.',
  },
} as const

export type DefinitionName = keyof typeof definitions

/** As a hint: its meaning, then its formula. */
export function definitionText(name: DefinitionName): string {
  const { formula, says } = definitions[name]
  return `${says} ${formula}`
}
