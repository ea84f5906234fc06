/**
 * Search of the board's selections as the user types. One request is under way at a time, and an answer to an older
 * query or filter is dropped, so the list always belongs to the field above it.
 */
import { shallowRef } from 'vue'
import type { Failure } from '../../../../shared/failure.ts'
import type { SearchAnswer, SearchFilter } from '../../../../shared/model/game/board.ts'
import { bridge } from '../../../bridge.ts'

/** Selections listed; more letters find the others. */
const maxListed = 200
/** A leg's height is at least this, in pixels. */
const minLegHeight = 36
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
  | {
      readonly kind: 'ready'
      readonly query: string
      readonly answer: SearchAnswer
      /** Matches that the list is without; undefined until all of the list has been sent. */
      readonly unlisted: number | undefined
    }
  | { readonly kind: 'failed'; readonly query: string; readonly failure: Failure }

export function useLegSearch() {
  const query = shallowRef('')
  const filter = shallowRef(noFilter)
  const search = shallowRef<SearchState>({ kind: 'idle' })
  /** Height of the list of results, in pixels: the window's until the list is laid out. The next search fills it. */
  const listHeight = shallowRef(innerHeight)
  /** Legs that fill the list, and one that makes it scroll. */
  const countOfView = () => Math.ceil(listHeight.value / minLegHeight) + 1
  /** Legs to be sent: only those in view at first, because each letter waits until all are drawn. */
  let needed = countOfView()
  let isSearching = false
  let newest = 0
  let answered = 0

  /** Searches for `text`; empty text gives pinned and recent selections and the next games. */
  function searchFor(text: string): Promise<void> {
    query.value = text.slice(0, maxQueryLength)
    needed = countOfView()
    return searchAgain()
  }

  function narrow(next: SearchFilter): Promise<void> {
    filter.value = next
    needed = countOfView()
    return searchAgain()
  }

  /** Gets as many legs below the first `count` as fill the window. */
  async function searchBelow(count: number): Promise<void> {
    const wanted = count + countOfView()
    if (search.value.kind !== 'ready' || search.value.unlisted !== undefined || wanted <= needed) return
    needed = wanted
    await searchAgain()
  }

  /** Repeats the search after the board or a pin changed. */
  async function searchAgain(): Promise<void> {
    newest++
    if (isSearching) return
    isSearching = true
    while (answered !== newest) {
      const run = newest
      const found = await request(query.value, filter.value, needed)
      if (run === newest) search.value = found
      answered = run
    }
    isSearching = false
  }

  return { query, filter, search, searchFor, narrow, searchAgain, searchBelow, listHeight }
}

async function request(query: string, filter: SearchFilter, sent: number): Promise<SearchState> {
  const outcome = await bridge().board.search({ query, limit: maxListed, sent, filter })
  if (!outcome.ok) return { kind: 'failed', query, failure: outcome.failure }
  const { value: answer } = outcome
  const count = answer.groups.reduce((sum, { selections }) => sum + selections.length, 0)
  const isWhole = count < sent || count >= maxListed
  return { kind: 'ready', query, answer, unlisted: isWhole ? answer.total - count : undefined }
}
