/** Removes parlays from the desk, and restores them. */
import { rowTitle } from '../../../../shared/model/game/leg-short.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { bridge } from '../../../bridge.ts'
import { countText, pluralize } from '../../../format/number-text.ts'
import { type Change, useUndoStore } from '../../../commands/undo-store.ts'
import { useNotice, type TextNotice } from '../context/useNotice.ts'
import { useDeskStore } from '../desk-store.ts'
import { forEachInTurn } from './for-each-in-turn.ts'

const maxNamed = 3

export function useRemoval() {
  const desk = useDeskStore()
  const changes = useUndoStore()
  const { showNotice } = useNotice()
  const putBack = useRestoring()

  /** Removes without asking; one notice offers to restore all of them. */
  async function removeRows(parlayIds: readonly number[]): Promise<void> {
    let removed: readonly Row[] = []
    const change: Change = {
      label: parlayIds.length === 1 ? 'remove parlay' : `remove ${pluralize(parlayIds.length, 'parlay')}`,
      undo: () => putBack(removed),
      redo: async () => void (removed = await takeOff(desk.getRows(parlayIds), change)),
    }
    removed = await takeOff(desk.getRows(parlayIds), change)
    if (removed.length > 0) changes.record(change)
  }

  /** Returns the rows that are off the desk now. */
  async function takeOff(rows: readonly Row[], change: Change): Promise<readonly Row[]> {
    const { done, failure } = await forEachInTurn(rows, ({ id }) =>
      bridge().desk.removeParlay({ parlayId: id }),
    )
    const removed = done.map(({ item }) => item)
    const text = removed.length === 0 ? undefined : describeRemoved(removed, rows.length, change)
    showNotice(failure === undefined ? text : { kind: 'failed', failure, rest: text })
    return removed
  }

  function describeRemoved(removed: readonly Row[], requested: number, change: Change): TextNotice {
    const subject = removed.length === 1 ? removed.map(rowTitle).join() : pluralize(removed.length, 'parlay')
    const share = removed.length < requested ? ` (${removed.length} of ${requested})` : ''
    return {
      kind: 'text',
      text: `Removed ${subject}${share}.`,
      undo: () => changes.undo(change),
    }
  }

  return removeRows
}

function useRestoring() {
  const { showNotice } = useNotice()

  /** Restores rows. Rows that could not be restored are named and can be tried again. */
  async function putBack(rows: readonly Row[]): Promise<void> {
    const { left, failure } = await forEachInTurn(rows, ({ id }) =>
      bridge().desk.restoreParlay({ parlayId: id }),
    )
    showNotice(failure && { kind: 'failed', failure, rest: describeLeft(left) })
  }

  function describeLeft(rows: readonly Row[]): TextNotice {
    const named = rows.slice(0, maxNamed).map(rowTitle)
    const others = rows.length > maxNamed ? [`${countText(rows.length - maxNamed)} more`] : []
    const text = `Couldn’t restore: ${[...named, ...others].join('; ')}.`
    return { kind: 'text', text, undo: () => putBack(rows) }
  }

  return putBack
}
