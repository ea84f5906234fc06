import { describe, expect, it } from 'vitest'
import {
  toTakenCell,
  toOpenedCell,
} from '../../../../../src/renderer/features/desk/actions/useDialogRequests.ts'
import { useNavigationStore } from '../../../../../src/renderer/navigation-store.ts'
import { americanPrice, cell, noon, priced, quote, row } from '../../../../support/shared/desk-rows.ts'
import { button } from '../../../../support/renderer/screen.ts'
import { settled } from '../../../../support/renderer/settled.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const rows = () => [
  row(1, [
    cell('alpha', { quote: priced(900, noon - 600_000) }),
    cell('bravo', { quote: priced(455, noon - 4_000) }),
    cell('charlie', { quote: priced(512, noon - 4_000) }),
  ]),
]

describe('sending a parlay of the desk to the trending queue', () => {
  it('asks on Q with its title, the best-priced book first and the others by their last price', async () => {
    const desk = await openDesk(rows())
    await desk.choose('bravo')
    await desk.press('q')
    const title = 'North O27.5 pts · Harbor City ML'
    expect(useNavigationStore().dialog).toEqual({
      kind: 'send-to-queue',
      parlays: [{ parlayId: 1, title, books: ['charlie', 'alpha', 'bravo'], bestBooks: [] }],
    })
  })

  it('names the best price where no older one is higher', async () => {
    const [first] = rows()
    if (first === undefined) throw new Error('no row')
    const desk = await openDesk([{ ...first, cells: first.cells.slice(1) }])
    await desk.choose('bravo')
    await desk.press('q')
    expect(useNavigationStore().dialog).toMatchObject({ parlays: [{ bestBooks: ['charlie'] }] })
  })

  it('asks from the button of the cell, with the name the user gave', async () => {
    const [first] = rows()
    if (first === undefined) throw new Error('no row')
    const desk = await openDesk([{ ...first, note: { name: 'Opener', tags: [], note: '' } }])
    await desk.choose('alpha')
    await button(desk.view.get('section[aria-label=Cell]'), 'Send to trending').trigger('click')
    expect(useNavigationStore().dialog).toMatchObject({ parlays: [{ parlayId: 1, title: 'Opener' }] })
  })

  it('asks nothing while nothing is selected', async () => {
    const desk = await openDesk(rows())
    await desk.press('q')
    expect(useNavigationStore().dialog).toBeUndefined()
  })
})

it('recording a ticket follows the price of the cell after the dialog has opened', async () => {
  const desk = await openDesk(rows())
  await desk.choose('bravo')
  await desk.press('t')
  const { dialog } = useNavigationStore()
  if (dialog?.kind !== 'record-ticket' || dialog.source.kind !== 'cell') throw new Error('no ticket')
  const { cell: taken, getPrice } = dialog.source
  expect(getPrice?.()).toEqual(taken.price)
  const moved = row(1, [cell('bravo', { quote: priced(480) })])
  desk.emit.desk.changed({ seq: 2, rows: [moved], order: null, meter: desk.meter })
  await settled()
  expect([taken.price?.text, getPrice?.()?.text]).toEqual(['+455', '+480'])
})

const at = { parlayId: 1, bookId: 'bravo' }

it('toTakenCell takes the price shown and the quote it came from', () => {
  const shown = priced(512)
  const desk = row(1, [cell('alpha'), cell('bravo', { quote: shown })])
  expect(toTakenCell(at, desk)).toMatchObject({ ...at, quoteId: shown.id, price: { text: '+512' } })
})

it('toTakenCell takes no price where the cell has none', () => {
  const none = { ...at, quoteId: null, price: null }
  const unpriced = row(1, [cell('bravo', { quote: quote({ kind: 'no-price' }) })])
  expect(toTakenCell(at, unpriced)).toEqual({ ...none, legs: unpriced.legs, tags: [] })
  expect(toTakenCell(at, row(1, [cell('bravo')]))).toMatchObject(none)
  expect(toTakenCell(at, undefined)).toEqual({ ...none, legs: [], tags: [] })
})

it('toOpenedCell takes the price and the legs that a betslip was opened with', () => {
  const desk = row(1, [cell('bravo')])
  const opened = {
    cell: at,
    quoteId: 9,
    price: americanPrice(480),
    host: 'bets.bravo.example',
    row: desk,
    isRecorded: false,
  }
  const { legs } = desk
  expect(toOpenedCell(opened)).toEqual({ ...at, quoteId: 9, price: americanPrice(480), legs, tags: [] })
})
