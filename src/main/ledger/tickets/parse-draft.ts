/** What the user typed of a ticket, as exact terms; what cannot be read is refused with a sentence beside its field. */
import { Refusal } from '../../../shared/failure.ts'
import { parseMoney } from '../../../shared/model/ticket/money.ts'
import { winMinor } from '../../../shared/model/ticket/payout.ts'
import type { Decision } from '../../../shared/model/ticket/ticket-detail.ts'
import { splitOddsId } from '../../../shared/model/game/selection.ts'
import type { DecisionDraft, TicketDraft, TypedLegDraft } from '../../../shared/model/ticket/ticket-draft.ts'
import { takenPrice, type TicketLeg, type TicketTerms } from '../../../shared/model/ticket/ticket.ts'

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

/**
 * A leg in words. An odds id says which selection it is, so that it is the same leg as one of the board; a grade token
 * lets the service settle it. Throws Refusal.
 */
export function readLeg(draft: TypedLegDraft): TicketLeg {
  const { name, market, game, league, startAt, grade, price } = draft
  const oddsId = draft.oddsId || null
  const parts = oddsId === null ? undefined : splitOddsId(oddsId)
  if (oddsId !== null && parts === undefined)
    throw invalid(
      'legs',
      `The odds id of “${name}” has fewer than its four parts: book#event#market#selection.`,
    )
  const read = price && takenPrice(price)
  if (read?.ok === false) throw invalid('legs', `The single price of “${name}”: ${read.sentence}`)
  return {
    selectionKey: parts?.key ?? null,
    oddsId,
    grade: grade || null,
    name,
    market,
    game: { id: parts?.event ?? '', title: game, short: game.slice(0, 80), league, startAt },
    price,
  }
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
