/**
 * Search results as the list draws them and the arrow keys walk them: what is pinned, what is recent, then what was
 * found; in each, legs under their games, numbered through.
 */
import type { SearchAnswer } from '../../../../shared/model/game/board.ts'
import type { GameInfo, SelectionLine } from '../../../../shared/model/game/selection.ts'

/** A selection with the game it belongs to. */
export interface ListedLeg {
  readonly line: SelectionLine
  readonly game: GameInfo
  /** Names it among all listed: the same selection may be pinned, recent and found. */
  readonly id: string
  /** Place in the whole list, from 0. */
  readonly index: number
}

export interface LegGroup {
  readonly game: GameInfo
  readonly legs: readonly ListedLeg[]
  /** Stands over the first group of a section; empty over all others, and where there is but one section. */
  readonly title: string
}

export function groupsOf(answer: SearchAnswer): LegGroup[] {
  const hasOwn = answer.pinned.length + answer.recent.length > 0
  const sections = [
    { name: 'pinned', title: 'Pinned', groups: answer.pinned },
    { name: 'recent', title: 'Recent', groups: answer.recent },
    { name: 'found', title: hasOwn ? 'All games' : '', groups: answer.groups },
  ]
  let index = 0
  return sections.flatMap(({ name, title, groups }) =>
    groups.map(({ game, selections }, place) => ({
      game,
      title: place === 0 ? title : '',
      legs: selections.map(line => ({ line, game, id: `${name} ${line.key}`, index: index++ })),
    })),
  )
}

/** The DOM id by which the search field points at a leg. A bare number could be another part's `useId`: `v-0-1`. */
export const optionId = (listId: string, leg: ListedLeg): string => `${listId}-leg-${leg.index}`
