/**
 * Runs a rule over stored quotes. The same quotes, parlays and settings give the same decisions. They are those of the
 * desk at the time but for what is not stored: fair prices, limits of accounts and settings are those of now, no other
 * rule asks for calls, and every call that this one asks for is possible. The next stored quote of the cell is its answer.
 */
import type { Leg, Parlay } from '../../../shared/model/parlay/parlay.ts'
import type { BookFair } from '../../../shared/model/price/fair.ts'
import type { ValueContext } from '../../../shared/model/price/row-value.ts'
import { RuleRun } from '../../../shared/model/rules/decide.ts'
import {
  isFired,
  maxReplayed,
  type ExplainedDecision,
  type RuleDecision,
  type RuleReplay,
  type RuleTerms,
} from '../../../shared/model/rules/rule.ts'
import { runInSlices } from '../../async/in-slices.ts'
import type { QuoteStore, StoredQuote } from '../quotes/quote-store.ts'
import { QuoteTape, toArrival, type TapeContext } from './quote-tape.ts'
import { explainDecision, type RuleTextContext } from './rule-text.ts'

export interface ReplayDeps {
  readonly profileId: () => string
  /** Settings that rows are valued with. */
  readonly display: () => Omit<ValueContext, 'now'>
  /** Books shown, in the order of their columns. */
  readonly bookIds: () => readonly string[]
  /** A parlay, also a removed one; undefined when there is none under this profile. */
  readonly findParlay: (profileId: string, parlayId: number) => Parlay | undefined
  readonly fairsOf: (parlayId: number) => readonly BookFair[]
  /** Largest stake that the accounts at a book take; null for any. */
  readonly maxStakeOf: (bookId: string) => number | null
  readonly quotes: Pick<QuoteStore, 'stretches'>
}

export interface ReplayRequest {
  readonly terms: RuleTerms
  readonly text: RuleTextContext
  /** Epoch ms. */
  readonly from: number
  readonly to: number
}

/** Quotes of this time before the start are known at it. */
const warmUpMs = 60 * 60_000

export const replayRule = (deps: ReplayDeps, request: ReplayRequest): Promise<RuleReplay> =>
  runInSlices(replaySteps(deps, request))

function* replaySteps(
  deps: ReplayDeps,
  { terms, text, from, to }: ReplayRequest,
): Generator<void, RuleReplay> {
  const replay = new Replay(deps, terms)
  const found = { quotes: 0, asked: 0, fired: 0, more: 0 }
  const decisions: ExplainedDecision[] = []
  const count = (decision: RuleDecision) => {
    found.asked += Number(decision.outcome === 'asked')
    found.fired += Number(isFired(decision.outcome))
    if (decisions.length === maxReplayed) found.more += 1
    else decisions.push({ ...decision, sentence: explainDecision(decision, terms, text) })
  }
  for (const stretch of deps.quotes.stretches({ from: from - warmUpMs, to })) {
    yield
    for (const stored of stretch) {
      const isCounted = stored.quote.at >= from
      found.quotes += Number(isCounted)
      replay.add(stored, isCounted).forEach(count)
      yield
    }
  }
  return { ...found, decisions }
}

class Replay {
  readonly #deps: ReplayDeps
  readonly #profileId: string
  readonly #bookIds: ReadonlySet<string>
  /** The rule's only parlay; null for all. */
  readonly #parlayId: number | null
  readonly #tape = new QuoteTape()
  readonly #run: RuleRun
  readonly #context: TapeContext
  /** Parlays of other profiles. */
  readonly #others = new Set<number>()

  constructor(deps: ReplayDeps, terms: RuleTerms) {
    this.#deps = deps
    this.#profileId = deps.profileId()
    this.#bookIds = new Set(deps.bookIds())
    this.#parlayId = terms.parlayId
    this.#run = new RuleRun(terms)
    this.#context = { display: deps.display(), isAsking: () => false }
  }

  /** The decisions at a quote; none while the rule does not decide yet. */
  add({ parlayId, bookId, quote, before }: StoredQuote, decides: boolean) {
    if (!this.#bookIds.has(bookId) || !this.#isKnown(parlayId)) return []
    const cell = { ...this.#emptyCell(bookId), quote, before }
    const event = this.#tape.add({ parlayId, bookId, cell, at: toArrival(quote) }, this.#context)
    return event === undefined || !decides ? [] : this.#run.follow(event, () => 'taken')
  }

  #isKnown(parlayId: number): boolean {
    if (this.#tape.has(parlayId)) return true
    if (this.#parlayId !== null && this.#parlayId !== parlayId) return false
    if (this.#others.has(parlayId)) return false
    const parlay = this.#deps.findParlay(this.#profileId, parlayId)
    if (parlay === undefined) {
      this.#others.add(parlayId)
      return false
    }
    const { id, fairPrice, stakeMinor, legs } = parlay
    const fairs = this.#deps.fairsOf(id)
    this.#tape.put(
      { id, fairPrice, stakeMinor, fairs: [...fairs], legs: legs.map(toDeskLeg) },
      [...this.#bookIds].map(bookId => this.#emptyCell(bookId)),
    )
    return true
  }

  #emptyCell(bookId: string) {
    const maxStakeMinor = this.#deps.maxStakeOf(bookId)
    const nothing = { missingLegs: 0, activity: { kind: 'none' as const }, singles: null }
    return { ...nothing, bookId, quote: null, before: null, maxStakeMinor }
  }
}

const toDeskLeg = ({ key, name, market, game }: Leg) => ({
  ...{ key, name, market, game, singles: [], flags: [] },
  ...{ isOffered: true, isGameListed: true, asOf: null, isGameOver: false },
})
