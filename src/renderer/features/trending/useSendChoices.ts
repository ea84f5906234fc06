/** Parlays to be sent to the trending queue, each with its books' ids and the book chosen. */
import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../../shared/failure.ts'
import type { BookIds } from '../../../shared/model/parlay/submission.ts'
import { bridge } from '../../bridge.ts'
import type { ParlayToSend } from '../../navigation-store.ts'

interface Choice {
  readonly parlay: ParlayToSend
  /** Best price first, those that lack a leg last. */
  readonly books: readonly BookIds[]
}

export function useSendChoices(parlays: readonly ParlayToSend[]) {
  /** Undefined until the ids are read. */
  const choices = shallowRef<readonly Choice[]>()
  /** The book chosen, by parlay. */
  const chosen = ref<Record<number, string>>({})
  const failure = shallowRef<Failure>()

  async function load(): Promise<void> {
    const answers = await Promise.all(
      parlays.map(async parlay => ({
        parlay,
        outcome: await bridge().trending.findIds({ parlayId: parlay.parlayId }),
      })),
    )
    failure.value = undefined
    const read: Choice[] = []
    for (const { parlay, outcome } of answers) {
      if (outcome.ok) read.push({ parlay, books: sortBooks(outcome.value.books, parlay.books) })
      else failure.value ??= outcome.failure
    }
    choices.value = read
    for (const { parlay, books } of read) {
      const first = books.find(({ lacks }) => lacks === 0)
      if (first !== undefined) chosen.value[parlay.parlayId] ??= first.bookId
    }
  }

  /** Parlays that would be sent: some book carries all legs, and none is on the list already. */
  const sendable = computed(() =>
    (choices.value ?? []).flatMap(({ parlay: { parlayId, title }, books }) => {
      const book = books.find(({ bookId }) => bookId === chosen.value[parlayId])
      if (book === undefined || book.lacks > 0 || book.known !== null) return []
      return [{ parlayId, bookId: book.bookId, ids: book.ids, title }]
    }),
  )

  /** Sends them; true when they are in the outbox. Ids that changed since they were shown are read and shown again. */
  async function send(): Promise<boolean> {
    const outcome = await bridge().trending.send({ parlays: sendable.value })
    if (!outcome.ok) await load()
    failure.value = outcome.ok ? undefined : outcome.failure
    return outcome.ok
  }

  return { choices, chosen, sendable, failure, load, send }
}

function sortBooks(books: readonly BookIds[], order: readonly string[]): BookIds[] {
  const place = ({ bookId, lacks }: BookIds) => {
    const at = order.indexOf(bookId)
    return (lacks > 0 ? 2 : 0) * order.length + (at < 0 ? order.length : at)
  }
  return books.toSorted((a, b) => place(a) - place(b))
}
