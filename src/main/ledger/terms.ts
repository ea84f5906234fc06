/** What the user typed of a ticket, as exact terms; what cannot be read is refused with a sentence beside its field. */
import { Refusal } from '../../shared/failure.ts'
import { parseMoney } from '../../shared/model/money.ts'
import { winMinor } from '../../shared/model/payout.ts'
import type { Decision } from '../../shared/model/ticket-detail.ts'
import type { DecisionDraft, TicketDraft } from '../../shared/model/ticket-draft.ts'
import { takenPrice, type TicketTerms } from '../../shared/model/ticket.ts'

type TermsDraft = Omit<TicketDraft, 'uid' | 'legs'>

/** `bookName` names a book by its id. Throws Refusal. */
export function readTerms(draft: TermsDraft, bookName: (bookId: string) => string): TicketTerms {
  const { bookId, placedAt, stake, currency, price, kind, isLive, tags, note } = draft
  const taken = takenPrice(price)
  if (!taken.ok) throw invalid('price', taken.sentence)
  const stakeMinor = readAmount('stake', stake, currency)
  if (stakeMinor === 0) throw invalid('stake', 'A stake is more than nothing.')
  const terms = { stakeMinor, price: taken.price, kind }
  if (!Number.isFinite(winMinor(terms)))
    throw invalid('stake', 'With this stake and price a win is more than the ledger can hold.')
  const book = { id: bookId, name: bookName(bookId) }
  return { ...terms, book, placedAt, day: dayOf(placedAt), currency, isLive, tags: [...new Set(tags)], note }
}

/** Throws Refusal. */
export function readDecision(draft: DecisionDraft, currency: string): Decision {
  if (!('payout' in draft)) return draft
  return { kind: draft.kind, payoutMinor: readAmount('payout', draft.payout, currency) }
}

function readAmount(field: string, text: string, currency: string): number {
  const parsed = parseMoney(text, currency)
  if (!parsed.ok) throw invalid(field, parsed.sentence)
  return parsed.minor
}

const invalid = (field: string, sentence: string) => new Refusal({ kind: 'invalid', field, sentence })

/** The calendar day of a moment where the user is. */
export function dayOf(at: number): string {
  const date = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
