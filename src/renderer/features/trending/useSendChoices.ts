/** Parlays to send to the trending queue, each with its books' ids and the chosen book. */
import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../../shared/failure.ts'
import type { BookIds } from '../../../shared/model/parlay/submission.ts'
import { bridge } from '../../bridge.ts'
import type { ParlayToSend } from '../../navigation-store.ts'

interface ReadIds {
  readonly parlay: ParlayToSend
  /** Best price first, those that lack a leg last. */
  readonly books: readonly BookIds[]
}

export function useSendChoices(parlays: readonly ParlayToSend[]) {
  /** Undefined until the ids are read. */
  const read = shallowRef<readonly ReadIds[]>()
  /** The book chosen, by parlay. */
  const chosen = ref<Record<number, string>>({})
  const failure = shallowRef<Failure>()

  async function load(): Promise<void> {
    const answers = await findIds(parlays)
    failure.value = undefined
    const found: ReadIds[] = []
    for (const { parlay, outcome } of answers) {
      if (outcome.ok) {
        const books = sortBooks(outcome.value.books, parlay.books)
        found.push({ parlay, books })
        const first = books.find(({ lacks }) => lacks === 0)
        if (first !== undefined) chosen.value[parlay.parlayId] ??= first.bookId
      } else failure.value ??= outcome.failure
    }
    read.value = found
  }

  /** Each parlay with its books and the ids of the one chosen. */
  const choices = computed(() =>
    read.value?.map(({ parlay, books }) => {
      const book = books.find(({ bookId }) => bookId === chosen.value[parlay.parlayId])
      return { parlay, books, book }
    }),
  )
  /** Parlays that would be sent: those that a book offers and that are not listed yet. */
  const sendable = computed(() =>
    (choices.value ?? []).flatMap(({ parlay: { parlayId, title }, book }) => {
      if (book === undefined || book.lacks > 0 || book.known !== null) return []
      return [{ parlayId, bookId: book.bookId, ids: book.ids, title }]
    }),
  )

  /** Sends them; returns true when they are in the outbox. Ids that changed meanwhile are read and shown again. */
  async function send(): Promise<boolean> {
    const outcome = await bridge().trending.send({ parlays: sendable.value })
    if (!outcome.ok) await load()
    failure.value = outcome.ok ? undefined : outcome.failure
    return outcome.ok
  }

  return { choices, chosen, sendable, failure, load, send }
}

const findIds = (parlays: readonly ParlayToSend[]) =>
  Promise.all(
    parlays.map(async parlay => ({
      parlay,
      outcome: await bridge().trending.findIds({ parlayId: parlay.parlayId }),
    })),
  )

function sortBooks(books: readonly BookIds[], order: readonly string[]): BookIds[] {
  const place = ({ bookId, lacks }: BookIds) => {
    const at = order.indexOf(bookId)
    return (lacks > 0 ? 2 : 0) * order.length + (at < 0 ? order.length : at)
  }
  return books.toSorted((a, b) => place(a) - place(b))
}
