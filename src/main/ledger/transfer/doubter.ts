/** Doubts of a table's rows that can be true and rarely are, as a new ticket is asked about. */
import { findSimilarBook } from '../../../shared/model/game/similar-book.ts'
import { exactMoney } from '../../../shared/model/ticket/money-text.ts'
import { winMinor } from '../../../shared/model/ticket/payout.ts'
import type { IncomingTicket } from './replay.ts'

export class Doubter {
  /** `books`: known ones. */
  readonly #books: readonly { readonly id: string; readonly name: string }[]
  /** New books that were named. */
  readonly #named = new Set<string>()

  constructor(books: readonly { readonly id: string; readonly name: string }[]) {
    this.#books = books
  }

  /** Sentences, each with what happens to the row. A ticket of this program's own was recorded so, and has none. */
  check(ticket: IncomingTicket): string[] {
    if (ticket.kind !== 'new') return []
    return [...findOverpaid(ticket), ...this.#findNewBook(ticket.facts.book)]
  }

  /** Names each new book once. */
  #findNewBook({ id, name }: { readonly id: string; readonly name: string }): string[] {
    if (this.#named.has(id) || this.#books.some(book => book.id === id)) return []
    this.#named.add(id)
    const similar = findSimilarBook(name, this.#books)
    return similar === undefined
      ? []
      : [`“${name}” is a new book. Did you mean ${similar}? It is imported as “${name}”.`]
  }
}

function findOverpaid({ decision, facts }: Extract<IncomingTicket, { kind: 'new' }>): string[] {
  if (decision === null || !('payoutMinor' in decision)) return []
  const most = winMinor(facts)
  if (decision.payoutMinor <= most) return []
  const [pays, paid] = [most, decision.payoutMinor].map(minor => exactMoney(minor, facts.currency))
  return [`This ticket pays at most ${pays}. It is imported with the ${paid} of the file.`]
}
