/** Open tickets with the legs, book and stake of one typed by hand, which is asked about before it is recorded. */
import { computed, shallowRef } from 'vue'
import { exactMoney } from '../../../../shared/model/ticket/money-text.ts'
import { parseMinor } from '../../../format/money.ts'
import { timeAndDay } from '../../../format/time-text.ts'
import { useBoardStore } from '../../board/board-store.ts'
import { readTypedBets, type TypedSlip } from '../open-bets-store.ts'
import type { RecordForm } from '../ticket/ticket-drafts-store.ts'
import type { Doubt } from './doubts.ts'
import { findBook, type NamedBook } from './terms-form.ts'

type SlipForm = Pick<RecordForm, 'usesSlip' | 'typed' | 'book'>

export function toTypedSlip(form: SlipForm, books: readonly NamedBook[]): TypedSlip {
  const legs = form.usesSlip ? useBoardStore().legs.map(({ line }) => line) : form.typed
  const names = legs.map(({ name }) => name.trim()).filter(name => name !== '')
  return { bookId: form.book.trim() === '' ? '' : findBook(form.book, books).bookId, names }
}

/** `read` reads the ledger; the doubts are those of the form as it was then. */
export function useTwiceDoubts(
  getForm: () => SlipForm & Pick<RecordForm, 'stake' | 'currency'>,
  getBooks: () => readonly NamedBook[],
) {
  const found = shallowRef<{ readonly of: string; readonly doubts: readonly Doubt[] }>()
  const toBet = () => {
    const form = getForm()
    const currency = form.currency.trim().toUpperCase()
    return { slip: toTypedSlip(form, getBooks()), currency, stakeMinor: parseMinor(form.stake, currency) }
  }
  const key = computed(() => JSON.stringify(toBet()))

  async function read(): Promise<void> {
    const of = key.value
    const { slip, currency, stakeMinor } = toBet()
    const bets = (await readTypedBets(slip)) ?? []
    const same = bets.find(bet => bet.stakeMinor === stakeMinor && bet.currency === currency)
    const text =
      same &&
      `These legs are on an open ticket at ${same.book.name}: ${exactMoney(same.stakeMinor, currency)}, ${timeAndDay(same.placedAt, Date.now())}.`
    found.value = { of, doubts: text === undefined ? [] : [{ text }] }
  }
  const doubts = computed(() => (found.value?.of === key.value ? found.value.doubts : []))
  return { doubts, read }
}
