/** Mirror of the trending queue of the profile in use, and the parlays that the user is about to send. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Outcome } from '../../../shared/failure.ts'
import type { TrendingStatus } from '../../../shared/model/parlay/trending.ts'
import { bridge } from '../../bridge.ts'
import { createMirror } from '../../mirror.ts'

/** A parlay of the desk to be sent: what it is called there, and the books that price it, the best one first. */
export interface AskedParlay {
  readonly parlayId: number
  readonly title: string
  readonly books: readonly string[]
}

export const useTrendingStore = defineStore('trending', () => {
  const { value: status, failure, start, adopt } = createMirror<TrendingStatus>(() => bridge().trending)
  const asked = shallowRef<readonly AskedParlay[]>([])

  /** Opens the question by which book, and with which ids, these parlays are sent. None closes it. */
  function ask(parlays: readonly AskedParlay[]): void {
    asked.value = parlays
  }

  const setRetriesFull = async (isOn: boolean): Promise<Outcome<TrendingStatus>> =>
    adopt(await bridge().trending.setRetriesFull({ isOn }))

  return { status, failure, asked, start, ask, setRetriesFull }
})
