/**
 * Questions about typed values that can be true and rarely are. A form asks once: the next press of its button records
 * them as they are.
 */
import { computed, shallowRef } from 'vue'
import { findSimilarBook } from '../../../../shared/model/game/similar-book.ts'
import { exactMoney } from '../../../../shared/model/ticket/money-text.ts'
import { parsePrice } from '../../../../shared/odds/price-parse.ts'
import { countText } from '../../../format/number-text.ts'
import { parseMinor } from '../../../format/money.ts'
import { findBook, type NamedBook, type TermsForm } from './terms-form.ts'

export interface Doubt {
  readonly text: string
  /** Name of the known book that was probably meant. */
  readonly book?: string
}

/**
 * Odds above this are asked about, to one. Books that print a limit stop at or below it: 10,000/1 for a parlay of
 * 15 teams (sportsbettingonline.ag, Parlays), 720/1 on moneyline parlays (William Hill US, House Rules).
 */
const maxUsualOdds = 10_000

export function findTermsDoubts(
  form: Pick<TermsForm, 'book' | 'price' | 'format'>,
  books: readonly NamedBook[],
): readonly Doubt[] {
  const similar = findMeantBook(form.book, books)
  return [
    ...findPriceDoubts(form),
    ...(similar === undefined
      ? []
      : [{ text: `“${form.book.trim()}” is a new book. Did you mean ${similar}?`, book: similar }]),
  ]
}

function findPriceDoubts({ price, format }: Pick<TermsForm, 'price' | 'format'>): readonly Doubt[] {
  const parsed = parsePrice(price, format)
  if (!parsed.ok || parsed.price.decimal <= maxUsualOdds + 1) return []
  const odds = countText(Math.round(parsed.price.decimal - 1))
  return [{ text: `${odds} to 1? Books rarely pay more than ${countText(maxUsualOdds)} to 1.` }]
}

/** Asks about a payout above what the ticket pays if it wins, which boosts and goodwill can still make true. */
export function findPayoutDoubts(
  payout: string,
  { potentialMinor, currency }: { readonly potentialMinor: number; readonly currency: string },
): readonly Doubt[] {
  const minor = parseMinor(payout, currency)
  return minor === undefined || minor <= potentialMinor
    ? []
    : [{ text: `This ticket pays at most ${exactMoney(potentialMinor, currency)}.` }]
}

const isKnownBook = (typed: string, books: readonly NamedBook[]): boolean => {
  const { bookId } = findBook(typed, books)
  return books.some(({ id }) => id === bookId)
}

/** The known book that a new one is probably meant to be; undefined for none, and for a known one. */
const findMeantBook = (typed: string, books: readonly NamedBook[]): string | undefined =>
  isKnownBook(typed, books) ? undefined : findSimilarBook(typed, books)

/** Hint of the field of a book that no ticket and no setting has. */
export function describeNewBook(typed: string, books: readonly NamedBook[]): string {
  if (typed.trim() === '' || isKnownBook(typed, books)) return ''
  const similar = findMeantBook(typed, books)
  return similar === undefined ? 'New book' : `Did you mean ${similar}?`
}

/** A second press that comes sooner belongs to a double-click. */
const doubleClickMs = 500

/** Asks before doubtful values are recorded. `find` returns the doubts of the form as it is. */
export function useDoubts(find: () => readonly Doubt[]) {
  const asked = shallowRef<{ readonly key: string; readonly at: number }>()
  const toKey = (doubts: readonly Doubt[]) => doubts.map(({ text }) => text).join(' ')
  /** The doubts that were asked about, until the form changes. `asked` changes whenever they are asked. */
  const doubts = computed(() => {
    const now = find()
    return asked.value !== undefined && asked.value.key === toKey(now) ? now : []
  })

  /** True when there is nothing to ask, or it was asked before. */
  function confirm(): boolean {
    const key = toKey(find())
    if (key === '') return true
    if (asked.value?.key === key) return performance.now() - asked.value.at > doubleClickMs
    asked.value = { key, at: performance.now() }
    return false
  }
  return { doubts, asked, confirm }
}
