/** Mirror of the board's status, the search of its selections, and the slip of a new parlay. */
import { defineStore } from 'pinia'
import { computed, watch } from 'vue'
import type { Outcome } from '../../../shared/failure.ts'
import type { BoardStatus } from '../../../shared/model/game/board.ts'
import { bridge } from '../../bridge.ts'
import { createMirror } from '../../mirror.ts'
import { useAccountStore } from '../account/account-store.ts'
import { noFilter } from './search/search-filter.ts'
import { useLegSearch } from './search/useLegSearch.ts'
import { useSlip } from './slip/useSlip.ts'

export const useBoardStore = defineStore('board', () => {
  const { value: status, failure, start, adopt } = createMirror<BoardStatus>(() => bridge().board)
  const account = useAccountStore()
  const { query, filter, search, searchFor, narrow, searchAgain } = useLegSearch()
  const slip = useSlip()

  const sources = computed(() => status.value?.sources ?? [])
  /** The profile's odds feed, if it has one. */
  const feed = computed(() => sources.value.find(source => source.kind.kind === 'feed'))

  /** What the board holds; another string means that answers about it are out of date. */
  const contents = computed(() => {
    const { selections = 0, offers = 0, lastLoad, asOf } = status.value ?? {}
    return `${account.state?.activeId ?? ''} ${selections} ${offers} ${lastLoad?.at ?? 0} ${asOf ?? 0}`
  })

  watch(contents, () => Promise.all([searchAgain(), slip.recheck()]))
  // Each profile has its own board: legs, leagues and books of another one mean nothing on it.
  watch(
    () => account.state?.activeId,
    (_, before) => (before === undefined ? undefined : Promise.all([slip.clearSlip(), narrow(noFilter)])),
  )

  /** Keeps a selection at hand, or lets it go. */
  async function pin(key: string, isPinned: boolean): Promise<Outcome<null>> {
    const outcome = await bridge().board.pin({ key, isPinned })
    await searchAgain()
    return outcome
  }

  return {
    status,
    sources,
    feed,
    failure,
    query,
    filter,
    search,
    start,
    adopt,
    searchFor,
    narrow,
    pin,
    ...slip,
  }
})
