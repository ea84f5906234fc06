/**
 * Search results in the order of the list and the arrow keys: pinned, recent, then found, with legs grouped by game in
 * each section. Legs are numbered consecutively.
 */
import { computed, shallowRef } from 'vue'
import type { SearchAnswer } from '../../../../shared/model/game/board.ts'
import type { GameInfo, SelectionLine } from '../../../../shared/model/game/selection.ts'

/** A selection with the game it belongs to. */
export interface ListedLeg {
  readonly line: SelectionLine
  readonly game: GameInfo
  /** Unique in the list: the same selection may be pinned, recent and found. */
  readonly id: string
  /** Place in the whole list, from 0. */
  readonly index: number
}

export interface LegGroup {
  readonly game: GameInfo
  readonly isFinal: boolean
  readonly legs: readonly ListedLeg[]
  /** Title of a section, on its first group; empty on all others, and when there is only one section. */
  readonly title: string
}

export function toGroups(answer: SearchAnswer): LegGroup[] {
  const hasOwn = answer.pinned.length + answer.recent.length > 0
  const sections = [
    { name: 'pinned', title: 'Pinned', groups: answer.pinned },
    { name: 'recent', title: 'Recent', groups: answer.recent },
    { name: 'found', title: hasOwn ? 'All games' : '', groups: answer.groups },
  ]
  let index = 0
  return sections.flatMap(({ name, title, groups }) =>
    groups.map(({ game, isFinal, selections }, place) => ({
      game,
      isFinal,
      title: place === 0 ? title : '',
      legs: selections.map(line => ({ line, game, id: `${name} ${line.key}`, index: index++ })),
    })),
  )
}

/** DOM id by which the search field points at a leg. A bare number could be another part's `useId`: `v-0-1`. */
export const toOptionId = (listId: string, leg: ListedLeg): string => `${listId}-leg-${leg.index}`

/** The result at the keyboard cursor, by its id, so that changes of the board do not move the cursor. */
export function useLegCursor(legs: () => readonly ListedLeg[]) {
  const activeId = shallowRef<string>()
  const active = computed(() => legs().find(leg => leg.id === activeId.value))

  function moveTo(leg: ListedLeg | undefined): void {
    activeId.value = leg?.id
  }

  /** Moves one result down or up, and without a result to the first; stays at either end. */
  function move(step: -1 | 1): void {
    const last = legs().length - 1
    const from = active.value?.index ?? -1
    moveTo(legs()[Math.min(Math.max(from + step, 0), last)])
  }

  return { active, move, moveTo }
}
