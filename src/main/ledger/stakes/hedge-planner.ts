/**
 * Plans ways out of an open ticket: bets on the other side of each leg that it waits for, at every book that has it, and
 * middles of a last leg. Planning makes no call; prices are requested by the user.
 */
import type { AccountLine } from '../../../shared/model/accounts/account.ts'
import type { Book } from '../../../shared/model/game/book.ts'
import type { Leg, LegView } from '../../../shared/model/parlay/parlay.ts'
import { maxLiveSpreadMs } from '../../../shared/model/price/live-prices.ts'
import { findPrice, isStale } from '../../../shared/model/price/quote.ts'
import { isInPlay } from '../../../shared/model/price/row-value.ts'
import { defaultStaleAfterMs } from '../../../shared/model/settings/settings.ts'
import type {
  HedgeGoal,
  HedgePlan,
  Middle,
  PlannedHedge,
  Profits,
} from '../../../shared/model/ticket/hedge-plan.ts'
import type { LegDetail, TicketDetail } from '../../../shared/model/ticket/ticket-detail.ts'
import { toGameKey, type TicketLeg } from '../../../shared/model/ticket/ticket.ts'
import type { HedgeGoal as SolvedGoal } from '../../../shared/value/hedge.ts'
import type { MiddleWindow } from '../../../shared/value/middles.ts'
import { parseSigned } from '../accounts/parse-entry.ts'
import type { OpenBets } from '../reads/open-bets.ts'
import {
  addOutcomes,
  markSuspects,
  middleResults,
  solveHedge,
  summarize,
  toMiddleOutcomes,
  toSideOutcomes,
  toSideResults,
  toTicketOutcomes,
  type HedgeCandidate,
} from './hedge-question.ts'
import {
  closedAccount,
  explainHedge,
  explainTicket,
  explainOutcome,
  movedSince,
  sideObstacles,
  tooOld,
  type SideObstacle,
} from './hedge-text.ts'
import {
  SinglePrices,
  type LastPrice,
  type SinglePricesDeps,
  type SingleRequest,
  type TimedLeg,
} from './single-prices.ts'
import { findAccountLimit, toMinorLimits } from './stake-limits.ts'
import { toLegId } from './stake-question.ts'

interface MiddleSide extends TimedLeg {
  readonly window: MiddleWindow
}

/** As the board answers: the bets against a leg, or the reason why there is none. */
type Sides =
  | {
      readonly kind: 'found'
      readonly opposite: TimedLeg
      readonly middles: readonly MiddleSide[]
      readonly leader: string | null
    }
  | { readonly kind: SideObstacle }

interface HedgedTicket extends Pick<TicketDetail, 'line' | 'isVoided'> {
  readonly legs: readonly Pick<LegDetail, 'result'>[]
}

type HedgedLeg = Pick<TicketLeg, 'name' | 'market' | 'selectionKey'>

export interface HedgePlannerDeps extends Omit<SinglePricesDeps, 'now'> {
  /** A ticket, and its facts. Both throw Refusal for one that does not exist. */
  readonly ticket: (ticketId: number) => HedgedTicket
  readonly facts: (ticketId: number) => { readonly legs: readonly HedgedLeg[] }
  /** Open tickets in a currency. */
  readonly openBets: (currency: string) => OpenBets
  readonly accounts: () => readonly Pick<AccountLine, 'book' | 'currency' | 'state'>[]
  /** Books shown. */
  readonly books: () => readonly Book[]
  readonly sides: (key: string, eachWay: number) => Promise<Sides>
  readonly staleAfterMs: () => number
  readonly now?: () => number
}

/** Lines of the other side that are searched for middles. */
const middleLines = 3

const none = (sentence: string): HedgePlan => ({ kind: 'none', sentence })

export class HedgePlanner {
  readonly #deps: HedgePlannerDeps
  readonly #now: () => number
  readonly #prices: SinglePrices
  /** By window. */
  readonly #aborts = new Map<string, AbortController>()

  constructor(deps: HedgePlannerDeps) {
    this.#deps = deps
    this.#now = deps.now ?? Date.now
    this.#prices = new SinglePrices({ ...deps, now: this.#now })
  }

  /** Throws Refusal for a ticket that does not exist, and for an amount that is none. */
  async plan(ticketId: number, goal: HedgeGoal): Promise<HedgePlan> {
    const open = await this.#findOpen(ticketId)
    return 'sentence' in open ? none(open.sentence) : this.#toPlan(open, goal)
  }

  /**
   * Prices the other side, or the lines of middles, at the books without a fresh price. Resolves when all prices have
   * come or were canceled. Throws Refusal for a ticket that does not exist.
   */
  async price(ticketId: number, what: 'opposite' | 'middles', window: string): Promise<void> {
    const { signal } = this.#startFor(window)
    const open = await this.#findOpen(ticketId)
    if ('sentence' in open || signal.aborted) return
    const legs = what === 'opposite' ? open.sides.map(({ opposite }) => opposite) : open.middles
    await this.#prices.ask(
      legs.flatMap(leg => this.#listRequests(leg)),
      signal,
    )
  }

  /** Cancels the calls under way: those of one window, or all. */
  cancel(window?: string): void {
    for (const [name, abort] of this.#aborts) {
      if (window !== undefined && name !== window) continue
      abort.abort()
      this.#aborts.delete(name)
    }
  }

  /** Cancels all calls and forgets the prices, which are those of one profile. */
  reset(): void {
    this.cancel()
    this.#prices.clear()
  }

  #startFor(window: string): AbortController {
    const abort = this.#aborts.get(window) ?? new AbortController()
    this.#aborts.set(window, abort)
    return abort
  }

  /** A ticket that can be hedged with the bets against its legs; else the reason why it cannot. */
  async #findOpen(ticketId: number): Promise<OpenTicket | { readonly sentence: string }> {
    const detail = this.#deps.ticket(ticketId)
    const { line, legs, isVoided } = detail
    if (isVoided) return { sentence: 'This ticket was deleted.' }
    const sentence = explainTicket(line)
    const facts = this.#deps.facts(ticketId)
    const pending = legs.flatMap(({ result }, place) =>
      result === 'pending' ? (facts.legs[place] ?? []) : [],
    )
    if (sentence !== undefined || pending.length === 0)
      return { sentence: sentence ?? 'This ticket has no leg left.' }
    const found = await Promise.all(pending.map(leg => this.#findSide(leg)))
    const sides = found.flatMap(side => ('sentence' in side ? [] : [side]))
    const failed = found.find(side => 'sentence' in side)
    if (failed !== undefined) return failed
    // A middle is of one leg: with several, no line wins whenever the ticket loses.
    const only = sides.length === 1 ? sides[0] : undefined
    const { middles, leader } = only ?? { middles: [], leader: null }
    const hedges = sides.map(({ opposite }) => this.#findHedges(detail, [opposite, ...middles]))
    return { sides, hedges, middles, leader, line }
  }

  async #findSide({
    name,
    market,
    selectionKey,
  }: HedgedLeg): Promise<HedgedSide | { readonly sentence: string }> {
    if (selectionKey === null) return { sentence: `“${name}” was typed in, so its other side is unknown.` }
    const sides = await this.#deps.sides(selectionKey, middleLines)
    // With the market, because two legs of a ticket may be of one team.
    const leg = market === '' ? name : `${name} · ${market}`
    if (sides.kind !== 'found') return { sentence: sideObstacles[sides.kind](leg) }
    if (this.#listBooks(sides.opposite).length === 0)
      return { sentence: `None of your books offers “${sides.opposite.leg.name}”.` }
    return { ...sides, legName: name }
  }

  /** Open tickets that need only the other side, or a middle's line, which wins whenever the other side does. */
  #findHedges({ line: { currency } }: HedgedTicket, against: readonly TimedLeg[]): PlannedHedge['hedges'] {
    const ids = new Set(
      against.map(({ leg: { game, market, name } }) => toLegId({ gameKey: toGameKey(game), market, name })),
    )
    const found = this.#deps
      .openBets(currency)
      .bets.filter(
        ({ legs: [only, ...others] }) => others.length === 0 && only !== undefined && ids.has(toLegId(only)),
      )
    const stakeMinor = found.reduce((sum, bet) => sum + bet.stakeMinor, 0)
    const payoutMinor = found.reduce((sum, bet) => sum + bet.payoutMinor, 0)
    const profits = { wonMinor: 0 - stakeMinor, lostMinor: payoutMinor - stakeMinor }
    return { tickets: found.length, stakeMinor, profits }
  }

  #toPlan(open: OpenTicket, goal: HedgeGoal): PlannedHedge {
    const { line, sides, middles } = open
    const { currency } = line
    const stakeMinor = line.kind === 'bonus' ? 0 : line.stakeMinor
    const own = { wonMinor: line.potentialMinor - stakeMinor, lostMinor: 0 - stakeMinor }
    const wanted = toSolvedGoal(goal, currency)
    const legs = sides.length
    const against = open.hedges.map(({ profits }, leg) => toSideOutcomes(profits, leg, legs))
    const solved = solveHedge(
      [toTicketOutcomes(own, legs), ...against],
      sides.flatMap(({ opposite }, side) => this.#toOffers(opposite, currency, side)),
      wanted,
      ({ side }) => toSideResults(side, legs),
    )
    // Profits of several legs cannot all be equal: their lowest one is as high as can be.
    const isReached = solved.isReached || (legs > 1 && wanted.kind === 'equalProfit')
    const profits = summarize(solved.profitsMinor)
    const facts = { goal: wanted, currency, profits, guaranteedMinor: solved.minProfitMinor, legs }
    const middleTickets = [own, ...open.hedges.map(hedges => hedges.profits)]
    return {
      kind: 'planned',
      ticketId: line.id,
      sides: sides.map(({ legName: leg, opposite }) => ({ leg, opposite: toLegView(opposite.leg) })),
      currency,
      ticket: { book: line.book.name, price: line.price, stakeMinor, profits: own },
      hedges: {
        tickets: sum(open.hedges.map(({ tickets }) => tickets)),
        stakeMinor: sum(open.hedges.map(hedges => hedges.stakeMinor)),
        profits: summarize(addOutcomes(against, 2 ** legs)),
      },
      bets: [...solved.bets],
      profits,
      guaranteedMinor: solved.minProfitMinor,
      sentence: explainHedge({ ...solved, isReached, ...facts }) ?? null,
      calls: sum(sides.map(({ opposite }) => this.#listRequests(opposite).length)),
      middles: middles.map(side => this.#toMiddle(side, middleTickets, { goal: wanted, currency })),
      leader: open.leader,
      middleCalls: sum(middles.map(side => this.#listRequests(side).length)),
    }
  }

  #toMiddle(side: MiddleSide, tickets: readonly Profits[], by: MiddleContext): Middle {
    const { leg, window } = side
    const best = this.#toOffers(side, by.currency, 0)
      .filter(({ obstacle }) => obstacle === null)
      .toSorted((a, b) => (b.price?.decimal ?? 0) - (a.price?.decimal ?? 0))[0]
    const middle = { leg: toLegView(leg), ...window, bet: null }
    if (best === undefined) return { ...middle, insideMinor: null, worstMinor: null }
    const { bets, profitsMinor, minProfitMinor } = solveHedge(
      tickets.map(toMiddleOutcomes),
      [best],
      by.goal,
      () => middleResults,
    )
    return { ...middle, bet: bets[0] ?? null, insideMinor: profitsMinor[1] ?? 0, worstMinor: minProfitMinor }
  }

  /** Shown books that have a selection with a token. */
  #listBooks({ leg: { offers } }: TimedLeg) {
    return this.#deps.books().flatMap(book => {
      const token = offers.find(({ bookId }) => bookId === book.id)?.sgp ?? null
      return token === null ? [] : [{ book, token }]
    })
  }

  #toOffers(leg: TimedLeg, currency: string, side: number): HedgeCandidate[] {
    const accounts = this.#deps.accounts()
    const offers = this.#listPriced(leg).map(({ book: { id: bookId }, last, obstacle }) => {
      const limits = toMinorLimits(last?.outcome.kind === 'priced' ? last.outcome.limits : null, currency)
      const limit = findAccountLimit(accounts, bookId, currency)
      const maxMinor = Math.min(limits.maxMinor ?? Infinity, limit ?? Infinity)
      return {
        side,
        bookId,
        price: findPrice(last) ?? null,
        at: last?.at ?? null,
        minMinor: limits.minMinor,
        maxMinor: maxMinor === Infinity ? null : maxMinor,
        obstacle: limit === 0 ? closedAccount : obstacle,
      }
    })
    return markSuspects(offers)
  }

  /** The books that have a selection, with their last price and the reason why it does not count. */
  #listPriced(side: TimedLeg): PricedBook[] {
    const now = this.#now()
    const isLive = isInPlay([side.leg], now)
    const limitMs = this.#deps.staleAfterMs()
    const freshMs = isLive ? Math.min(limitMs, defaultStaleAfterMs) : limitMs
    const listed = this.#listBooks(side).map(each => {
      const last = this.#prices.find(side, each.book.id)
      return { ...each, last, obstacle: findObstacle(last, now, freshMs) }
    })
    const newest = Math.max(
      ...listed.flatMap(({ last, obstacle }) => (obstacle === null ? (last?.at ?? []) : [])),
    )
    return listed.map(each => {
      const isBehind = isLive && each.obstacle === null && newest - (each.last?.at ?? 0) > maxLiveSpreadMs
      return isBehind ? { ...each, obstacle: movedSince } : each
    })
  }

  /** The books to be asked for a selection: without a fresh price, or with one that is old by the default limit. */
  #listRequests(side: TimedLeg): SingleRequest[] {
    const now = this.#now()
    return this.#listPriced(side).flatMap(({ book, token, last, obstacle }) => {
      const isYoung = obstacle === null && findObstacle(last, now, defaultStaleAfterMs) === null
      return isYoung ? [] : [{ book, token, key: side.leg.key }]
    })
  }
}

interface PricedBook {
  readonly book: Book
  readonly token: string
  readonly last: LastPrice | undefined
  /** Sentence; null when the price counts. */
  readonly obstacle: string | null
}

function findObstacle(last: LastPrice | undefined, now: number, freshMs: number): string | null {
  if (last === undefined) return 'Not priced yet.'
  if (last.outcome.kind !== 'priced') return explainOutcome(last.outcome)
  const { at } = last
  return at === null || isStale({ at }, now, freshMs) ? tooOld : null
}

interface HedgedSide extends Extract<Sides, { kind: 'found' }> {
  readonly legName: string
}

interface OpenTicket extends Pick<HedgedSide, 'middles' | 'leader'> {
  readonly line: TicketDetail['line']
  /** One for each leg that the ticket waits for. */
  readonly sides: readonly HedgedSide[]
  readonly hedges: readonly PlannedHedge['hedges'][]
}

interface MiddleContext {
  readonly goal: SolvedGoal
  readonly currency: string
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

const toLegView = ({ key, name, market, game }: Leg): LegView => ({ key, name, market, game })

function toSolvedGoal(goal: HedgeGoal, currency: string): SolvedGoal {
  if (goal.kind !== 'guaranteedMinimum') return goal
  const text = goal.minimum.trim()
  return { kind: goal.kind, minMinor: text === '' ? 0 : parseSigned('minimum', text, currency) }
}
