/** Form of a ticket's terms: typed text, and its errors. Main parses amounts and prices. */
import { majorText } from '../../../../shared/model/ticket/money.ts'
import type { TicketDetail } from '../../../../shared/model/ticket/ticket-detail.ts'
import type { Correction } from '../../../../shared/model/ticket/ticket-draft.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { timeInput, parseTimeInput } from '../../../format/time-text.ts'
import { isCurrency } from '../../../format/money.ts'
import { toNote } from '../../../ui/note-form.ts'

export type Terms = Correction['terms']

/** `placedAt`: exact moment behind `placed`, in use until the user types another. */
export interface TermsForm extends Omit<Terms, 'price' | 'tags'> {
  /** As an input of date and time holds it. */
  readonly placed: string
  readonly price: string
  readonly format: PriceFormat
  readonly tags: string
}

export type TermsErrors = Partial<Record<string, string>>

/** Terms of a form, or an error for each wrong field. */
export function parseTerms(
  form: TermsForm,
): { readonly ok: true; readonly terms: Terms } | { readonly ok: false; readonly errors: TermsErrors } {
  const placedAt = form.placed === timeInput(form.placedAt) ? form.placedAt : parseTimeInput(form.placed)
  const currency = form.currency.trim().toUpperCase()
  const errors: TermsErrors = {
    ...(form.bookId === '' && { book: 'Choose a book.' }),
    ...(placedAt === undefined && { placedAt: 'Enter a day and a time.' }),
    ...(form.stake.trim() === '' && { stake: 'Enter the stake.' }),
    ...(!isCurrency(currency) && { currency: 'Three letters, such as USD.' }),
    ...(form.price.trim() === '' && { price: 'Enter the price taken.' }),
  }
  if (placedAt === undefined || Object.keys(errors).length > 0) return { ok: false, errors }
  const { bookId, kind, isLive, format } = form
  const { tags, note } = toNote({ name: '', tags: form.tags, note: form.note })
  const price = { text: form.price.trim(), format }
  const stake = form.stake.trim()
  return { ok: true, terms: { bookId, placedAt, stake, currency, price, kind, isLive, tags, note } }
}

/** Form of a recorded ticket that is to be corrected. */
export function toTermsForm({ line, note }: TicketDetail): TermsForm {
  const { book, placedAt, stakeMinor, currency, price, kind, isLive, tags } = line
  return {
    bookId: book.id,
    placed: timeInput(placedAt),
    placedAt,
    stake: majorText(stakeMinor, currency),
    currency,
    price: price.text,
    format: price.format,
    kind,
    isLive,
    tags: tags.join(', '),
    note,
  }
}

/** Form of a new ticket, placed now. */
export function blankForm(now: number, given: Partial<TermsForm>): TermsForm {
  const blank = { bookId: '', stake: '', currency: 'USD', price: '', tags: '', note: '', isLive: false }
  return { ...blank, placed: timeInput(now), placedAt: now, format: 'american', kind: 'normal', ...given }
}
