/**
 * Closing prices: the price before the start, with which a bet is compared. In the last minutes before the first game
 * of an open ticket its book is asked twice, and the last price counts. A share of the budget is reserved for this and
 * not exceeded, so that calls remain for the user. Tickets without a price come first, and equal legs at one book take
 * one call. Once it has started, a later price that the desk got for itself counts instead, and a ticket without a
 * price is marked with the reason.
 */
import { toFingerprint } from '../../../shared/model/parlay/parlay.ts'
import type { QuotedPrice, QuoteOutcome } from '../../../shared/model/price/quote.ts'
import { parseTakenPrice, type TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import type { StoredClosing } from '../log/record.ts'
import type { Ledger } from '../ledger.ts'
import type { StartingTicket } from '../reads/gradable-legs.ts'
import { findStoredMargin, withFair, type ClosingMargin } from './closing-margin.ts'

/** Outcome for a ticket's legs; `no-token`: the book cannot be asked, for this reason. */
export type ClosingAnswer =
  | QuoteOutcome
  /** A price known without a call, and the time of the book's offer. */
  | { readonly kind: 'offered'; readonly price: QuotedPrice; readonly at: number }
  | { readonly kind: 'no-token'; readonly why: string }
/**
 * An outcome known without a call, or the call that asks the book. The call never rejects because of service or
 * network.
 */
export type ClosingSource = ClosingAnswer | ((signal: AbortSignal) => Promise<ClosingAnswer>)

export interface ClosingPricesDeps {
  readonly ledger: Pick<Ledger, 'gradableLegs' | 'reads' | 'facts' | 'closing' | 'setClosing'>
  readonly profileId: () => string
  readonly source: (facts: TicketFacts) => Promise<ClosingSource>
  /** The margin in the book's price for these legs; undefined when it is unknown. */
  readonly margin: (facts: TicketFacts) => Promise<ClosingMargin | undefined>
  /** The last price that the desk got for these legs at the book between two times; undefined without one. */
  readonly lastPrice: (
    facts: TicketFacts,
    time: { readonly after: number; readonly before: number },
  ) => { readonly price: QuotedPrice; readonly at: number } | undefined
  readonly callsPerMinute: () => number
  /** Reserves calls a minute for `forMs`, or until the next call. */
  readonly keepFree: (calls: number, forMs: number) => void
  readonly log: (error: unknown) => unknown
  readonly now?: () => number
}

const checkEveryMs = 15_000
const minuteMs = 60_000
/** Times before the start at which the book is asked, in ms; the early one in case the late one fails. */
const checksBeforeMs = [4 * minuteMs, minuteMs] as const
/** Tickets that started longer ago are not marked any more. */
const markedWithinMs = 24 * 60 * minuteMs

/** Calls are reserved from a minute before they are due, because calls of the last minute still count. */
const keptBeforeMs = minuteMs + checkEveryMs

const notAsked = 'The desk wasn’t running just before the start.'
const noCallLeft = 'No calls were left just before the start.'
const tooLate = 'The book didn’t respond before the start.'

export class ClosingPrices {
  readonly #deps: ClosingPricesDeps
  readonly #now: () => number
  /** Number of checks each ticket has had. */
  readonly #checksDone = new Map<number, number>()
  /** Starts of the tickets whose closing price is final. */
  readonly #closed = new Map<number, number>()
  /** Reasons why tickets have no price so far. */
  readonly #reasons = new Map<number, string>()
  // Stryker disable next-line ArrayDeclaration: countCalls keeps recent times alone
  #calledAt: number[] = []
  #timer: NodeJS.Timeout | undefined
  #abort = new AbortController()

  constructor(deps: ClosingPricesDeps) {
    this.#deps = deps
    this.#now = deps.now ?? Date.now
  }

  start(): void {
    clearInterval(this.#timer)
    this.#timer = setInterval(() => void this.check().catch(this.#deps.log), checkEveryMs).unref()
  }

  /** Cancels calls under way, as at a switch of profile or at quit. */
  stop(): void {
    clearInterval(this.#timer)
    this.#deps.keepFree(0, 0)
    this.#abort.abort()
    this.#abort = new AbortController()
  }

  async check(): Promise<void> {
    this.#keepCalls()
    const asked = this.#askDue(this.#abort.signal)
    try {
      this.#closeStarted()
    } finally {
      await asked
    }
  }

  async #askDue(signal: AbortSignal): Promise<void> {
    const bets = this.#findDueBets()
    const found = await Promise.all(bets.map(([first]) => this.#find(first)))
    if (signal.aborted) return
    await Promise.all(bets.map((checks, at) => this.#askAndSave(checks, found[at], signal)))
  }

  async #find(check: DueCheck | undefined): Promise<FoundSource | undefined> {
    // Stryker disable next-line ConditionalExpression: for the type alone, every bet has a ticket
    if (check === undefined) return undefined
    const { source, margin } = this.#deps
    const [answer, taken] = await Promise.all([source(check.facts), margin(check.facts)])
    return { source: answer, margin: taken }
  }

  /** Reserves a call for each bet that is due now or soon; none once all have been asked. */
  #keepCalls(): void {
    const now = this.#now()
    const bets = [now, now + checkEveryMs, now + keptBeforeMs].flatMap(at => this.#findDueBets(at))
    // The price of a single bet is the board's and takes no call.
    const keys = bets.flatMap(([check]) =>
      check && check.facts.legs.length > 1 ? toBetKey(check.facts) : [],
    )
    const left = this.#deps.callsPerMinute() - this.#countCalls(now)
    this.#deps.keepFree(Math.max(0, Math.min(left, new Set(keys).size)), 2 * checkEveryMs)
  }

  /** Checks that are due at a time, by bet: tickets without a price first, then by their start. */
  #findDueBets(now = this.#now()): DueCheck[][] {
    const { ledger, profileId } = this.#deps
    const due = ledger.gradableLegs
      .startingBetween(profileId(), now, now + checksBeforeMs[0])
      .map(ticket => ({
        ...ticket,
        index: checksBeforeMs.findLastIndex(before => ticket.startAt - now <= before),
      }))
      .filter(check => this.#isDue(check))
      .map(check => ({ ...check, facts: ledger.facts(check.ticketId) }))
      .sort((a, b) => Number(a.closing === 'priced') - Number(b.closing === 'priced'))
    return [...Map.groupBy(due, ({ facts }) => toBetKey(facts)).values()]
  }

  #isDue({ ticketId, index }: Pick<DueCheck, 'ticketId' | 'index'>): boolean {
    return index >= (this.#checksDone.get(ticketId) ?? 0)
  }

  async #askAndSave(
    due: readonly DueCheck[],
    found: FoundSource | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    // Another check may have got the price meanwhile.
    const checks = due.filter(check => this.#isDue(check))
    if (checks.length === 0) return
    // Stryker disable next-line ConditionalExpression: for the type alone, every bet has a source
    if (found === undefined) return
    const { source } = found
    const save = (answer: ClosingAnswer) => this.#save(checks, answer, found.margin)
    if (typeof source !== 'function') save(source)
    else if (this.#takeCall()) {
      for (const { ticketId, index } of checks) this.#checksDone.set(ticketId, index + 1)
      this.#setReason(checks, tooLate)
      const answer = await source(signal)
      if (signal.aborted) return
      this.#keepCalls()
      save(answer)
    } else this.#setReason(checks, noCallLeft)
  }

  #takeCall(): boolean {
    const now = this.#now()
    const hasOne = this.#countCalls(now) < this.#deps.callsPerMinute()
    if (hasOne) this.#calledAt.push(now)
    return hasOne
  }

  /** Calls of the last minute. */
  #countCalls(now: number): number {
    this.#calledAt = this.#calledAt.filter(at => at > now - minuteMs)
    return this.#calledAt.length
  }

  #save(checks: readonly DueCheck[], answer: ClosingAnswer, margin: ClosingMargin | undefined): void {
    const { ledger } = this.#deps
    const at = this.#now()
    // A price after the start is a live price.
    const inTime = checks.filter(({ startAt }) => at < startAt)
    const closing = withFair(toClosing(answer, at), margin)
    if (closing.kind === 'unquotable') this.#setReason(inTime, closing.why)
    else {
      for (const { ticketId, index } of inTime) this.#checksDone.set(ticketId, index + 1)
      const existing = new Set(
        ledger.reads.list.lines(inTime.map(({ ticketId }) => ticketId)).map(({ id }) => id),
      )
      for (const { ticketId, facts } of inTime)
        // The price does not apply to legs that were corrected meanwhile.
        if (existing.has(ticketId) && toBetKey(ledger.facts(ticketId)) === toBetKey(facts))
          ledger.setClosing(ticketId, closing)
    }
  }

  #setReason(checks: readonly DueCheck[], why: string): void {
    for (const { ticketId } of checks) this.#reasons.set(ticketId, why)
  }

  #closeStarted(): void {
    const { ledger, profileId } = this.#deps
    const now = this.#now()
    for (const ticket of ledger.gradableLegs.startingBetween(profileId(), now - markedWithinMs, now)) {
      const { ticketId, placedAt, startAt } = ticket
      // A live bet has no closing price.
      if (placedAt >= startAt || this.#closed.get(ticketId) === startAt) continue
      this.#closed.set(ticketId, startAt)
      const closing = this.#findLast(ticketId, startAt) ?? this.#findReason(ticketId, now)
      if (closing !== undefined) ledger.setClosing(ticketId, closing)
    }
  }

  /** The desk's own last price before the start, if it is later than the ticket's closing price. */
  #findLast(ticketId: number, startAt: number): StoredClosing | undefined {
    const { ledger, lastPrice } = this.#deps
    const stored = ledger.closing(ticketId)
    const after = Math.max(startAt - checksBeforeMs[0], stored?.kind === 'priced' ? stored.at : 0)
    const last = lastPrice(ledger.facts(ticketId), { after, before: startAt })
    const taken = last && parseTakenPrice(last.price)
    if (taken?.ok !== true) return undefined
    return withFair({ kind: 'priced', price: taken.price, at: last?.at ?? startAt }, findStoredMargin(stored))
  }

  /** The reason why a ticket has no closing price; undefined when it has one, or its reason is stored. */
  #findReason(ticketId: number, now: number): StoredClosing | undefined {
    if (this.#deps.ledger.closing(ticketId) !== null) return undefined
    return { kind: 'unquotable', why: this.#reasons.get(ticketId) ?? notAsked, at: now }
  }
}

interface DueCheck extends StartingTicket {
  readonly facts: TicketFacts
  /** Index into `checksBeforeMs`. */
  readonly index: number
}

/** The way to a bet's closing price, and the margin in it. */
interface FoundSource {
  readonly source: ClosingSource
  readonly margin: ClosingMargin | undefined
}

/** Tickets with the same key have the same price. */
const toBetKey = ({ book, legs }: TicketFacts) =>
  // Stryker disable next-line StringLiteral: any text would do for a leg without a selection, which has no token
  `${book.id} ${toFingerprint(legs.map(({ selectionKey }) => selectionKey ?? ''))}`

function toClosing(answer: ClosingAnswer, now: number): StoredClosing {
  const taken = 'price' in answer ? parseTakenPrice(answer.price) : undefined
  if (taken?.ok !== true) return { kind: 'unquotable', why: explainMissing(answer), at: now }
  return { kind: 'priced', price: taken.price, at: answer.kind === 'offered' ? answer.at : now }
}

function explainMissing(answer: ClosingAnswer): string {
  switch (answer.kind) {
    case 'no-token':
      return answer.why
    case 'no-price':
      return 'The book had no price.'
    case 'cannot-combine':
      return 'The book no longer combined these legs.'
    case 'message':
      return `Service message: ${answer.text}`
    case 'failed':
      return 'The book couldn’t be reached in time.'
    default:
      return 'The book’s price was unreadable.'
  }
}
