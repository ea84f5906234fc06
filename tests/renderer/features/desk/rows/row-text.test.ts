import { expect, it } from 'vitest'
import { rowSpoken } from '../../../../../src/renderer/features/desk/rows/row-text.ts'
import { row } from '../../../../support/shared/desk-rows.ts'

it('rowSpoken names the legs, the game and the number of legs', () => {
  expect(rowSpoken(row(1, []))).toBe('North O27.5 pts · Harbor City ML, RVT at HBR · 2 legs')
})
