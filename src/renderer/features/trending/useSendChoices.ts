/** Parlays to be sent to the trending queue, each with its books' ids and the book chosen. */
import { computed, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import type { Failure } from '../../../shared/failure.ts'
import type { BookIds } from '../../../shared/model/parlay/trending.ts'
import { bridge } from '../../bridge.ts'
import type { ParlayToSend } from '../../navigation-store.ts'

export interface Choice {
  readonly parlay: ParlayToSend
  /** Best price first, those that lack a leg last. */
  readonly books: readonly BookIds[]
}

export interface SendChoices {
  /** Undefined until the ids are read. */
  readonly choices: Readonly<ShallowRef<readonly Choice[] | undefined>>
  /** The book chosen, by parlay. */
  readonly chosen: Ref<Record<number, string>>
  /** Parlays that would be sent: some book carries all legs, and none is on the list already. */
  readonly sendable: ComputedRef<{ parlayId: number; bookId: string; ids: string[]; title: string }[]>
  readonly failure: Readonly<ShallowRef<Failure | undefined>>
  readonly load: () => Promise<void>
  /** Sends them; true when they are in the outbox. */
  readonly send: () => Promise<boolean>
}

export function useSendChoices(parlays: readonly ParlayToSend[]): SendChoices {
  const choices = shallowRef<readonly Choice[]>()
  const chosen = ref<Record<number, string>>({})
  const failure = shallowRef<Failure>()

  async function load(): Promise<void> {
    const answers = await Promise.all(
      parlays.map(async parlay => ({
        parlay,
        outcome: await bridge().trending.findIds({ parlayId: parlay.parlayId }),
      })),
    )
    const failed = answers.map(({ outcome }) => outcome).find(outcome => !outcome.ok)
    failure.value = failed?.ok === false ? failed.failure : undefined
    choices.value = answers.flatMap(({ parlay, outcome }) =>
      outcome.ok ? [{ parlay, books: sortBooks(outcome.value.books, parlay.books) }] : [],
    )
    for (const { parlay, books } of choices.value) {
      const first = books.find(({ lacks }) => lacks === 0)
      if (first !== undefined) chosen.value[parlay.parlayId] ??= first.bookId
    }
  }

  const sendable = computed(() =>
    (choices.value ?? []).flatMap(({ parlay: { parlayId, title }, books }) => {
      const book = books.find(({ bookId }) => bookId === chosen.value[parlayId])
      if (book === undefined || book.lacks > 0 || book.known !== null) return []
      return [{ parlayId, bookId: book.bookId, ids: book.ids, title }]
    }),
  )

  async function send(): Promise<boolean> {
    const outcome = await bridge().trending.send({ parlays: sendable.value })
    failure.value = outcome.ok ? undefined : outcome.failure
    if (!outcome.ok) await reload(outcome.failure)
    return outcome.ok
  }

  /** The ids changed since they were shown: the next ones shown are what can be sent. */
  async function reload(why: Failure): Promise<void> {
    await load()
    failure.value = why
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
