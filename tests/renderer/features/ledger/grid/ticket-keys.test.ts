import { expect, it } from 'vitest'
import { openLedger, useScreen } from '../../../../support/renderer/ledger/mounted-ledger.ts'
import { lineOf } from '../../../../support/renderer/ledger/ticket-lines.ts'

useScreen()

it('Space keeps a ticket selected while keys move on, and Ctrl+Home and Ctrl+End go to the ends', async () => {
  const { press, focusRow, row } = await openLedger([lineOf(1), lineOf(2), lineOf(3)])
  await focusRow(2)
  await press(' ')
  await press('End', { ctrlKey: true })
  expect(document.activeElement).toBe(row(3).element)
  expect(row(2).attributes('aria-selected')).toBe('true')
  await press('Home', { ctrlKey: true })
  expect(document.activeElement).toBe(row(1).element)
})

it('Esc on a ticket takes back the text, then the other filters', async () => {
  const { view, press, focusRow } = await openLedger([lineOf(1)])
  const text = view.get<HTMLInputElement>('input[type=search]')
  const book = view.findAll<HTMLSelectElement>('.bar select')[1]
  await text.setValue('delta won')
  await book?.setValue('bravo')
  await focusRow(1)
  await press('Escape')
  expect([text.element.value, book?.element.value]).toEqual(['', 'bravo'])
  await press('Escape')
  expect(book?.element.value).toBe('null')
})
