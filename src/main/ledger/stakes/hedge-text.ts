/** Sentences of hedges: why there is none, and what is wrong with one. */
import type { QuoteOutcome } from '../../../shared/model/price/quote.ts'
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import { maxHedgedLegs, type Profits } from '../../../shared/model/ticket/hedge-plan.ts'
import { exactMoney } from '../../../shared/model/ticket/money-text.ts'
import type { HedgeGoal } from '../../../shared/value/hedge.ts'

/** Reasons why a leg has no opposite side, as the board names them. */
export type SideObstacle = 'gone' | 'refunded' | 'whole-line' | 'three-way' | 'one-sided' | 'missing'

export const sideObstacles: Readonly<Record<SideObstacle, (leg: string) => string>> = {
  gone: leg => `“${leg}” has left your odds, so its other side is unknown.`,
  refunded: leg => `“${leg}” can be refunded, so no bet wins exactly when it loses.`,
  'whole-line': leg => `“${leg}” is on a whole number and can push, so no bet wins exactly when it loses.`,
  'three-way': leg => `“${leg}” can end in a draw, so no bet wins exactly when it loses.`,
  'one-sided': leg => `“${leg}” has no single opposite side.`,
  missing: leg => `No book in your odds has the other side of “${leg}”.`,
}

/** The reason why a ticket cannot be hedged; undefined when its legs can. */
export function explainTicket({ result, legs }: Pick<TicketLine, 'result' | 'legs'>): string | undefined {
  const { lost, refunded, pending } = legs
  if (result === 'review') return 'This ticket needs your review first.'
  if (result !== 'pending') return 'This ticket isn’t open any more.'
  if (lost > 0) return 'A leg of this ticket has lost, so there is nothing to hedge.'
  if (refunded > 0) return 'A leg of this ticket pushed or voided, so what it pays isn’t known yet.'
  if (pending > maxHedgedLegs)
    return `This ticket waits for ${pending} legs; a hedge takes at most ${maxHedgedLegs}.`
  return undefined
}

export const tooOld = 'Too old to plan with.'
/** Obstacle in a live game, whose odds move every few seconds. */
export const movedSince = 'Live odds: other books’ prices are over 10s newer.'
export const closedAccount = 'Your account here is closed.'
export const suspectPrice = 'Far from the other books’ prices, so it may be an error.'

/** The reason why a book has no price. */
export function explainOutcome({ kind, ...rest }: QuoteOutcome): string {
  if (kind === 'message' && 'text' in rest) return `Service message: ${rest.text}`
  return kind === 'failed' ? 'The call for its price failed.' : 'This book isn’t pricing this leg right now.'
}

export interface HedgeFacts {
  readonly goal: HedgeGoal
  readonly currency: string
  /** Number of books whose prices count. */
  readonly priced: number
  readonly stakeMinor: number
  /** Profits of tickets and stakes together. */
  readonly profits: Profits
  readonly guaranteedMinor: number
  readonly isReached: boolean
  /** Number of legs that the ticket waits for. */
  readonly legs: number
}

/** Undefined when the goal is met by a stake. */
export function explainHedge(facts: HedgeFacts): string | undefined {
  if (facts.priced === 0) return 'No fresh price on the other side. Get prices to plan a hedge.'
  if (facts.stakeMinor === 0) return explainNoStake(facts)
  if (!facts.isReached) return explainMissed(facts)
  // A minimum may be a loss that the user allowed: the goal is met, and another hedge may still win.
  return facts.goal.kind === 'equalProfit' && facts.guaranteedMinor < 0 ? explainLoss(facts) : undefined
}

const explainLoss = ({ guaranteedMinor, currency, legs }: HedgeFacts): string =>
  `A hedge loses money at these prices: ${exactMoney(-guaranteedMinor, currency)} ${legs === 1 ? 'either way' : 'at worst'}.`

function explainNoStake({ goal, guaranteedMinor, currency, isReached, profits }: HedgeFacts): string {
  if (goal.kind === 'equalProfit' && profits.lostMinor >= profits.wonMinor)
    return 'Nothing to add: the other side already pays as much as the ticket.'
  const amount = exactMoney(Math.abs(guaranteedMinor), currency)
  if (!isReached || goal.kind === 'equalProfit')
    return `No hedge at these prices: ${amount} can still be lost.`
  if (guaranteedMinor === 0) return 'No hedge needed: nothing can be lost.'
  return `No hedge needed: ${guaranteedMinor < 0 ? `at most ${amount} can be lost` : `${amount} is already safe`}.`
}

function explainMissed({ goal, guaranteedMinor, currency }: HedgeFacts): string {
  const amount = exactMoney(Math.abs(guaranteedMinor), currency)
  if (goal.kind === 'equalProfit')
    return 'The limits at these books stop short of an equal profit; this is as close as they allow.'
  const best = guaranteedMinor < 0 ? `the best hedge still loses ${amount}` : `the most is ${amount}`
  return goal.kind === 'freeRoll'
    ? `No free roll at these prices: ${best}.`
    : `These prices don’t guarantee that much: ${best}.`
}
