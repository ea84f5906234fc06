/** Search results as the list draws them and the arrow keys walk them: legs under their games, numbered through. */
import type { SearchAnswer } from '../../../shared/model/board.ts'
import type { GameInfo, SelectionLine } from '../../../shared/model/selection.ts'

/** A selection with the game it belongs to. */
export interface ListedLeg {
  readonly line: SelectionLine
  readonly game: GameInfo
  /** Place in the whole list, from 0. */
  readonly index: number
}

export interface LegGroup {
  readonly game: GameInfo
  readonly legs: readonly ListedLeg[]
}

export function groupsOf(answer: SearchAnswer): LegGroup[] {
  let index = 0
  return answer.groups.map(({ game, selections }) => ({
    game,
    legs: selections.map(line => ({ line, game, index: index++ })),
  }))
}

/** The DOM id by which the search field points at a leg. A bare number could be another part's `useId`: `v-0-1`. */
export const optionId = (listId: string, leg: ListedLeg): string => `${listId}-leg-${leg.index}`
