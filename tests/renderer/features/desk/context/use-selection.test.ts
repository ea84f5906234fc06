import { describe, expect, it } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import { createSelection, type Step } from '../../../../../src/renderer/features/desk/context/useSelection.ts'

const column = (bookId: string) => ({ bookId, name: bookId })

function selecting(ids: number[]) {
  const order = shallowRef<readonly number[]>(ids)
  const columns = shallowRef([column('a'), column('b'), column('c')])
  const selection = effectScope().run(() => createSelection(order, columns))
  if (selection === undefined) throw new Error('no scope')
  return { order, columns, ...selection }
}

describe('createSelection', () => {
  it('selects nothing by itself, and the first cell at the first step', () => {
    const { selected, move } = selecting([7, 8])
    expect(selected.value).toBeUndefined()
    move('down', 10)
    expect(selected.value).toEqual({ parlayId: 7, bookId: 'a' })
  })

  it.each<[Step, number, string]>([
    ['up', 2, 'b'],
    ['down', 4, 'b'],
    ['left', 3, 'a'],
    ['right', 3, 'c'],
    ['row-start', 3, 'a'],
    ['row-end', 3, 'c'],
    ['page-up', 1, 'b'],
    ['page-down', 5, 'b'],
    ['top', 1, 'a'],
    ['bottom', 5, 'c'],
  ])('steps %s', (step, parlayId, bookId) => {
    const { selected, select, move } = selecting([1, 2, 3, 4, 5])
    select({ parlayId: 3, bookId: 'b' })
    move(step, 2)
    expect(selected.value).toEqual({ parlayId, bookId })
  })

  it('stays inside the grid', () => {
    const { selected, select, move } = selecting([1])
    select({ parlayId: 1, bookId: 'a' })
    for (const step of ['up', 'left', 'page-up'] as const) move(step, 5)
    expect(selected.value).toEqual({ parlayId: 1, bookId: 'a' })
  })

  it('passes to the parlay that takes the place of a removed one', async () => {
    const { order, selected, select } = selecting([1, 2, 3])
    select({ parlayId: 2, bookId: 'b' })
    order.value = [1, 3]
    await nextTick()
    expect(selected.value).toEqual({ parlayId: 3, bookId: 'b' })
    order.value = [1]
    await nextTick()
    expect(selected.value).toEqual({ parlayId: 1, bookId: 'b' })
    order.value = []
    await nextTick()
    expect(selected.value).toBeUndefined()
    order.value = [1, 4]
    await nextTick()
    expect(selected.value).toEqual({ parlayId: 1, bookId: 'b' })
  })

  it('passes to the book that takes the place of one turned off', async () => {
    const { columns, selected, select } = selecting([1])
    select({ parlayId: 1, bookId: 'b' })
    columns.value = [column('a'), column('c')]
    await nextTick()
    expect(selected.value).toEqual({ parlayId: 1, bookId: 'c' })
    columns.value = [column('a')]
    await nextTick()
    expect(selected.value).toEqual({ parlayId: 1, bookId: 'a' })
    columns.value = []
    await nextTick()
    expect(selected.value).toBeUndefined()
  })
})
