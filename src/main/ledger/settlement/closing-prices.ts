/**
 * The price before the start, which a bet is measured by. In the last minutes before the first game of an open ticket
 * its book is asked twice; the last price it gave counts. Only a slice of the budget is used for that, so that a busy
 * hour leaves calls to the user.
 */
import type { QuoteOutcome } from '../../../shared/model/quote.ts'
import { takenPrice, type TicketFacts } from '../../../shared/model/ticket.ts'
import type { KeptClosing } from '../log/record.ts'
import type { Ledger } from '../ledger.ts'

/** What the book says of the ticket's legs now; `no-token`: it cannot be asked, and why. */
export type ClosingAnswer = QuoteOutcome | { readonly kind: 'no-token'; readonly why: string }

export interface ClosingPricesOptions {
  readonly ledger: Pick<Ledger, 'queue' | 'reads' | 'facts' | 'setClosing'>
  readonly profileId: () => string
  /** Never rejects for what service or net did. */
  readonly quote: (facts: TicketFacts, signal: AbortSignal) => Promise<ClosingAnswer>
  /** How many calls of a minute may be used. */
  readonly callsPerMinute: () => number
  readonly log: (error: unknown) => unknown
  readonly now?: () => number
}

const lookEveryMs = 15_000
const minuteMs = 60_000
/** How long before the start the book is asked, in ms: once early, in case the last moment fails. */
export const looksBeforeMs = [4 * minuteMs, minuteMs] as const

export class ClosingPrices {
  readonly #options: ClosingPricesOptions
  readonly #now: () => number
  /** The looks each ticket has had. */
  readonly #looks = new Map<number, number>()
  #calledAt: number[] = []
  #timer: NodeJS.Timeout | undefined
  #abort = new AbortController()

  constructor(options: ClosingPricesOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  start(): void {
    clearInterval(this.#timer)
    this.#timer = setInterval(() => void this.look().catch(this.#options.log), lookEveryMs).unref()
  }

  /** Ends what is under way, as at a switch of profile or at quit. */
  stop(): void {
    clearInterval(this.#timer)
    this.#abort.abort()
    this.#abort = new AbortController()
  }

  /** Asks for what is due, the earliest start first. */
  async look(): Promise<void> {
    const { ledger, profileId, callsPerMinute } = this.#options
    const now = this.#now()
    this.#calledAt = this.#calledAt.filter(at => at > now - minuteMs)
    const due = ledger.queue
      .startingBetween(profileId(), now, now + looksBeforeMs[0])
      .flatMap(ticketId => this.#dueLook(ticketId, now))
      .slice(0, Math.max(0, callsPerMinute() - this.#calledAt.length))
    await Promise.all(due.map(look => this.#ask(look)))
  }

  #dueLook(ticketId: number, now: number): Look[] {
    const facts = this.#options.ledger.facts(ticketId)
    const startAt = Math.min(...facts.legs.flatMap(({ game }) => game.startAt ?? []))
    const place = looksBeforeMs.findLastIndex(beforeMs => startAt - now <= beforeMs)
    return place < (this.#looks.get(ticketId) ?? 0) ? [] : [{ ticketId, facts, startAt, place }]
  }

  async #ask({ ticketId, facts, startAt, place }: Look): Promise<void> {
    this.#looks.set(ticketId, place + 1)
    this.#calledAt.push(this.#now())
    const { signal } = this.#abort
    const answer = await this.#options.quote(facts, signal)
    const at = this.#now()
    // What comes after the start is a price of the running game.
    if (signal.aborted || at >= startAt) return
    const closing = closingOf(answer, at)
    const isLast = place === looksBeforeMs.length - 1
    if (closing.kind === 'priced' || (isLast && !this.#hasPrice(ticketId)))
      this.#options.ledger.setClosing(ticketId, closing)
  }

  #hasPrice(ticketId: number): boolean {
    return this.#options.ledger.reads.lines([ticketId])[0]?.closing.kind === 'priced'
  }
}

interface Look {
  readonly ticketId: number
  readonly facts: TicketFacts
  readonly startAt: number
  /** Which of `looksBeforeMs`. */
  readonly place: number
}

function closingOf(answer: ClosingAnswer, at: number): KeptClosing {
  const taken = answer.kind === 'priced' ? takenPrice(answer.price) : undefined
  if (taken?.ok === true) return { kind: 'priced', price: taken.price, at }
  return { kind: 'unquotable', why: whyNot(answer), at }
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
