/**
 * One run of the scanner: asks books for the prices of candidates, always the best one next, until the calls are spent.
 * Each price of a pair teaches the model, which changes the order of the rest. A share of the calls asks other books for
 * the proposals at the top of the list: a price that no other book comes near is likely an error.
 */
import type { Book } from '../../../shared/model/game/book.ts'
import { tokensAt, type Leg } from '../../../shared/model/parlay/parlay.ts'
import { isAboutKey, type QuoteOutcome } from '../../../shared/model/price/quote.ts'
import type { PricedParlay, ScanRun as RunState } from '../../../shared/model/price/scan.ts'
import type { PairModel, SeenPair } from '../../../shared/value/pair-model.ts'
import {
  fairAt,
  rank,
  screen,
  type ScreenedLeg,
  type ScreenedParlay,
} from '../../../shared/value/screening.ts'
import { ServiceError } from '../../odds-service/failures.ts'
import { priority, type AcquirePermit, type Permit } from '../../odds-service/permits.ts'
import { CallAllowance } from './call-allowance.ts'
import { fingerprintOf } from './proposal-rank.ts'

/** A parlay at one book that is worth a call, as the board finds them. */
export interface Candidate extends ScreenedParlay {
  readonly legs: readonly (ScreenedLeg & { readonly key: string })[]
  /** Time of the oldest single price that it was judged by, epoch ms; null when not known. */
  readonly oddsAt: number | null
  /** Odds of the legs at other books, in their order. */
  readonly elsewhere: readonly {
    readonly bookId: string
    readonly legs: readonly Pick<ScreenedLeg, 'own' | 'decimal'>[]
  }[]
}

/** A parlay at a book with all that a call needs. */
export interface ReadyCall {
  readonly candidate: Omit<Candidate, 'elsewhere'>
  readonly book: Book
  readonly legs: readonly Leg[]
}

export interface ReadyCandidate extends ReadyCall {
  /** The same legs at other books, by which its price can be checked. */
  readonly elsewhere: readonly ReadyCall[]
}

export interface ScanRunDeps {
  readonly profileId: string
  readonly acquire: AcquirePermit
  /** Asks one book for one price with a permit granted. Must not reject for failures of service or network. */
  readonly ask: (
    book: Book,
    tokens: readonly string[],
    call: { readonly permit: Permit; readonly signal: AbortSignal },
  ) => Promise<QuoteOutcome>
  readonly model: PairModel
  /** Hold of a book's complete partitions of two legs; undefined when none was seen. */
  readonly holdOf: (bookId: string) => number | undefined
  readonly onProposal: (proposal: PricedParlay) => void
  /** Proposals whose price is worth another book's answer, best first. */
  readonly toCheck: () => readonly Pick<PricedParlay, 'legs'>[]
  readonly onPair: (seen: SeenPair) => void
  /** A call was sent or answered. */
  readonly onProgress: () => void
  readonly now: () => number
}

/** Calls at the same time: more would be chosen by what earlier ones have not taught yet. */
const atOnce = 4
/** Failures of a book in a row, after which the run leaves it out. */
const maxFailures = 2

/**
 * Share of the calls that check the best proposals at other books. In four demo worlds, 25 of the 32 first proposals
 * then have a second price after 60 calls each, all 32 after 120; half of the calls would find a quarter fewer good
 * parlays.
 */
const checkShare = 1 / 3

type End = Extract<RunState, { kind: 'ended' | 'failed' }>

const toCallKey = (call: ReadyCall): string => `${call.book.id} ${fingerprintOf(call)}`

export class ScanRun {
  readonly #deps: ScanRunDeps
  readonly #allowance: CallAllowance
  readonly #left: Map<string, ReadyCandidate>
  readonly #asked = new Set<string>()
  /** Ways to check each proposal, by the fingerprint of its legs. */
  readonly #checks = new Map<string, readonly ReadyCall[]>()
  /** Fingerprints of those that are being checked. */
  readonly #underCheck = new Set<string>()
  #checked = 0
  readonly #abort = new AbortController()
  readonly #failuresInRow = new Map<string, number>()
  #end: End | undefined
  #lastFailure: Extract<End, { kind: 'failed' }> | undefined
  #hasAnswer = false
  #unpriced = 0

  constructor(candidates: readonly ReadyCandidate[], calls: number, deps: ScanRunDeps) {
    this.#deps = deps
    this.#allowance = new CallAllowance(calls)
    this.#left = new Map(candidates.map(each => [toCallKey(each), each]))
  }

  get sent(): number {
    return this.#allowance.sent
  }

  /** Answers without a price. */
  get unpriced(): number {
    return this.#unpriced
  }

  /** Resolves with the reason of its end, when no call is under way. */
  async run(): Promise<End> {
    await Promise.all(Array.from({ length: atOnce }, () => this.#work()))
    const failure = this.#hasAnswer ? undefined : this.#lastFailure
    return this.#end ?? failure ?? { kind: 'ended', why: 'searched' }
  }

  /** Sends no further call and aborts those under way. */
  stop(): void {
    this.#finish({ kind: 'ended', why: 'stopped' })
    this.#abort.abort()
  }

  async #work(): Promise<void> {
    while (this.#end === undefined) {
      const next = this.#pickNext()
      if (next === undefined) return
      if (this.#allowance.take()) await this.#price(next)
      else this.#finish({ kind: 'ended', why: 'spent' })
      this.#underCheck.delete(fingerprintOf(next))
      this.#deps.onProgress()
    }
  }

  #finish(end: End): void {
    this.#end ??= end
  }

  /** A check when fewer than their share were sent, else the best candidate; what is left over goes to checks. */
  #pickNext(): ReadyCall | undefined {
    const isCheckDue = this.#checked < checkShare * (this.#asked.size + 1)
    const next = (isCheckDue ? this.#pickCheck() : undefined) ?? this.#pickCandidate() ?? this.#pickCheck()
    if (next === undefined) return undefined
    this.#asked.add(toCallKey(next))
    this.#left.delete(toCallKey(next))
    return next
  }

  /** The best proposal to check, at the book that likely pays most: it may pay more, and refutes best if it does not. */
  #pickCheck(): ReadyCall | undefined {
    for (const proposal of this.#deps.toCheck()) {
      const fingerprint = fingerprintOf(proposal)
      if (this.#underCheck.has(fingerprint)) continue
      const open = (this.#checks.get(fingerprint) ?? []).filter(each => !this.#asked.has(toCallKey(each)))
      const best = this.#findBest(open)
      if (best === undefined) continue
      this.#underCheck.add(fingerprint)
      this.#checked += 1
      return best
    }
    return undefined
  }

  #pickCandidate(): ReadyCandidate | undefined {
    const best = this.#findBest(this.#left.values())
    if (best !== undefined) this.#checks.set(fingerprintOf(best), best.elsewhere)
    return best
  }

  /** The best call, of those that the book does not refuse. */
  #findBest<T extends ReadyCall>(calls: Iterable<T>): T | undefined {
    const { model } = this.#deps
    let best: T | undefined
    let bestRank = -Infinity
    for (const each of calls) {
      const { bookId, pairs } = each.candidate
      const isOut = (this.#failuresInRow.get(bookId) ?? 0) >= maxFailures
      if (isOut || pairs.some(pair => model.isRefused(bookId, pair))) continue
      const ofEach = rank(each.candidate, model)
      if (ofEach > bestRank) [best, bestRank] = [each, ofEach]
    }
    return best
  }

  async #price(ready: ReadyCall): Promise<void> {
    const { book, legs } = ready
    const tokens = tokensAt({ legs }, book.id).filter(token => token !== null)
    const permit = await this.#acquire(book)
    if (permit === undefined) return
    try {
      const { signal } = this.#abort
      const outcome = await this.#deps.ask(book, tokens, { permit, signal })
      if (!signal.aborted) this.#take(ready, outcome)
    } finally {
      permit.release({ kind: 'unsent' })
    }
  }

  /** Undefined when the call may not be sent. */
  async #acquire({ id, hostId }: Book): Promise<Permit | undefined> {
    const { profileId, acquire } = this.#deps
    const request = {
      ...{ profileId, host: hostId, priority: priority.background },
      signal: this.#abort.signal,
      waitsThrough: 'limits' as const,
    }
    try {
      return this.#allowance.count(await acquire(request))
    } catch (error) {
      this.#allowance.giveBack()
      if (!(error instanceof ServiceError)) throw error
      if (!this.#abort.signal.aborted) this.#failed(id, { kind: 'failed', failure: error.failure })
      return undefined
    }
  }

  #take(ready: ReadyCall, outcome: QuoteOutcome): void {
    const { candidate, book } = ready
    if (outcome.kind === 'failed') {
      this.#failed(book.id, outcome)
      return
    }
    this.#hasAnswer = true
    this.#failuresInRow.delete(book.id)
    if (outcome.kind === 'priced') this.#propose(ready, outcome)
    else this.#unpriced += 1
    const decimal = outcome.kind === 'priced' ? outcome.price.decimal : null
    if (outcome.kind === 'priced' || outcome.kind === 'cannot-combine') this.#learn(candidate, decimal)
  }

  #propose({ candidate, legs }: ReadyCall, { price }: Extract<QuoteOutcome, { kind: 'priced' }>): void {
    const { model, now, onProposal } = this.#deps
    const { bookId, oddsAt } = candidate
    const screened = screen(candidate, model)
    onProposal({
      bookId,
      legs: legs.map(({ key, name, market, game }) => ({ key, name, market, game })),
      price,
      at: now(),
      oddsAt,
      fair: fairAt(screened, price.decimal),
      product: screened.product,
      edge: screened.edge,
      expected: screened.expected,
      seen: screened.seen,
    })
  }

  /** Only pairs teach: of more legs it is not known which two a discount is for. */
  #learn({ bookId, legs, pairs }: ReadyCall['candidate'], decimal: number | null): void {
    const [pair, ...others] = pairs
    const [one, two] = legs
    if (pair === undefined || others.length > 0 || one === undefined || two === undefined) return
    const hold = this.#deps.holdOf(bookId)
    this.#deps.onPair({
      ...pair,
      bookId,
      fair: [one.own, two.own],
      product: one.decimal * two.decimal,
      decimal,
      ...(hold !== undefined && { hold }),
    })
  }

  /** A book that fails again is left out; without a key, or a disk to count calls on, the run ends. */
  #failed(bookId: string, outcome: Extract<QuoteOutcome, { kind: 'failed' }>): void {
    const end = { kind: 'failed', failure: outcome.failure } as const
    if (isAboutKey(outcome) || outcome.failure.kind === 'storage') this.#finish(end)
    this.#lastFailure = end
    this.#failuresInRow.set(bookId, (this.#failuresInRow.get(bookId) ?? 0) + 1)
  }
}
