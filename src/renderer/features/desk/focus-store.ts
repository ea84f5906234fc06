/** A cell that some other part of the screen wants shown: the desk selects it. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export interface WantedCell {
  readonly parlayId: number
  /** Null for whichever book is selected. */
  readonly bookId: string | null
}

export const useFocusStore = defineStore('focus', () => {
  const wanted = shallowRef<WantedCell>()

  /** Asking for the same cell again is another wish. */
  function show({ parlayId, bookId }: WantedCell): void {
    wanted.value = { parlayId, bookId }
  }

  return { wanted, show }
})
