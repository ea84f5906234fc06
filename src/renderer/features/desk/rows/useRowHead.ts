/** The parts of a row that its prices do not change, so that what depends on them alone is not redrawn at each price. */
import { computed, type ComputedRef, type ShallowRef } from 'vue'
import type { Row } from '../../../../shared/model/parlay/desk.ts'

export type RowHead = Pick<Row, 'id' | 'legs' | 'note' | 'group'>

/** Returns the same object until one of its members is another. */
export const useRowHead = (row: () => Readonly<ShallowRef<Row>>): ComputedRef<RowHead> =>
  computed<RowHead>(before => {
    const { id, legs, note, group } = row().value
    const isSame = before?.id === id && before.legs === legs && before.note === note && before.group === group
    return isSame ? before : { id, legs, note, group }
  })
