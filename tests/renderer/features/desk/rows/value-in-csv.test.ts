import { expect, it } from 'vitest'
import { toCsvRows } from '../../../../../src/renderer/features/desk/rows/useCsvExport.ts'
import { cell, plainReading, priced, row } from '../../../../support/shared/desk-rows.ts'

it('the table tells the best expected value, and calls a suspect price suspect', () => {
  const books = ['a', 'b', 'c', 'd', 'e'].map(bookId => ({ bookId, name: bookId.toUpperCase() }))
  const prices = [470, 512, 480, 475, 2_000]
  const cells = books.map(({ bookId }, at) => cell(bookId, { quote: priced(prices[at] ?? 100) }))
  const display = { ...plainReading, value: { ...plainReading.value, margin: 0 } }
  const [head = [], line = []] = toCsvRows([row(1, cells)], books, display)
  const of = (name: string) => line[head.indexOf(name)]
  expect([of('Best price'), of('Best at'), of('Best EV in %')]).toEqual(['+512', 'B', '6.0'])
  expect([of('E'), of('E state'), of('B state')]).toEqual(['+2000', 'suspect', 'priced'])
})
