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
  /** Own money already open on the very legs of the bet. */
  readonly sameMinor: number
  /** The limit of the settings that the stake has reached; null for none. */
  readonly fullRoom: keyof StakeRoom | null
  /** True when every book that is worth a stake is at its limit. */
  readonly isAtLimits: boolean
  /** Books at their limits, from the highest price down. */
  readonly atLimit: readonly { readonly name: string; readonly maxMinor: number; readonly isBoost: boolean }[]
  /** Books at which all of the available balance is staked, and how much that is. */
  readonly held: readonly BookAmount[]
  /** The smallest bet that a book takes, where it and those of all others are above the stake; null else. */
  readonly smallestBet: BookAmount | null
  /** False where a user who keeps accounts has none in the currency at any of the books. */
  readonly hasOwnBooks: boolean
  /** Books that would get a stake with an account there; `paysMore`: than each that gets one. */
  readonly withoutAccount: readonly { readonly name: string; readonly paysMore: boolean }[]
  /** Boosts that are staked by, with too few uses for all parlays that could use them. */
  readonly scarceBoosts: readonly BoostUses[]
  /** Open tickets but those with own money on the very legs, and the own money at stake in them. */
  readonly tickets: readonly OpenBet[]
  readonly openMinor: number
  /** Names of the new bet's legs, each with those of these tickets that need it. */
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
  const { held, currency } = facts
  const { text, named } = explainSum(facts)
  const balances = held.filter(each => each !== named).map(each => explainBalance(each, currency))
  const parts = [balances.join(', '), ...explainMissing(facts)].filter(part => part !== '')
  return parts.length === 0 ? text : `${text.replace(/\.$/, '')}; ${parts.join('; ')}.`
}

const explainBalance = ({ name, minor }: BookAmount, currency: string): string =>
  `${name} has ${exactMoney(minor, currency)} available`

/** Books without an account: those that pay more, and those that would take the rest. */
function explainMissing({ hasOwnBooks, withoutAccount, fullRoom, currency }: PlanFacts): string[] {
  if (!hasOwnBooks) return []
  const listOf = (wanted: boolean) =>
    withoutAccount.filter(({ paysMore }) => paysMore === wanted).map(({ name }) => name)
  const [more, rest] = [listOf(true), fullRoom === null ? listOf(false) : []]
  const parts: string[] = []
  if (more.length > 0)
    parts.push(
      `${listNames(more, 'and')} ${more.length === 1 ? 'pays' : 'pay'} more, but you have no ${currency} account there`,
    )
  if (rest.length > 0) parts.push(`no ${currency} account at ${listNames(rest, 'or')}`)
  return parts
}

const listNames = (names: readonly string[], word: 'and' | 'or'): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1) ?? ''}` : (names[0] ?? '')

/** Reason of the sum, and the balance that it names. */
function explainSum(facts: PlanFacts): Explained {
  const { currency, totalMinor, aloneMinor, sameMinor, fullRoom, held, atLimit, smallestBet } = facts
  if (fullRoom !== null) return { text: explainRoom(fullRoom, facts) }
  if (aloneMinor === 0 && held[0] !== undefined)
    return { text: `No bet: ${explainBalance(held[0], currency)}.`, named: held[0] }
  if (aloneMinor === 0) return { text: explainNone(facts) }
  if (smallestBet !== null && totalMinor === 0)
    return {
      text: `${sameMinor > 0 ? 'No more' : 'No bet'}: the smallest bet that ${smallestBet.name} takes is ${exactMoney(smallestBet.minor, currency)}.`,
    }
  if (totalMinor < aloneMinor * clearlyLess) {
    if (sameMinor > 0) return { text: explainSame(facts) }
    const start = totalMinor === 0 ? 'No bet now' : 'Less than for one bet alone'
    return { text: `${start}: ${explainLess(facts)}.` }
  }
  if (facts.isAtLimits)
    return {
      text: atLimit.every(({ isBoost }) => isBoost)
        ? 'All that the boost covers.'
        : 'All that these books take.',
    }
  if (atLimit.length > 0) return explainSplit(facts)
  return { text: explainAlike(facts) }
}

/** Reason of no stake at any price of the user's books. */
function explainNone({ hasOwnBooks, withoutAccount, currency }: PlanFacts): string {
  if (withoutAccount.length === 0) return 'No bet: these prices pay too little for your win probability.'
  if (hasOwnBooks) return 'No bet: your books pay too little for your win probability.'
  const names = withoutAccount.map(({ name }) => name)
  return `No bet: you have no ${currency} account at ${listNames(names, 'or')}.`
}

/** Reason of a sum that is about that for the bet alone, or more. */
function explainAlike(facts: PlanFacts): string {
  const { totalMinor, aloneMinor, tickets, needs } = facts
  if (tickets.length === 0) return 'No other ticket is open.'
  if (totalMinor * clearlyLess > aloneMinor)
    return 'More than for one bet alone: your open tickets are expected to win more than they risk.'
  return findMostNeeded(needs) === undefined
    ? 'The same as for one bet alone: no open ticket shares a leg.'
    : `About the same as for one bet alone, although ${explainLess(facts)}.`
}

/** Reason of a sum that is less because money is open on the very legs, and the other tickets where they matter too. */
function explainSame(facts: PlanFacts): string {
  const { currency, totalMinor, aloneMinor, sameMinor, tickets } = facts
  const open = exactMoney(sameMinor, currency)
  const start = totalMinor === 0 ? 'No more: ' : ''
  if (sameMinor >= aloneMinor) return `${start}${open} is already open on this bet.`
  const text = `${start}${open} of the stake for this bet is already open`
  const isAll = tickets.length === 0 || totalMinor + sameMinor >= aloneMinor * clearlyLess
  return isAll ? `${text}.` : `${text}, and ${explainLess(facts, 'other ')}.`
}

const roomNames = { bet: 'on one bet', game: 'on one game', open: 'in all open tickets' } as const
function explainRoom(room: keyof StakeRoom, { totalMinor, sameMinor, currency }: PlanFacts): string {
  const most = `most that your settings allow ${roomNames[room]}`
  if (totalMinor === 0) return `No bet now: you are at the ${most}.`
  const open =
    room === 'bet' && sameMinor > 0 ? `, with the ${exactMoney(sameMinor, currency)} already open` : ''
  return `The ${most}${open}.`
}

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

function explainLess({ currency, openMinor, tickets, needs }: PlanFacts, other: '' | 'other ' = ''): string {
  const needed = findMostNeeded(needs)
  if (needed === undefined)
    return `${exactMoney(openMinor, currency)} is at stake in ${count(tickets.length, other)}`
  return `${count(needed.tickets, other)} already ${needed.tickets === 1 ? 'needs' : 'need'} ${needed.name}`
}

/** The leg that most open tickets need; undefined when none needs one. */
function findMostNeeded(needs: PlanFacts['needs']) {
  const [most] = needs.toSorted((a, b) => b.tickets - a.tickets)
  return most?.tickets === 0 ? undefined : most
}

const count = (tickets: number, other: '' | 'other ' = ''): string =>
  `${tickets} ${other}open ticket${tickets === 1 ? '' : 's'}`

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
