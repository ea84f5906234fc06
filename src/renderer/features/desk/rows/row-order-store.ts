/** The user's choice of order, tag and filter, and the tags there are to choose from. It lasts as long as the window. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { allRows, type RowChoice } from './row-order.ts'

export const useRowOrderStore = defineStore('row-order', () => {
  const choice = shallowRef(allRows)
  const tags = shallowRef<readonly string[]>([])

  function choose(change: Partial<RowChoice>): void {
    choice.value = { ...choice.value, ...change }
  }

  /** Shows all rows again, in the order chosen. */
  function showAll(): void {
    choose({ tag: null, text: '' })
  }

  return { choice, tags, choose, showAll }
})
