import { describe, expect, it } from 'vitest'
import type { DisplayContext } from '../../../../../src/renderer/features/desk/context/useDisplay.ts'
import { toCsvRows } from '../../../../../src/renderer/features/desk/rows/useCsvExport.ts'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import {
  cell,
  failure,
  leg,
  noon,
  plainDisplay,
  plainSettings,
  priced,
  quote,
  row,
} from '../../../../support/shared/desk-rows.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

const display: DisplayContext = {
  now: noon + 5_000,
  staleAfterMs: 30_000,
  format: 'american',
  value: plainSettings.value,
}
const books = ['alpha', 'bravo', 'charlie'].map(id => ({ bookId: id, name: id }))
const cells = () => [
  cell('charlie', { missingLegs: 1 }),
  cell('bravo', { quote: priced(-110, noon - 40_000) }),
  cell('alpha', { quote: priced(455, noon) }),
]

describe('toCsvRows', () => {
  it('has a line a parlay and three columns a book, in the order shown', () => {
    const [head, line] = toCsvRows([row(1, cells())], books, display)
    expect(head?.slice(0, 7)).toEqual([
      'Name',
      'Legs',
      'Games',
      'Tags',
      'Best price',
      'Best at',
      'Best EV in %',
    ])
    expect(head?.slice(7, 10)).toEqual(['alpha', 'alpha state', 'alpha age in s'])
    expect(line?.slice(0, 6)).toEqual(['', 'North O27.5 pts · Harbor City ML', 'RVT at HBR', '', '', ''])
    expect(line?.slice(7)).toEqual(['+455', 'priced', '5', '-110', 'stale', '45', '', '1 leg missing', ''])
  })

  it('calls a live price stale that newer ones left behind, as the grid does', () => {
    const live = leg('Harbor City', 'Moneyline', { isLive: true })
    const cells = [
      cell('alpha', { quote: priced(455, noon) }),
      cell('bravo', { quote: priced(520, noon - 20_000) }),
    ]
    const [, line] = toCsvRows([row(1, cells, [live, live])], books, display)
    expect(line?.slice(7, 13)).toEqual(['+455', 'priced', '5', '+520', 'stale', '25'])
  })

  it('writes prices in the format chosen', () => {
    const [, line] = toCsvRows([row(1, cells())], books, { ...display, format: 'decimal' })
    expect(line?.[7]).toBe('5.55')
  })

  it('says the state of a cell without a price in full', () => {
    const outcomes = [
      cell('alpha', { quote: quote({ kind: 'message', text: 'Market suspended until the second half' }) }),
      cell('bravo', { quote: failure({ kind: 'timed-out', afterMs: 5_000 }) }),
      cell('charlie'),
    ]
    const [, line] = toCsvRows([row(1, outcomes)], books, display)
    expect(line?.filter((_, at) => at % 3 === 2).slice(2)).toEqual([
      'Market suspended until the second half',
      'Timed out, R to retry',
      'not priced yet',
    ])
  })

  it('leaves out books that are not shown', () => {
    const [head] = toCsvRows([row(1, cells())], books.slice(1), display)
    expect(head).not.toContain('alpha')
  })

  it('states the best expected value, and calls a suspect price suspect', () => {
    const books = ['a', 'b', 'c', 'd', 'e'].map(bookId => ({ bookId, name: bookId.toUpperCase() }))
    const prices = [470, 512, 480, 475, 2_000]
    const cells = books.map(({ bookId }, at) => cell(bookId, { quote: priced(prices[at] ?? 100) }))
    const display = { ...plainDisplay, value: { ...plainDisplay.value, margin: 0 } }
    const [head = [], line = []] = toCsvRows([row(1, cells)], books, display)
    const of = (name: string) => line[head.indexOf(name)]
    expect([of('Best price'), of('Best at'), of('Best EV in %')]).toEqual(['+512', 'B', '6.0'])
    expect([of('E'), of('E state'), of('B state')]).toEqual(['+2000', 'suspect', 'priced'])
  })
})

describe('useCsvExport', () => {
  useStillScreen()
  const press = (desk: Awaited<ReturnType<typeof openDesk>>) => desk.chooseInMenu('Export prices')

  it('sends what is shown and says where it was saved', async () => {
    const desk = await openDesk([row(1, cells()), row(2, cells())])
    await press(desk)
    const [part] = desk.api.grid.exportCsv.mock.calls[0] ?? []
    expect(part).toMatchObject({ isFirst: true, isLast: true })
    expect(part?.rows).toHaveLength(3)
    expect(desk.view.text()).toContain('Saved 2 parlays to prices.csv.')
  })

  it('saves only the rows selected, where some are', async () => {
    const desk = await openDesk([row(1, cells()), row(2, cells())])
    await desk.choose('alpha', 2)
    await desk.press(' ')
    await press(desk)
    expect(desk.api.grid.exportCsv.mock.calls[0]?.[0].rows).toHaveLength(2)
  })

  it('is silent when the user chose no place, and says why it failed', async () => {
    const desk = await openDesk([row(1, cells())])
    desk.api.grid.exportCsv.mockResolvedValueOnce(ok({ file: null }))
    await press(desk)
    expect(desk.view.text()).not.toContain('Saved')
    const sentence = 'prices.csv could not be written.'
    desk.api.grid.exportCsv.mockResolvedValueOnce(failed({ kind: 'storage', sentence }))
    await press(desk)
    expect(desk.view.get('[role=alert]').text()).toContain(sentence)
  })
})
