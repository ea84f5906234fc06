/** Meaning and formula of each number of the ledger, for the hints beside them and the help dialog. */
export const definitions = {
  openStake: {
    name: 'Open stake',
    says: 'Your own money on tickets that are pending or wait for review. A bonus bet’s stake is the book’s.',
    formula: 'sum of own stakes of open tickets',
  },
  openPayout: {
    name: 'Open payout',
    says: 'What open tickets return, stakes included, if every one of them wins. One with a lost leg is left out.',
    formula: 'sum of stake × d, rounded once each',
  },
  profit: {
    name: 'Profit',
    says: 'What settled tickets brought in, by what the books paid once that is entered, else by the price taken.',
    formula: 'profit = paid back − own stake',
  },
  yield: {
    name: 'Yield',
    says: 'Profit as a share of your own money on settled tickets.',
    formula: 'yield = profit ÷ staked',
  },
  won: {
    name: 'Won of settled',
    says: 'Refunds and cash-outs are settled, and neither won nor lost; the win rate leaves them out.',
    formula: 'win rate = won ÷ (won + lost)',
  },
  clv: {
    name: 'CLV',
    says: 'How much more the price taken pays than the book’s last price before the start. Refunded, boosted and in-play tickets are kept out of the mean.',
    formula: 'CLV = d taken ÷ d close − 1',
  },
  expected: {
    name: 'Expected profit',
    says: 'What closing prices expected of settled tickets that have one: the dashed line. The band around it is one standard deviation of their results.',
    formula: 'sum of own stake × CLV',
  },
  noted: {
    name: 'Noted',
    says: 'Betslips of the profile in use whose outcome you noted after opening, in the period and at the book chosen. Noted twice, the later word counts.',
    formula: 'as shown + moved + refused + limited',
  },
  asShown: {
    name: 'As shown',
    says: 'The book’s hit rate: betslips that opened at the price the desk showed, with room for your stake.',
    formula: 'as shown ÷ noted',
  },
  slippage: {
    name: 'Slippage',
    says: 'How far prices had moved when the betslip opened, on average, in points of implied probability. Refused bets had no price and are left out; the others count nothing where the price stood.',
    formula: 'mean of 1 ÷ d at the book − 1 ÷ d shown',
  },
  refused: {
    name: 'Refused',
    says: 'Betslips at which the book took no bet.',
    formula: 'number of betslips',
  },
  limited: {
    name: 'Limited',
    says: 'Betslips at the price shown, for less than you wanted to stake.',
    formula: 'number of betslips',
  },
} as const satisfies Readonly<Record<string, { name: string; says: string; formula: string }>>
