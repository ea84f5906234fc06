/**
 * Middles: a bet over a low line and one under a higher line of the same market, which both win when the result falls
 * between them. Staked so that each pays the same, on prices a and b they pay D = 1/(1/a + 1/b) for a total stake of 1: D - 1
 * when one of them wins, 2D - 1 when both do.
 */

/**
 * A bet on one side of a line. `over` wins when the result is above it. A spread is read as a line of the home team's
 * lead: the home team at -3.5 is over 3.5, the away team at +6.5 is under 6.5.
 */
export interface LineOffer {
  readonly id: string
  readonly side: 'over' | 'under'
  /** Points; a multiple of a half. A result on the line itself is refunded. */
  readonly line: number
  /** Decimal odds, above 1. */
  readonly decimal: number
}

/** First and last result that win both bets. */
export interface MiddleWindow {
  readonly from: number
  readonly to: number
}

export interface Middle {
  readonly over: LineOffer
  readonly under: LineOffer
  readonly window: MiddleWindow
  /** Results that win one bet and refund the other. */
  readonly refundsAt: readonly number[]
  /** Share of the total stake to put on the over. */
  readonly overShare: number
  /** Profit of a total stake of 1 outside the window; below 0 unless one side always pays for both. */
  readonly outside: number
  /** Profit of a total stake of 1 inside the window. */
  readonly inside: number
  /** Probability of the window from which the middle makes money, refunds left out; 0 when it cannot lose. */
  readonly breakEven: number
}

/**
 * All middles among these offers, from the lowest break-even probability up. Throws a RangeError for a line that is no
 * multiple of a half or odds that are not above 1.
 */
export function findMiddles(offers: readonly LineOffer[]): readonly Middle[] {
  for (const { line, decimal } of offers) {
    if (!Number.isInteger(line * 2)) throw new RangeError('A line is a multiple of a half')
    if (!(decimal > 1 && decimal < Infinity)) throw new RangeError('Odds must be above 1')
  }
  const unders = offers.filter(({ side }) => side === 'under')
  return offers
    .filter(({ side }) => side === 'over')
    .flatMap(over => unders.flatMap(under => toMiddle(over, under) ?? []))
    .sort((a, b) => a.breakEven - b.breakEven)
}

/** The results that win a bet over one line and one under another; undefined when none does. */
export function findWindow(over: number, under: number): MiddleWindow | undefined {
  const window = { from: Math.floor(over) + 1, to: Math.ceil(under) - 1 }
  return window.from > window.to ? undefined : window
}

/** Undefined when no result wins both. */
function toMiddle(over: LineOffer, under: LineOffer): Middle | undefined {
  const window = findWindow(over.line, under.line)
  if (window === undefined) return undefined
  const payout = 1 / (1 / over.decimal + 1 / under.decimal)
  const outside = payout - 1
  return {
    over,
    under,
    window,
    refundsAt: [over.line, under.line].filter(Number.isInteger),
    overShare: payout / over.decimal,
    outside,
    inside: 2 * payout - 1,
    breakEven: Math.max(0, -outside / payout),
  }
}
