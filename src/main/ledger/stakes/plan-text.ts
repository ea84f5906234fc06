/** Texts of a stake plan: its reason, and the win probabilities behind it. */
import type { Worth } from '../../../shared/model/price/row-value.ts'
import { exactMoney } from '../../../shared/model/ticket/money-text.ts'
import { sampleSize } from '../../../shared/value/scenarios.ts'
import type { OpenBet } from '../reads/open-bets.ts'
import type { BoostUses } from './boost-uses.ts'
import type { StakeRoom } from './stake-question.ts'

export interface PlanFacts {
  readonly currency: string
  readonly totalMinor: number
  /** The sum for the bet alone, without the open tickets. */
  readonly aloneMinor: number
  /** Stakes already open on the very legs of the bet. */
  readonly sameMinor: number
  /** Largest sum on one bet, by the settings. */
  readonly capMinor: number
  /** The limit of the settings, beside open tickets, that the stake has reached; null for none. */
  readonly fullRoom: keyof StakeRoom | null
  /** True when every book that is worth a stake is at its limit. */
  readonly isAtLimits: boolean
  /** Books at their limits, from the highest price down. */
  readonly atLimit: readonly { readonly name: string; readonly maxMinor: number; readonly isBoost: boolean }[]
  /** Books at which all of the available balance is staked, and how much that is. */
  readonly held: readonly BookAmount[]
  /** The smallest bet that a book takes, where it and those of all others are above the stake; null else. */
  readonly smallestBet: BookAmount | null
  /** Names of the books to stake at where a user who keeps accounts has none in the currency. */
  readonly withoutAccount: readonly string[]
  /** Boosts that are staked by, with too few uses for all parlays that could use them. */
  readonly scarceBoosts: readonly BoostUses[]
  readonly openMinor: number
  readonly tickets: readonly OpenBet[]
  /** Names of the new bet's legs, each with the open tickets that need it. */
  readonly needs: readonly { readonly name: string; readonly tickets: number }[]
}

interface BookAmount {
  readonly name: string
  readonly minor: number
}

interface Explained {
  readonly text: string
  /** Balance that the text names already. */
  readonly named?: BookAmount | undefined
}

/** A smaller difference from the stake alone is not worth a reason. */
const clearlyLess = 0.99

/** Reason of the sum, and the boosts that other parlays could use too. */
export const explainPlan = (facts: PlanFacts): string =>
  [explainStakes(facts), ...facts.scarceBoosts.map(explainUses)].join(' ')

function explainUses({ book, usesLeft, otherParlays }: BoostUses): string {
  const [uses, parlays] = [usesLeft === 1 ? 'use' : 'uses', otherParlays === 1 ? 'parlay' : 'parlays']
  return `The boost at ${book} has ${usesLeft} ${uses} left, and ${otherParlays} other ${parlays} on the desk could use it too: see Use promotions.`
}

/** One sentence: what decides the sum, the balances that are too small, and the books without an account. */
function explainStakes(facts: PlanFacts): string {
  const { held, withoutAccount, currency } = facts
  const { text, named } = explainSum(facts)
  const parts = [
    ...held.filter(each => each !== named).map(each => explainBalance(each, currency)),
    ...(withoutAccount.length > 0 ? [`no ${currency} account at ${listNames(withoutAccount)}`] : []),
  ]
  return parts.length === 0 ? text : `${text.replace(/\.$/, '')}; ${parts.join(', ')}.`
}

const explainBalance = ({ name, minor }: BookAmount, currency: string): string =>
  `${name} has ${exactMoney(minor, currency)} available`

const listNames = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}` : (names[0] ?? '')

/** Reason of the sum, and the balance that it names. */
function explainSum(facts: PlanFacts): Explained {
  const { currency, totalMinor, aloneMinor, sameMinor, fullRoom, held, atLimit, smallestBet } = facts
  if (fullRoom !== null && sameMinor === 0) return { text: explainRoom(fullRoom, totalMinor) }
  if (aloneMinor === 0 && held[0] !== undefined)
    return { text: `No bet: ${explainBalance(held[0], currency)}.`, named: held[0] }
  if (aloneMinor === 0) return { text: 'No bet: these prices pay too little for your win probability.' }
  if (smallestBet !== null && totalMinor === 0 && sameMinor === 0)
    return {
      text: `No bet: the smallest bet that ${smallestBet.name} takes is ${exactMoney(smallestBet.minor, currency)}.`,
    }
  if (sameMinor > 0) {
    const text = `${exactMoney(sameMinor, currency)} of the stake for this bet is already open.`
    return { text: totalMinor === 0 ? `No more: ${text}` : text }
  }
  if (totalMinor < aloneMinor * clearlyLess) {
    const start = totalMinor === 0 ? 'No bet now' : 'Less than for one bet alone'
    return { text: `${start}: ${explainLess(facts)}.` }
  }
  if (totalMinor >= facts.capMinor) return { text: 'The most that your settings allow on one bet.' }
  if (facts.isAtLimits)
    return {
      text: atLimit.every(({ isBoost }) => isBoost)
        ? 'All that the boost covers.'
        : 'All that these books take.',
    }
  if (atLimit.length > 0) return explainSplit(facts)
  return {
    text:
      facts.tickets.length === 0
        ? 'No other ticket is open.'
        : 'The same as for one bet alone: no open ticket shares a leg.',
  }
}

const roomNames = { game: 'on one game', open: 'in all open tickets' } as const
const explainRoom = (room: keyof StakeRoom, totalMinor: number): string =>
  totalMinor > 0
    ? `The most that your settings allow ${roomNames[room]}.`
    : `No bet now: you are at the most that your settings allow ${roomNames[room]}.`

function explainSplit({ atLimit: [first, ...others], held, currency }: PlanFacts): Explained {
  const rest = 'the rest goes to the next best prices.'
  if (first === undefined || others.length > 0)
    return { text: `${others.length + 1} books are at their limits; ${rest}` }
  const named = held.find(({ name }) => name === first.name)
  const takes =
    named === undefined
      ? `${first.name} takes ${exactMoney(first.maxMinor, currency)} at most`
      : explainBalance(named, currency)
  return { text: `${takes}; ${rest}`, named }
}

function explainLess({ currency, openMinor, tickets, needs }: PlanFacts): string {
  const [most] = needs.toSorted((a, b) => b.tickets - a.tickets)
  if (most === undefined || most.tickets === 0)
    return `${exactMoney(openMinor, currency)} is at stake in ${count(tickets.length)}`
  return `${count(most.tickets)} already ${most.tickets === 1 ? 'needs' : 'need'} ${most.name}`
}

const count = (tickets: number) => `${tickets} open ticket${tickets === 1 ? '' : 's'}`

const sources: Readonly<Record<Worth['source'], string>> = {
  partition: 'a book’s fair price',
  mine: 'your fair price',
  consensus: 'the consensus',
}

export interface BasisFacts {
  readonly source: Worth['source']
  readonly tickets: number
  /** Number of these whose win probability is that of a row of the desk. */
  readonly known: number
  readonly margin: number
  readonly isSampled: boolean
  /** Standard error of the stakes’ sum by that sample, in minor units. */
  readonly errorMinor: number
  /** Open tickets in other currencies, and the currency of the bankroll. */
  readonly others: number
  readonly currency: string
}

export function explainBasis(facts: BasisFacts): string {
  const { source, tickets, known, isSampled, errorMinor, others, currency } = facts
  const margin = `${Number((facts.margin * 100).toFixed(1))}%`
  const byPrice = tickets - known
  const error = errorMinor === 0 ? '' : `, ± ${exactMoney(errorMinor, currency)}`
  return [
    `Win probability by ${sources[source]}.`,
    ...(known > 0 ? [`${count(known)} by the desk’s prices.`] : []),
    ...(byPrice > 0 ? [`${count(byPrice)} by the price taken, less ${margin}.`] : []),
    ...(isSampled ? [`Estimated from ${sampleSize.toLocaleString('en')} draws${error}.`] : []),
    ...(others > 0 ? [`${count(others)} not in ${currency} skipped.`] : []),
  ].join(' ')
}
