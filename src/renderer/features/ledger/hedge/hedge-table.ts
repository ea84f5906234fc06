/** The hedge of a ticket as a table, and the texts of its middles. */
import { exactMoney, signedMoney } from '../../../../shared/model/ticket/money-text.ts'
import type { HedgeBet, Middle, PlannedHedge, Profits } from '../../../../shared/model/ticket/hedge-plan.ts'
import { defaultStaleAfterMs } from '../../../../shared/model/settings/settings.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { pluralize } from '../../../format/number-text.ts'
import { shortPriceText } from '../../../format/price-text.ts'
import { ageText } from '../../../format/time-text.ts'

export interface HedgeDisplay {
  readonly now: number
  readonly staleAfterMs: number
  readonly format: PriceFormat
  readonly bookName: (bookId: string) => string
}

export interface HedgeRow {
  readonly key: string
  readonly name: string
  /** Sentence on a bet that does not count; empty for one that is only old, as its age shows. */
  readonly note: string
  readonly price: string
  readonly age: string
  readonly isOld: boolean
  readonly stake: string
  readonly won: string
  readonly lost: string
  /** Undefined for tickets, and for bets without a stake. */
  readonly bet: HedgeBet | undefined
}

const nothing = '—'

/** Heads of the two columns of profits. */
export function toHeads({ sides }: PlannedHedge) {
  const [only, ...others] = sides
  if (only !== undefined && others.length === 0)
    return {
      ...{ won: 'If it wins', wonHint: `Profit if ${only.leg} wins` },
      ...{ lost: 'If it loses', lostHint: `Profit if ${only.leg} loses` },
    }
  return {
    ...{ won: 'If all win', wonHint: 'Profit if every leg wins' },
    ...{ lost: 'If one loses', lostHint: 'Lowest profit if a leg loses. Of a bet: if its own leg loses.' },
  }
}

/**
 * Sentences in place of a table in which no book has a price: what is missing, the books by why they have none, and what
 * to do. Empty as soon as one has a price, of whatever age.
 */
export function explainNoPrices({ bets, sides, calls }: PlannedHedge, display: HedgeDisplay): string[] {
  if (bets.length === 0 || bets.some(({ price }) => price !== null)) return []
  const what = sides.map(({ opposite }) => `“${opposite.name}”`).join(', ')
  const byReason = Map.groupBy(bets, ({ obstacle }) => obstacle ?? '')
  const reasons = [...byReason].map(([reason, of]) => {
    const names = [...new Set(of.map(({ bookId }) => display.bookName(bookId)))]
    return `${names.join(', ')}: ${reason}`
  })
  return [
    `A hedge needs the price of ${what}, and none of your books has one yet.`,
    ...reasons,
    calls > 0 ? `Press Get prices to request them (${pluralize(calls, 'call')}).` : '',
  ].filter(sentence => sentence !== '')
}

/** The ticket, hedges that are open already, and the bets at each book. */
export function toHedgeRows(plan: PlannedHedge, display: HedgeDisplay): HedgeRow[] {
  const { ticket, hedges, currency } = plan
  const plain = { note: '', age: '', isOld: false, bet: undefined }
  const open = { ...plain, ...toProfitTexts(hedges.profits, currency), key: 'open', price: '' }
  return [
    {
      ...{ ...plain, ...toProfitTexts(ticket.profits, currency), key: 'ticket' },
      name: `This ticket at ${ticket.book}`,
      price: shortPriceText(ticket.price, display.format),
      stake: ticket.stakeMinor === 0 ? 'bonus' : exactMoney(ticket.stakeMinor, currency),
    },
    ...(hedges.tickets === 0
      ? []
      : [
          {
            ...open,
            name: `On the other side: ${pluralize(hedges.tickets, 'ticket')}`,
            stake: exactMoney(hedges.stakeMinor, currency),
          },
        ]),
    ...plan.bets.map(bet => toBetRow(bet, plan, display)),
  ]
}

function toBetRow(bet: HedgeBet, { sides, currency }: PlannedHedge, display: HedgeDisplay): HedgeRow {
  const { bookId, price, obstacle, stakeMinor } = bet
  const book = display.bookName(bookId)
  const isUsed = stakeMinor > 0
  const age = toAge(bet, display)
  const profits = isUsed ? toProfitTexts(bet.profits, currency) : { won: '', lost: '' }
  return {
    ...{ key: `${bet.side} ${bookId}`, ...age, ...profits },
    name: sides.length === 1 ? book : `${book}: ${sides[bet.side]?.opposite.name ?? ''}`,
    note: obstacle === null || age.isOld ? '' : obstacle,
    price: price === null ? nothing : shortPriceText(price, display.format),
    stake: isUsed ? exactMoney(stakeMinor, currency) : nothing,
    bet: isUsed ? bet : undefined,
  }
}

function toAge({ price, at }: HedgeBet, { now, staleAfterMs }: HedgeDisplay) {
  if (price === null) return { age: '', isOld: false }
  if (at === null) return { age: '?', isOld: true }
  return { age: ageText(now - at), isOld: now - at > staleAfterMs }
}

/** Age of the oldest of these prices; undefined without one whose time is known. */
const findOldestMs = (bets: readonly HedgeBet[], now: number): number | undefined => {
  const times = bets.flatMap(({ price, at }) => (price === null || at === null ? [] : [at]))
  return times.length === 0 ? undefined : Math.max(0, now - Math.min(...times))
}

/** Age of the prices, and the calls that new ones take. */
export function freshText({ bets, calls }: Pick<PlannedHedge, 'bets' | 'calls'>, now: number): string {
  const oldest = findOldestMs(bets, now)
  const age = oldest === undefined ? '' : `Oldest price ${ageText(oldest)}.`
  if (calls > 0) return `${age} New prices use ${pluralize(calls, 'call')}.`.trimStart()
  return `${age} All prices are fresh.`.trimStart()
}

/** Only prices of the last seconds guarantee a profit, whatever limit the user set. */
export function guaranteeText({ bets }: Pick<PlannedHedge, 'bets'>, now: number): string {
  const oldest = findOldestMs(
    bets.filter(({ stakeMinor }) => stakeMinor > 0),
    now,
  )
  return oldest === undefined || oldest <= defaultStaleAfterMs
    ? 'Guaranteed'
    : `At these prices, ${ageText(oldest)} old`
}

export const toProfitTexts = ({ wonMinor, lostMinor }: Profits, currency: string) => ({
  won: signedMoney(wonMinor, currency),
  lost: signedMoney(lostMinor, currency),
})

export interface MiddleRow {
  readonly key: string
  readonly name: string
  readonly window: string
  readonly at: string
  readonly stake: string
  readonly inside: string
  readonly worst: string
  readonly middle: Middle
}

export function toMiddleRows(
  { middles, currency, leader }: PlannedHedge,
  { bookName, format }: HedgeDisplay,
): MiddleRow[] {
  return middles.map(middle => {
    const { leg, bet, insideMinor, worstMinor } = middle
    const money = (minor: number | null) => (minor === null ? nothing : signedMoney(minor, currency))
    return {
      ...{ key: leg.key, name: leg.name, window: windowText(middle, leader), middle },
      at: bet?.price ? `${shortPriceText(bet.price, format)} ${bookName(bet.bookId)}` : 'no fresh price',
      stake: bet && bet.stakeMinor > 0 ? exactMoney(bet.stakeMinor, currency) : nothing,
      inside: money(insideMinor),
      worst: money(worstMinor),
    }
  })
}

/** `at 22`, `at 22 to 24`; of a spread `River Town by 4 to 6`, `River Town −6 to +2`. */
export function windowText({ from, to }: Pick<Middle, 'from' | 'to'>, leader: string | null): string {
  if (leader === null) return `at ${rangeText(from, to)}`
  if (from > 0) return `${leader} by ${rangeText(from, to)}`
  if (to < 0) return `${leader} loses by ${rangeText(-to, -from)}`
  return `${leader} ${signed(from)}${from === to ? '' : ` to ${signed(to)}`}`
}

const rangeText = (from: number, to: number): string => (from === to ? String(from) : `${from} to ${to}`)
const signed = (points: number): string => (points > 0 ? `+${points}` : String(points).replace('-', '\u2212'))
