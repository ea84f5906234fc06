/** Mirror of the trending queue of the profile in use. */
import { defineStore } from 'pinia'
import type { TrendingStatus } from '../../../shared/model/parlay/submission.ts'
import { bridge } from '../../bridge.ts'
import { createMirror } from '../../mirror.ts'

export const useTrendingStore = defineStore('trending', () => {
  const { value: status, failure, start, adopt } = createMirror<TrendingStatus>(() => bridge().trending)

  const setRetriesFull = async (isOn: boolean) => adopt(await bridge().trending.setRetriesFull({ isOn }))

  return { status, failure, start, setRetriesFull }
})
