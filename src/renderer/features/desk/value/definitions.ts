/** What each number of the desk means, once: the hints beside them and the help dialog both say this. */
export interface Definition {
  readonly name: string
  readonly formula: string
  readonly says: string
}

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
} as const satisfies Readonly<Record<string, Definition>>

export type DefinitionName = keyof typeof definitions

/** For a hint: what it is, then how it is reckoned. */
export function definitionText(name: DefinitionName): string {
  const { formula, says } = definitions[name]
  return `${says} ${formula}`
}
