/** Mirror of the board's status, the search of its selections, and the slip of a new parlay. */
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { Outcome } from '../../../shared/failure.ts'
import type { BoardStatus, LoadReport } from '../../../shared/model/board.ts'
import { bridge } from '../../bridge.ts'
import { createMirror } from '../../mirror.ts'
import { useAccountStore } from '../account/account-store.ts'
import { useLegSearch } from './useLegSearch.ts'
import { useSlip } from './useSlip.ts'

export const useBoardStore = defineStore('board', () => {
  const { value: status, failure, start } = createMirror<BoardStatus>(() => bridge().board)
  const account = useAccountStore()
  const isRefreshing = shallowRef(false)
  const { query, search, searchFor } = useLegSearch()
  const slip = useSlip()

  /** What the board holds; another string means that answers about it are out of date. */
  const contents = computed(() => {
    const { selections = 0, offers = 0, lastLoad } = status.value ?? {}
    return `${account.state?.activeId ?? ''} ${selections} ${offers} ${lastLoad?.at ?? 0}`
  })

  watch(contents, () => Promise.all([searchFor(query.value), slip.recheck()]))
  // Each profile has its own board: legs of another one mean nothing on it.
  watch(
    () => account.state?.activeId,
    (_, before) => (before === undefined ? undefined : slip.clearSlip()),
  )

  /** Fetches the feed of the profile in use. */
  async function refresh(): Promise<Outcome<LoadReport>> {
    isRefreshing.value = true
    const outcome = await bridge().board.refresh()
    isRefreshing.value = false
    return outcome
  }

  return { status, failure, isRefreshing, query, search, start, searchFor, refresh, ...slip }
})
