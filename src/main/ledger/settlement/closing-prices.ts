/**
 * The price before the start, which a bet is measured by. In the last minutes before the first game of an open ticket
 * its book is asked twice; the last price it gave counts. Only a slice of the budget is used for that, so that a busy
 * hour leaves calls to the user: tickets without a price go first, and the same legs at the same book are one call.
 * What has started without a price is marked, and says why.
 */
import { toFingerprint } from '../../../shared/model/parlay/parlay.ts'
import type { QuotedPrice, QuoteOutcome } from '../../../shared/model/price/quote.ts'
import { parseTakenPrice, type TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import type { StoredClosing } from '../log/record.ts'
import type { Ledger } from '../ledger.ts'
import type { StartingTicket } from '../reads/leg-queue.ts'

/** What the book says of the ticket's legs now; `no-token`: it cannot be asked, and why. */
export type ClosingAnswer =
  | QuoteOutcome
  /** A price known without asking, and when it was the book's. */
  | { readonly kind: 'offered'; readonly price: QuotedPrice; readonly at: number }
  | { readonly kind: 'no-token'; readonly why: string }
/** What is known without a call, or the call that asks the book. It never rejects for what service or net did. */
export type ClosingSource = ClosingAnswer | ((signal: AbortSignal) => Promise<ClosingAnswer>)

export interface ClosingPricesDeps {
  readonly ledger: Pick<Ledger, 'queue' | 'reads' | 'facts' | 'setClosing'>
  readonly profileId: () => string
  readonly source: (facts: TicketFacts) => Promise<ClosingSource>
  /** How many calls of a minute may be used. */
  readonly callsPerMinute: () => number
  readonly log: (error: unknown) => unknown
  readonly now?: () => number
}

const lookEveryMs = 15_000
const minuteMs = 60_000
/** How long before the start the book is asked, in ms: once early, in case the last moment fails. */
export const checksBeforeMs = [4 * minuteMs, minuteMs] as const
/** What started longer ago is not marked any more. */
const markedWithinMs = 24 * 60 * minuteMs

const notAsked = 'The desk did not ask in the last minutes before the start.'
const noCallLeft = 'The call limit left no call for it in the last minutes before the start.'
const tooLate = 'The book did not answer before the start.'

export class ClosingPrices {
  readonly #options: ClosingPricesDeps
  readonly #now: () => number
  /** The looks each ticket has had. */
  readonly #looks = new Map<number, number>()
  /** Why a ticket has no price so far. */
  readonly #whyNot = new Map<number, string>()
  #calledAt: number[] = []
  #timer: NodeJS.Timeout | undefined
  #abort = new AbortController()

  constructor(options: ClosingPricesDeps) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  start(): void {
    clearInterval(this.#timer)
    this.#timer = setInterval(() => void this.check().catch(this.#options.log), lookEveryMs).unref()
  }

  /** Ends what is under way, as at a switch of profile or at quit. */
  stop(): void {
    clearInterval(this.#timer)
    this.#abort.abort()
    this.#abort = new AbortController()
  }

  /** Asks for what is due, and marks what has started without a price. */
  async check(): Promise<void> {
    const asked = this.#askDue(this.#abort.signal)
    try {
      this.#markStarted()
    } finally {
      await asked
    }
  }

  async #askDue(signal: AbortSignal): Promise<void> {
    const bets = this.#dueBets()
    const sources = await Promise.all(bets.map(({ facts }) => this.#options.source(facts)))
    if (signal.aborted) return
    await Promise.all(bets.map(({ looks }, at) => this.#use(looks, sources[at], signal)))
  }

  /** The looks that are due, those at the same legs and book together: without a price first, then by their start. */
  #dueBets(): Bet[] {
    const { ledger, profileId } = this.#options
    const now = this.#now()
    const due = ledger.queue
      .startingBetween(profileId(), now, now + checksBeforeMs[0])
      .map(ticket => ({
        ...ticket,
        place: checksBeforeMs.findLastIndex(before => ticket.startAt - now <= before),
      }))
      .filter(look => this.#isDue(look))
      .map(look => ({ ...look, facts: ledger.facts(look.ticketId) }))
      .sort((a, b) => Number(a.closing === 'priced') - Number(b.closing === 'priced'))
    const bets = Map.groupBy(due, ({ facts }) => betOf(facts))
    return [...bets.values()].flatMap(looks => looks.slice(0, 1).map(({ facts }) => ({ facts, looks })))
  }

  #isDue({ ticketId, place }: Pick<Look, 'ticketId' | 'place'>): boolean {
    return place >= (this.#looks.get(ticketId) ?? 0)
  }

  async #use(due: readonly Look[], source: ClosingSource | undefined, signal: AbortSignal): Promise<void> {
    // Another look may have asked meanwhile.
    const looks = due.filter(look => this.#isDue(look))
    if (source === undefined || looks.length === 0) return
    if (typeof source !== 'function') this.#keep(looks, source)
    else if (this.#takeCall()) {
      for (const { ticketId, place } of looks) this.#looks.set(ticketId, place + 1)
      this.#note(looks, tooLate)
      const answer = await source(signal)
      if (!signal.aborted) this.#keep(looks, answer)
    } else this.#note(looks, noCallLeft)
  }

  #takeCall(): boolean {
    const now = this.#now()
    this.#calledAt = this.#calledAt.filter(at => at > now - minuteMs)
    const hasOne = this.#calledAt.length < this.#options.callsPerMinute()
    if (hasOne) this.#calledAt.push(now)
    return hasOne
  }

  #keep(looks: readonly Look[], answer: ClosingAnswer): void {
    const { ledger } = this.#options
    const at = this.#now()
    // What comes after the start is a price of the running game.
    const inTime = looks.filter(({ startAt }) => at < startAt)
    const closing = closingOf(answer, at)
    if (closing.kind === 'unquotable') this.#note(inTime, closing.why)
    else {
      for (const { ticketId, place } of inTime) this.#looks.set(ticketId, place + 1)
      const there = new Set(ledger.reads.lines(inTime.map(({ ticketId }) => ticketId)).map(({ id }) => id))
      for (const { ticketId, facts } of inTime)
        // Legs that were corrected meanwhile have another price.
        if (there.has(ticketId) && betOf(ledger.facts(ticketId)) === betOf(facts))
          ledger.setClosing(ticketId, closing)
    }
  }

  #note(looks: readonly Look[], why: string): void {
    for (const { ticketId } of looks) this.#whyNot.set(ticketId, why)
  }

  #markStarted(): void {
    const { ledger, profileId } = this.#options
    const now = this.#now()
    for (const ticket of ledger.queue.startingBetween(profileId(), now - markedWithinMs, now)) {
      const { ticketId, placedAt, startAt, closing } = ticket
      // A bet on a running game has no closing price.
      if (closing !== 'none' || placedAt >= startAt) continue
      const why = this.#whyNot.get(ticketId) ?? notAsked
      ledger.setClosing(ticketId, { kind: 'unquotable', why, at: now })
      this.#whyNot.delete(ticketId)
    }
  }
}

interface Look extends StartingTicket {
  readonly facts: TicketFacts
  /** Which of `looksBeforeMs`. */
  readonly place: number
}

interface Bet {
  readonly facts: TicketFacts
  readonly looks: readonly Look[]
}

/** Tickets of which this is the same have the same price. */
const betOf = ({ book, legs }: TicketFacts) =>
  `${book.id} ${toFingerprint(legs.map(({ selectionKey }) => selectionKey ?? ''))}`

function closingOf(answer: ClosingAnswer, now: number): StoredClosing {
  const taken = 'price' in answer ? parseTakenPrice(answer.price) : undefined
  if (taken?.ok !== true) return { kind: 'unquotable', why: whyNot(answer), at: now }
  return { kind: 'priced', price: taken.price, at: answer.kind === 'offered' ? answer.at : now }
}

function whyNot(answer: ClosingAnswer): string {
  switch (answer.kind) {
    case 'no-token':
      return answer.why
    case 'no-price':
      return 'The book gave no price.'
    case 'cannot-combine':
      return 'The book no longer combines these legs.'
    case 'message':
      return `The book answered: ${answer.text}`
    case 'failed':
      return 'The book could not be asked in time.'
    default:
      return 'The book’s price could not be read.'
  }
}
