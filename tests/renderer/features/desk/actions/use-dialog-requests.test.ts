import { expect, it } from 'vitest'
import {
  takeCell,
  takeOpenedCell,
} from '../../../../../src/renderer/features/desk/actions/useDialogRequests.ts'
import { americanPrice, cell, priced, quote, row } from '../../../../support/shared/desk-rows.ts'

const at = { parlayId: 1, bookId: 'bravo' }

it('begins a ticket with the price shown and the quote it came from', () => {
  const shown = priced(512)
  const desk = row(1, [cell('alpha'), cell('bravo', { quote: shown })])
  expect(takeCell(at, desk)).toMatchObject({ ...at, quoteId: shown.id, price: { text: '+512' } })
})

it('leaves the price to the user where the cell has none', () => {
  const none = { ...at, quoteId: null, price: null }
  const unpriced = row(1, [cell('bravo', { quote: quote({ kind: 'no-price' }) })])
  expect(takeCell(at, unpriced)).toEqual({ ...none, legs: unpriced.legs, tags: [] })
  expect(takeCell(at, row(1, [cell('bravo')]))).toMatchObject(none)
  expect(takeCell(at, undefined)).toEqual({ ...none, legs: [], tags: [] })
})

it('begins a ticket of an opened betslip with the price and the legs it was opened with', () => {
  const desk = row(1, [cell('bravo')])
  const opened = { cell: at, quoteId: 9, price: americanPrice(480), host: 'bets.bravo.example', row: desk }
  const { legs } = desk
  expect(takeOpenedCell(opened)).toEqual({ ...at, quoteId: 9, price: americanPrice(480), legs, tags: [] })
})
