/**
 * Moves rows by mouse or keys. A move in another order switches to My order, starting from the order on screen. Parlays
 * added later come last.
 */
import { pluralize } from '../../../format/number-text.ts'
import { maxOwnOrder } from '../../../../shared/model/settings/settings.ts'
import { useGridLayoutStore } from '../columns/grid-layout-store.ts'
import { useNotice } from '../context/useNotice.ts'
import { useDeskStore } from '../desk-store.ts'
import { findNextPlace, moveRows } from './my-order.ts'
import { useRowOrder } from './useRowOrder.ts'

export function useRowMoves() {
  const desk = useDeskStore()
  const grid = useGridLayoutStore()
  const { order, sort, listAll } = useRowOrder()
  const { showText, showFailure } = useNotice()

  /** `place`: number of rows above it. */
  async function placeRows(moved: readonly number[], place: number): Promise<void> {
    const next = moveRows({ all: listAll(), shown: order.value, moved, place })
    if (next === undefined) return
    const isNew = sort.value !== 'mine'
    const myOrder = next.length <= maxOwnOrder ? next : next.filter(id => desk.rowRef(id) !== undefined)
    const label = moved.length === 1 ? 'move row' : `move ${pluralize(moved.length, 'row')}`
    const outcome = await grid.change({ rowSort: 'mine', myOrder }, label)
    if (!outcome.ok) showFailure(outcome.failure)
    else if (isNew) showText('Now in My order.')
  }

  /** Moves rows one place up (-1) or down, together. */
  const stepRows = (moved: readonly number[], step: -1 | 1): Promise<void> =>
    placeRows(moved, findNextPlace(order.value, moved, step))

  return { placeRows, stepRows }
}
