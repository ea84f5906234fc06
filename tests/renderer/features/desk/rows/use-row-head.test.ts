import { expect, it } from 'vitest'
import { shallowRef } from 'vue'
import { useRowHead } from '../../../../../src/renderer/features/desk/rows/useRowHead.ts'
import { cell, row } from '../../../../support/shared/desk-rows.ts'

it('is the same object while only prices change, and a new one with each other change', () => {
  const shown = shallowRef(row(1, []))
  const head = useRowHead(() => shown)
  const before = head.value
  shown.value = { ...shown.value, cells: [cell('alpha')] }
  expect(head.value).toBe(before)
  shown.value = { ...shown.value, group: 'green' }
  expect(head.value).toEqual({ ...before, group: 'green' })
})
