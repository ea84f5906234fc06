import { expect, it } from 'vitest'
import {
  countAddedCalls,
  countRepriceCalls,
} from '../../../../../src/renderer/features/desk/budget/call-count.ts'
import { cell, row } from '../../../../support/shared/desk-rows.ts'

it('countAddedCalls leaves out cells that wait or are being priced already', () => {
  const waiting = { kind: 'waiting', place: 1, startsAt: null } as const
  const cells = [
    cell('alpha'),
    cell('bravo', { activity: waiting }),
    cell('charlie', { activity: { kind: 'pricing' } }),
    cell('delta', { missingLegs: 1 }),
  ]
  expect(countAddedCalls([row(1, cells)])).toBe(1)
})

it('countRepriceCalls counts a call for every shown book that offers all legs', () => {
  const columns = ['a', 'b', 'c'].map(bookId => ({ bookId, name: bookId }))
  const rows = [
    row(1, [cell('a'), cell('b', { missingLegs: 1 }), cell('off')]),
    row(2, [cell('a'), cell('b'), cell('c')]),
  ]
  expect(countRepriceCalls(rows, columns)).toBe(4)
})
