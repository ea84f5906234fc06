import { expect, it } from 'vitest'
import { createSlots } from '../../../../../src/renderer/features/desk/grid/useRowWindow.ts'
import { fc } from '../../../../support/property.ts'

it('createSlots gives the slot of an id that left to one that came', () => {
  const slotsOf = createSlots()
  slotsOf([1, 2, 3])
  expect([...slotsOf([2, 3, 4])]).toEqual([
    [2, 1],
    [3, 2],
    [4, 0],
  ])
})

it('createSlots gives each id its own lasting slot, and no more slots than ids at once', () => {
  const view = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 12 })
  fc.assert(
    fc.property(fc.array(view, { maxLength: 20 }), views => {
      const slotsOf = createSlots()
      const most = Math.max(0, ...views.map(ids => ids.length))
      let before: ReadonlyMap<number, number> = new Map()
      for (const ids of views) {
        const slots = slotsOf(ids)
        expect(new Set(slots.values()).size).toBe(ids.length)
        expect(Math.max(-1, ...slots.values())).toBeLessThan(most)
        for (const id of ids) if (before.has(id)) expect(slots.get(id)).toBe(before.get(id))
        before = slots
      }
    }),
  )
})
