/** Form of a ticket's terms: typed text, and the errors of all its fields. Main parses amounts and prices again. */
import { toBookId } from '../../../../shared/model/game/book.ts'
import type { AccountLine } from '../../../../shared/model/accounts/account.ts'
import { majorText, parseMoney } from '../../../../shared/model/ticket/money.ts'
import type { TicketDetail } from '../../../../shared/model/ticket/ticket-detail.ts'
import type { Correction } from '../../../../shared/model/ticket/ticket-draft.ts'
import { parsePrice } from '../../../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { timeInput, parseTimeInput } from '../../../format/time-text.ts'
import { isCurrency } from '../../../format/money.ts'
import { toNote } from '../../../ui/note-form.ts'

export type Terms = Correction['terms']

export interface NamedBook {
  readonly id: string
  readonly name: string
}

/** `placedAt`: exact time of `placed` (epoch ms), used until the user types another. */
export interface TermsForm extends Omit<
  Terms,
  'price' | 'tags' | 'bookId' | 'bookName' | 'accountId' | 'promotionId'
> {
  /** Name of a book, listed or not. */
  readonly book: string
  /** In the format of a datetime-local input. */
  readonly placed: string
  readonly price: string
  readonly format: PriceFormat
  readonly tags: string
  /** Id of an account; `auto` for the one that is proposed, `none` for none. */
  readonly account: string
  /** Id of a promotion of that account; `none` for none. */
  readonly promotion: string
  /** The book’s own price, which the promotion boosts; empty without a promotion. */
  readonly plainPrice: string
  readonly plainFormat: PriceFormat
}

export type TermsErrors = Partial<Record<string, string>>

/** Accounts of a book in a currency, the proposed one first. */
export type ListAccounts = (
  bookId: string,
  currency: string,
) => readonly Pick<AccountLine, 'accountId' | 'holder'>[]

/** Terms of a form, or an error for each invalid field. `books`: known books. */
export function parseTerms(
  form: TermsForm,
  books: readonly NamedBook[],
  listAccounts: ListAccounts,
): { readonly ok: true; readonly terms: Terms } | { readonly ok: false; readonly errors: TermsErrors } {
  const isTyped = form.placed !== timeInput(form.placedAt)
  const placedAt = isTyped ? parseTimeInput(form.placed) : form.placedAt
  const currency = form.currency.trim().toUpperCase()
  const isFuture = isTyped && placedAt !== undefined && placedAt > Date.now()
  const errors: TermsErrors = {
    ...(form.book.trim() === '' && { book: 'Enter a book.' }),
    ...(placedAt === undefined && { placedAt: 'Enter a date and time.' }),
    ...(isFuture && { placedAt: 'This is in the future.' }),
    ...toError('stake', findStakeError(form.stake, currency)),
    ...(!isCurrency(currency) && { currency: 'Like USD.' }),
    ...toError('price', findPriceError(form.price, form.format)),
  }
  if (placedAt === undefined || Object.keys(errors).length > 0) return { ok: false, errors }
  const { kind, isLive, format } = form
  const { tags, note } = toNote({ name: '', tags: form.tags, note: form.note })
  const price = { text: form.price.trim(), format }
  const terms = { placedAt, stake: form.stake.trim(), currency, price, kind, isLive, tags, note }
  const book = findBook(form.book, books)
  const accountId = findAccount(form.account, listAccounts(book.bookId, currency))
  const promotionId = form.promotion
  const origin = {
    ...(accountId !== undefined && { accountId }),
    ...(promotionId !== 'none' && { promotionId }),
  }
  return { ok: true, terms: { ...book, ...terms, ...origin } }
}

const toError = (field: string, sentence: string | undefined): TermsErrors =>
  sentence === undefined ? {} : { [field]: sentence }

function findStakeError(stake: string, currency: string): string | undefined {
  if (stake.trim() === '') return 'Enter the stake.'
  const parsed = parseMoney(stake, currency)
  if (!parsed.ok) return parsed.sentence
  return parsed.minor === 0 ? 'Stake must be above 0.' : undefined
}

function findPriceError(price: string, format: PriceFormat): string | undefined {
  if (price.trim() === '') return 'Enter the price.'
  const parsed = parsePrice(price, format)
  return parsed.ok ? undefined : parsed.sentence
}

/** The account of the typed book and currency that a form means; undefined for none. */
export function findAccount(typed: string, accounts: ReturnType<ListAccounts>): string | undefined {
  if (typed === 'none') return undefined
  const chosen = accounts.find(({ accountId }) => accountId === typed)
  return (chosen ?? accounts[0])?.accountId
}

/** Accounts that the form offers. */
export const listFormAccounts = <A>(
  { book, currency }: Pick<TermsForm, 'book' | 'currency'>,
  books: readonly NamedBook[],
  listAccounts: (bookId: string, currency: string) => readonly A[],
): readonly A[] => listAccounts(findBook(book, books).bookId, currency.trim().toUpperCase())

const maxBookName = 80

/** A known book by its name, in any letter case; else another book of that name. */
export function findBook(typed: string, books: readonly NamedBook[]): Pick<Terms, 'bookId' | 'bookName'> {
  const name = typed.trim().replace(/\s+/g, ' ').slice(0, maxBookName)
  const known =
    books.find(book => book.name === name) ??
    books.find(book => book.name.toLowerCase() === name.toLowerCase()) ??
    books.find(book => book.id === toBookId(name))
  if (known !== undefined) return { bookId: known.id, bookName: known.name }
  return { bookId: toBookId(name) || name.toLowerCase(), bookName: name }
}

/** Form of a recorded ticket that is to be corrected. */
export function toTermsForm({ line, note }: TicketDetail): TermsForm {
  const { book, placedAt, stakeMinor, currency, price, kind, isLive, tags } = line
  return {
    book: book.name,
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
    account: line.accountId ?? 'none',
    promotion: line.promotionId ?? 'none',
    plainPrice: '',
    plainFormat: price.format,
  }
}

/** Form of a new ticket, placed now. */
export function blankForm(now: number, given: Partial<TermsForm>): TermsForm {
  const blank = {
    book: '',
    stake: '',
    currency: 'USD',
    price: '',
    tags: '',
    note: '',
    isLive: false,
    account: 'auto',
    promotion: 'none',
    plainPrice: '',
  }
  const formats = { format: 'american', plainFormat: 'american' } as const
  return { ...blank, ...formats, placed: timeInput(now), placedAt: now, kind: 'normal', ...given }
}
