/**
 * The search of the board's selections as the user types. One request is under way at a time, and an answer to
 * anything but the newest query and filter is dropped, so the list always belongs to what stands above it.
 */
import { shallowRef } from 'vue'
import type { Failure } from '../../../../shared/failure.ts'
import type { SearchAnswer, SearchFilter } from '../../../../shared/model/game/board.ts'
import { bridge } from '../../../bridge.ts'
import { noFilter } from './search-filter.ts'

/** Selections shown at most; who wants more types more letters. */
const shownAtMost = 200
/** The longest query the bridge takes. */
export const longestQuery = 200

export type SearchState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'ready'; readonly query: string; readonly answer: SearchAnswer }
  | { readonly kind: 'failed'; readonly query: string; readonly failure: Failure }

export function useLegSearch() {
  const query = shallowRef('')
  const filter = shallowRef(noFilter)
  const search = shallowRef<SearchState>({ kind: 'idle' })
  let isAsking = false
  let newest = 0
  let answered = 0

  /** Searches for `text`; the empty text gives what is pinned and recent, and the games to come. */
  function searchFor(text: string): Promise<void> {
    query.value = text.slice(0, longestQuery)
    return searchAgain()
  }

  /** Narrows the same search. */
  function narrow(next: SearchFilter): Promise<void> {
    filter.value = next
    return searchAgain()
  }

  /** Asks once more, because what the answer would be has changed. */
  async function searchAgain(): Promise<void> {
    newest++
    if (isAsking) return
    isAsking = true
    while (answered !== newest) {
      const run = newest
      const found = await ask(query.value, filter.value)
      if (run === newest) search.value = found
      answered = run
    }
    isAsking = false
  }

  return { query, filter, search, searchFor, narrow, searchAgain }
}

async function ask(query: string, filter: SearchFilter): Promise<SearchState> {
  const outcome = await bridge().board.search({ query, limit: shownAtMost, filter })
  return outcome.ok
    ? { kind: 'ready', query, answer: outcome.value }
    : { kind: 'failed', query, failure: outcome.failure }
}
