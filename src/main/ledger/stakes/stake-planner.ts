/**
 * Plans the stakes of a parlay of the desk beside all open tickets. The stakes are computed in a worker, because a few
 * hundred tickets take tens of milliseconds.
 */
import { Worker } from 'node:worker_threads'
import type { Row } from '../../../shared/model/parlay/desk.ts'
import type { OpenPromotions } from '../../../shared/model/price/promoted-price.ts'
import { rowValue, type CellValue, type Worth } from '../../../shared/model/price/row-value.ts'
import type { Settings, ValueSettings } from '../../../shared/model/settings/settings.ts'
import type { PlannedStake, StakePlan } from '../../../shared/model/ticket/stake-plan.ts'
import { stakeMinor } from '../../../shared/odds/value.ts'
import type { JointStakes } from '../../../shared/value/kelly.ts'
import { maxExactLegs } from '../../../shared/value/scenarios.ts'
import { WorkerCalls } from '../../async/worker-calls.ts'
import type { OpenBet, OpenBets } from '../reads/open-bets.ts'
import { findScarceBoosts } from './boost-uses.ts'
import { explainBasis, explainPlan } from './plan-text.ts'
import {
  canBetAt,
  listOffers,
  toLimitFacts,
  toOfferAlone,
  toPlannedStake,
  type AccountLimits,
  type Offered,
  type OffersContext,
} from './stake-offers.ts'
import {
  countEvents,
  findSameBets,
  findRoom,
  toImpliedProbability,
  toLegId,
  toLegsKey,
  toOpenLeg,
  toStakeQuestion,
  type NewBet,
  type StakeQuestion,
  type StakeRoom,
} from './stake-question.ts'

export interface StakePlannerDeps {
  /** Open tickets in a currency. Throws Refusal while the ledger is closed. */
  readonly openBets: (currency: string) => OpenBets
  /** Parlays of the desk, with a cell for each shown book. */
  readonly rows: () => readonly Row[]
  /** Open promotions by book. Throws Refusal while the ledger is closed. */
  readonly promotions: () => OpenPromotions
  /** Limits of the accounts in a currency by book, best first. Throws Refusal while the ledger is closed. */
  readonly accountLimits: (currency: string) => AccountLimits
  readonly settings: () => Pick<Settings, 'value' | 'staleAfterMs' | 'books'>
  /** `stakes-worker.ts` when TypeScript runs unbundled, else its bundle. */
  readonly workerFile: string | URL
  readonly now?: () => number
}

export interface StakesProtocol {
  readonly request: StakeQuestions & { readonly name: 'stakes' }
  readonly answers: {
    /** Shares of the bankroll: the stakes beside the open tickets with the error of a sample, and those without tickets. */
    readonly stakes: JointStakes & { readonly alone: readonly number[] }
  }
  readonly progress: never
  readonly toWorker: never
  readonly fromWorker: never
}

interface StakeQuestions {
  readonly beside: StakeQuestion
  /** The same bet as if no ticket were open. */
  readonly alone: StakeQuestion
}

/** Stakes at a limit come out this much below it at most, as shares of the bankroll. */
const solverError = 1e-9

const none = (sentence: string): StakePlan => ({ kind: 'none', sentence })

export class StakePlanner {
  readonly #deps: StakePlannerDeps
  readonly #now: () => number
  #calls: WorkerCalls<StakesProtocol> | undefined

  constructor(deps: StakePlannerDeps) {
    this.#deps = deps
    this.#now = deps.now ?? Date.now
  }

  /** Throws Refusal while the ledger is closed. */
  async plan(parlayId: number): Promise<StakePlan> {
    const rows = this.#deps.rows()
    const row = rows.find(({ id }) => id === parlayId)
    if (row === undefined) return none('This parlay is no longer on the desk.')
    const { value } = this.#deps.settings()
    if (value.bankrollMinor === 0) return none('Set a bankroll in Settings to plan stakes.')
    const { ranked, limited } = this.#value(row)
    const offered = [...ranked, ...limited]
      .filter(({ limitMinor }) => limitMinor !== 0)
      .toSorted((a, b) => b.price.decimal - a.price.decimal)
    const accounts = this.#readAccounts(value)
    const worth = (offered.find(({ bookId }) => canBetAt(bookId, accounts.limits)) ?? offered[0])?.worth
    if (worth === undefined) return none('No fresh price to plan with.')
    if (worth === null) return none('No win probability: too few fresh books, and no fair price of yours.')
    const open = this.#deps.openBets(value.currency)
    if (sumStakes(open.bets) >= value.bankrollMinor)
      return none('The open tickets have the whole bankroll at stake.')
    return this.#planBeside({ row, rows, ranked: offered, worth, accounts }, open)
  }

  async #planBeside(
    { row, rows, ranked, worth, accounts }: NewRow,
    { bets: tickets, others }: OpenBets,
  ): Promise<StakePlan> {
    const { value, books } = this.#deps.settings()
    const legs = row.legs.map(toOpenLeg)
    const newBet = { legs: legs.map(toLegId), probability: Math.min(1, worth.p) }
    const fair = this.#fairByLegs(rows).set(toLegsKey(legs), newBet.probability)
    const probabilityOf = (bet: OpenBet) =>
      fair.get(toLegsKey(bet.legs)) ?? toImpliedProbability(bet, value.margin)
    const same = findSameBets(tickets, newBet.legs)
    const offered = listOffers(row, ranked, { ...accounts, openMinor: sumByBook(same) })
    const atOwnBooks = offered.filter(({ bookId }) => canBetAt(bookId, accounts.limits))
    const solved = await this.#solve(atOwnBooks, offers => ({
      beside: toStakeQuestion({ ...newBet, offers }, { tickets, probabilityOf }, value),
      alone: toQuestionAlone({ ...newBet, offers }, value),
    }))
    const staked = offered.map(each => ({
      ...each,
      stakeMinor: solved.stakesMinor[solved.offers.indexOf(each)] ?? 0,
    }))
    const scarceBoosts = findScarceBoosts(staked, this.#listOthers(rows, row), { ...accounts, books })
    return {
      ...toAmounts(row.id, staked.map(toPlannedStake), value),
      openTickets: tickets.length,
      reason: explainPlan({
        ...{ currency: value.currency, scarceBoosts, aloneMinor: solved.aloneMinor },
        ...toLimitFacts(staked, newBet.probability, solved.tooSmall, books),
        ...toTicketFacts(row, tickets, same),
        fullRoom: findFullRoom(findRoom(newBet.legs, tickets, value), solved.stakesMinor, value),
      }),
      basis: explainBasis({
        ...{ source: worth.source, margin: value.margin, currency: value.currency },
        ...{ tickets: tickets.length, others, errorMinor: solved.errorMinor },
        known: tickets.filter(bet => fair.has(toLegsKey(bet.legs))).length,
        isSampled: countEvents(solved.question) > maxExactLegs,
      }),
    }
  }

  /** Stakes at the books that take them: one whose smallest bet is above its stake is left out. */
  async #solve(
    offers: readonly Offered[],
    ask: (offers: readonly Offered[]) => StakeQuestions,
  ): Promise<Solved> {
    const { bankrollMinor } = this.#deps.settings().value
    const toMinor = (share: number) => stakeMinor(share + solverError, bankrollMinor)
    const questions = ask(offers)
    const { stakes, standardError, alone } = await this.#worker().call({ name: 'stakes', ...questions })
    const stakesMinor = stakes.map(toMinor)
    const tooSmall = offers.filter(({ bookId, minMinor }) => {
      const stake = sum(stakesMinor.filter((_, place) => offers[place]?.bookId === bookId))
      return stake > 0 && stake < (minMinor ?? 0)
    })
    const kept = offers.filter(offer => !tooSmall.includes(offer))
    if (tooSmall.length > 0 && kept.length > 0) return this.#solve(kept, ask)
    const aloneMinor = sum(alone.map(toMinor))
    return {
      offers,
      question: questions.beside,
      tooSmall,
      aloneMinor,
      errorMinor: tooSmall.length > 0 ? 0 : Math.round(standardError * bankrollMinor),
      stakesMinor: tooSmall.length > 0 ? offers.map(() => 0) : stakesMinor,
    }
  }

  #readAccounts({ currency }: ValueSettings): PlanAccounts {
    const limits = this.#deps.accountLimits(currency)
    return { limits, promotions: this.#deps.promotions(), currency, now: this.#now() }
  }

  /** Other rows with their fresh prices. */
  #listOthers(rows: readonly Row[], own: Row) {
    return rows
      .filter(row => row !== own)
      .map(row => {
        const { ranked, limited } = this.#value(row)
        return { row, cells: [...ranked, ...limited] }
      })
  }

  /** Win probabilities of the rows whose prices are fresh, by their legs. */
  #fairByLegs(rows: readonly Row[]): Map<string, number> {
    const found = rows.flatMap(row => {
      const p = this.#value(row).ranked[0]?.worth?.p
      return p === undefined ? [] : [[toLegsKey(row.legs.map(toOpenLeg)), Math.min(1, p)] as const]
    })
    return new Map(found)
  }

  #value(row: Row) {
    return rowValue(row.cells, row.fairPrice, { now: this.#now(), ...this.#deps.settings() }, row)
  }

  /** After a crash of the worker the next plan starts another. */
  #worker(): WorkerCalls<StakesProtocol> {
    this.#calls ??= new WorkerCalls<StakesProtocol>(new Worker(this.#deps.workerFile), {
      endedText: 'The stakes’ worker ended.',
      onEnded: () => (this.#calls = undefined),
    })
    return this.#calls
  }
}

interface Solved {
  /** Offers that are not left out. */
  readonly offers: readonly Offered[]
  readonly question: StakeQuestion
  /** Offers whose smallest bets are above their stakes, where no book is left without them. */
  readonly tooSmall: readonly Offered[]
  /** For each offer. */
  readonly stakesMinor: readonly number[]
  /** The sum without the open tickets. */
  readonly aloneMinor: number
  /** Standard error of the sum where outcomes were sampled. */
  readonly errorMinor: number
}

const toQuestionAlone = (bet: NewBet & { readonly offers: readonly Offered[] }, value: ValueSettings) =>
  toStakeQuestion(
    { ...bet, offers: bet.offers.map(toOfferAlone) },
    { tickets: [], probabilityOf: () => NaN },
    value,
  )

function toAmounts(parlayId: number, stakes: readonly PlannedStake[], value: ValueSettings) {
  return {
    kind: 'planned' as const,
    parlayId,
    stakes: [...stakes],
    currency: value.currency,
    bankrollMinor: value.bankrollMinor,
    fraction: value.kellyFraction,
    totalMinor: sum(stakes.map(stake => stake.stakeMinor)),
    winsMinor: sum(
      stakes.map(({ stakeMinor: minor, boost, price }) => Math.round(minor * ((boost ?? price).decimal - 1))),
    ),
  }
}

/** The limit of the settings that the stakes have reached; they are rounded down to the minor unit at each book. */
function findFullRoom(
  { bet, game, open }: StakeRoom,
  stakesMinor: readonly number[],
  { bankrollMinor }: ValueSettings,
): keyof StakeRoom | null {
  const room = Math.min(bet, game, open)
  const used = stakesMinor.filter(minor => minor > 0).length
  if (sum(stakesMinor) < Math.floor(room * bankrollMinor) - used) return null
  if (bet === room) return 'bet'
  return game <= open ? 'game' : 'open'
}

/** Open tickets by what they do to the new bet: own money on its very legs, and all others, also bonus bets on them. */
function toTicketFacts({ legs }: Row, all: readonly OpenBet[], same: readonly OpenBet[]) {
  const tickets = all.filter(bet => bet.stakeMinor === 0 || !same.includes(bet))
  const needs = legs.map(leg => {
    const id = toLegId(toOpenLeg(leg))
    return {
      name: leg.name,
      tickets: tickets.filter(bet => bet.legs.some(each => toLegId(each) === id)).length,
    }
  })
  return { tickets, needs, openMinor: sumStakes(tickets), sameMinor: sumStakes(same) }
}

type PlanAccounts = Omit<OffersContext, 'openMinor'>

interface NewRow {
  readonly row: Row
  readonly rows: readonly Row[]
  readonly ranked: readonly CellValue[]
  readonly worth: Worth
  readonly accounts: PlanAccounts
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const sumStakes = (bets: readonly OpenBet[]): number => sum(bets.map(({ stakeMinor: minor }) => minor))

const sumByBook = (bets: readonly OpenBet[]): ReadonlyMap<string, number> =>
  new Map([...Map.groupBy(bets, ({ bookId }) => bookId)].map(([bookId, at]) => [bookId, sumStakes(at)]))
