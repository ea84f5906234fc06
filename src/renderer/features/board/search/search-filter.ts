/** What a search is narrowed to, in the parts the filter row shows. */
import type { SearchFilter } from '../../../../shared/model/game/board.ts'

export const noFilter: SearchFilter = { league: null, bookId: null, isLiveOnly: false, isMainOnly: false }

export function isNarrow({ league, bookId, isLiveOnly, isMainOnly }: SearchFilter): boolean {
  return league !== null || bookId !== null || isLiveOnly || isMainOnly
}
