/**
 * Search of the board's selections as the user types. One request is under way at a time, and an answer to an older
 * query or filter is dropped, so the list always belongs to the field above it.
 */
import { shallowRef } from 'vue'
import type { Failure } from '../../../../shared/failure.ts'
import type { SearchAnswer, SearchFilter } from '../../../../shared/model/game/board.ts'
import { bridge } from '../../../bridge.ts'

/** Selections listed; more letters find the others. */
const maxShown = 200
/** Characters the bridge accepts. */
export const maxQueryLength = 200

export const noFilter: SearchFilter = {
  league: null,
  bookId: null,
  isLiveOnly: false,
  isMainOnly: false,
  isPinnedOnly: false,
}

export function isNarrow({ league, bookId, isLiveOnly, isMainOnly, isPinnedOnly }: SearchFilter): boolean {
  return league !== null || bookId !== null || isLiveOnly || isMainOnly || isPinnedOnly
}

export type SearchState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'ready'; readonly query: string; readonly answer: SearchAnswer }
  | { readonly kind: 'failed'; readonly query: string; readonly failure: Failure }

export function useLegSearch() {
  const query = shallowRef('')
  const filter = shallowRef(noFilter)
  const search = shallowRef<SearchState>({ kind: 'idle' })
  let isSearching = false
  let newest = 0
  let answered = 0

  /** Searches for `text`; empty text gives pinned and recent selections and the next games. */
  function searchFor(text: string): Promise<void> {
    query.value = text.slice(0, maxQueryLength)
    return searchAgain()
  }

  function narrow(next: SearchFilter): Promise<void> {
    filter.value = next
    return searchAgain()
  }

  /** Repeats the search after the board or a pin changed. */
  async function searchAgain(): Promise<void> {
    newest++
    if (isSearching) return
    isSearching = true
    while (answered !== newest) {
      const run = newest
      const found = await request(query.value, filter.value)
      if (run === newest) search.value = found
      answered = run
    }
    isSearching = false
  }

  return { query, filter, search, searchFor, narrow, searchAgain }
}

async function request(query: string, filter: SearchFilter): Promise<SearchState> {
  const outcome = await bridge().board.search({ query, limit: maxShown, filter })
  return outcome.ok
    ? { kind: 'ready', query, answer: outcome.value }
    : { kind: 'failed', query, failure: outcome.failure }
}
