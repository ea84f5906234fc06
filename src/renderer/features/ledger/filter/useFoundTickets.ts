/**
 * Goes on from the filter's text to the tickets found, once they are read; Enter first takes the offered spelling of a text
 * that finds none.
 */
import { shallowRef, watch, type Ref } from 'vue'

interface FoundTicketsOptions {
  /** Filter and order; a change of these ends the wait. */
  readonly list: Readonly<Ref<unknown>>
  /** False while the tickets of the list before are still shown. */
  readonly isCurrent: Readonly<Ref<boolean>>
  /** Gives the focus to the tickets. Returns false if there are none. */
  readonly focusTickets: () => boolean
  readonly correct: () => void
}

export function useFoundTickets({ list, isCurrent, focusTickets, correct }: FoundTicketsOptions) {
  const awaited = shallowRef<'Enter' | 'ArrowDown'>()

  watch(list, () => (awaited.value = undefined), { flush: 'sync' })
  watch(
    () => (isCurrent.value ? awaited.value : undefined),
    key => {
      if (key === undefined) return
      awaited.value = undefined
      if (!focusTickets() && key === 'Enter') correct()
    },
    { flush: 'post' },
  )

  return (key: 'Enter' | 'ArrowDown') => (awaited.value = key)
}
