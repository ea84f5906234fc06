/** Meaning and formula of each number of the ledger, for the hints beside them and the help dialog. */
export const definitions = {
  openRisk: {
    name: 'Open risk',
    says: 'Your cash on open tickets and on those to review; bonus bets don’t count.',
    formula: 'sum of own stakes of open tickets and of those to review',
  },
  toWin: {
    name: 'To win',
    says: 'Profit if every open ticket wins. Both sides of a hedge are added, though only one can win. Tickets with a lost leg don’t count, even those to review.',
    formula: 'sum of stake × d − own stake, rounded once each',
  },
  risked: {
    name: 'Risked',
    says: 'Your own money on settled tickets. Wagered, under the table, adds what is still at risk.',
    formula: 'sum of own stakes of settled tickets',
  },
  profit: {
    name: 'Profit',
    says: 'From payouts you entered, otherwise from the odds you took.',
    formula: 'profit = paid back − own stake',
  },
  roi: {
    name: 'ROI',
    says: 'Profit as a share of what you risked.',
    formula: 'ROI = profit ÷ risked',
  },
  record: {
    name: 'Record W-L-P',
    says: 'Won, lost, pushed. Voids count as pushes; cash-outs as none of them.',
    formula: 'number of tickets',
  },
  clv: {
    name: 'Avg CLV ± error',
    says: 'How much more your price pays than the close: the last price before the start at the same book, its margin included. That alone can make it positive; no-vig CLV, in Proof of edge, takes the margin out. Voids, boosts, bonus bets and live bets don’t count.',
    formula: 'CLV = d taken ÷ d close − 1; error = standard deviation ÷ √tickets',
  },
  expected: {
    name: 'Expected profit',
    says: 'What closing odds with their margin promise (dashed line): too much by that margin. Proof of edge takes it out. The band is one standard deviation. Both cover the tickets of Avg CLV.',
    formula: 'sum of own stake × CLV',
  },
  fairClv: {
    name: 'No-vig CLV',
    says: 'How much your price pays over the no-vig close, the closing price without the book’s margin, with its standard error. Avg CLV, against the close with its margin, is higher by that margin. Boosts, live bets and bonus bets are apart.',
    formula: 'mean of p close × d − 1; error = standard deviation ÷ √bets',
  },
  promised: {
    name: 'Profit vs. expected',
    says: 'Your profit, and the range it falls in 95 times of 100 if the chances are right. Bets of one game count as winning together.',
    formula: 'sum of p × win − (1 − p) × own stake, ± 1.96 standard deviations',
  },
  ruin: {
    name: 'Risk of ruin',
    says: 'The chance of ever losing your bankroll, betting on as in your last 200 bets.',
    formula: 'e^(−r × bankroll), where the mean of e^(−r × profit) is 1',
  },
  calibration: {
    name: 'Your fair prices',
    says: 'How good they were: lower is better, 0 is perfect. Below are the scores of the base rate: always saying the share of these bets that won.',
    formula: 'Brier = mean of (won − p)²; log loss = mean of −ln of the chance of what happened',
  },
  reliability: {
    name: 'Said and won',
    says: 'Of the bets you gave about 30%, about 30% should win.',
    formula: 'share won, mean p ± √(mean of p × (1 − p) ÷ bets)',
  },
  asShown: {
    name: 'Same price',
    says: 'Of the bet slips you logged, those that opened at the price shown and took your full stake. The latest entry for a slip counts.',
    formula: 'same price ÷ (same price + new price + rejected + limited)',
  },
  slippage: {
    name: 'Slippage',
    says: 'How far prices moved by the time the slip opened, in points of implied probability; unchanged prices count as zero.',
    formula: 'mean of 1 ÷ d at the book − 1 ÷ d shown',
  },
  refused: {
    name: 'Rejected',
    says: 'Slips the book rejected.',
    formula: 'number of slips',
  },
  limited: {
    name: 'Limited',
    says: 'Slips at the price shown, for less than you wanted to stake, and the last limit.',
    formula: 'number of slips · stake',
  },
  halfLife: {
    name: 'Half-life',
    says: 'How long prices of this book hold: half of them change within it. Before the start, and live.',
    formula: 'ln 2 ÷ rate of changes, from your newest quotes',
  },
  largestStake: {
    name: 'Largest stake',
    says: 'The most this book took from you on one ticket. Red: less than half of what it took before.',
    formula: 'in the 30 days before the last 30 → in the last 30',
  },
} as const satisfies Readonly<Record<string, { name: string; says: string; formula: string }>>
