import { describe, expect, it } from 'vitest'
import { toTable } from '../../../../../src/renderer/features/desk/rows/useCopyPrices.ts'
import { failed } from '../../../../support/bridge/stub-desk.ts'
import { cell, leg, noon, plainDisplay, priced, row } from '../../../../support/shared/desk-rows.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const open = () =>
  openDesk(
    [1, 2, 3].map(id =>
      row(id, [
        cell('alpha', { quote: priced(-100 - id) }),
        cell('bravo', { quote: priced(200 + id) }),
        cell('charlie', { missingLegs: 1 }),
      ]),
    ),
  )
const copied = ({ api }: Awaited<ReturnType<typeof open>>) => api.view.copyText.mock.lastCall?.[0].text

describe('Ctrl+C in the grid', () => {
  it('copies the selected price, as a spreadsheet reads it', async () => {
    const desk = await open()
    await desk.choose('alpha', 2)
    await desk.press('c', { ctrlKey: true })
    expect(copied(desk)).toBe('-102')
    expect(desk.view.text()).toContain('Copied −102.')
  })

  it('copies the rows selected as a table, in the order shown', async () => {
    const desk = await open()
    await desk.choose('alpha', 1)
    await desk.press(' ')
    await desk.press('ArrowDown', { shiftKey: true })
    await desk.press('c', { ctrlKey: true })
    const name = 'North O27.5 pts · Harbor City ML'
    expect(desk.api.view.copyTable.mock.lastCall?.[0].rows).toEqual([
      ['Parlay', 'Alpha Bet', 'Bravo', 'Charlie', 'Best EV'],
      [name, '−101', '+201', '1 leg missing', '—'],
      [name, '−102', '+202', '1 leg missing', '—'],
    ])
    expect(desk.view.text()).toContain('Copied 2 parlays.')
  })

  it('says why it failed', async () => {
    const desk = await open()
    desk.api.view.copyText.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'a1b2' }))
    await desk.choose('alpha')
    await desk.press('c', { ctrlKey: true })
    expect(desk.view.get('[role=alert]').text()).toContain('a1b2')
  })
})

it('toTable says in words that a price is suspect', () => {
  const books = ['a', 'b', 'c', 'd', 'e'].map(bookId => ({ bookId, name: bookId.toUpperCase() }))
  const prices = [470, 512, 480, 475, 2_000]
  const cells = books.map(({ bookId }, at) => cell(bookId, { quote: priced(prices[at] ?? 100) }))
  const [, line] = toTable([row(1, cells)], books, plainDisplay)
  expect(line?.slice(1, 6)).toEqual(['+470', '+512', '+480', '+475', '+2000 (suspect)'])
})

it('toTable says that a price is stale, or that newer ones of a live game left it behind', () => {
  const books = ['a', 'b', 'c'].map(bookId => ({ bookId, name: bookId.toUpperCase() }))
  const cells = [
    cell('a', { quote: priced(470, noon) }),
    cell('b', { quote: priced(512, noon - 20_000) }),
    cell('c', { quote: priced(480, noon - 45_000) }),
  ]
  const live = leg('Harbor City', 'Moneyline', { isLive: true })
  const [, before] = toTable([row(1, cells)], books, plainDisplay)
  expect(before?.slice(1, 4)).toEqual(['+470', '+512', '+480 (45s old)'])
  const [, line] = toTable([row(1, cells, [live, live])], books, plainDisplay)
  expect(line?.slice(1, 4)).toEqual(['+470', '+512 (20s old)', '+480 (45s old)'])
})

describe('Ctrl+C in the price pane', () => {
  it('copies the price, its book and the legs as text', async () => {
    const desk = await open()
    await desk.choose('bravo', 2)
    await desk.press('C', { ctrlKey: true, shiftKey: true })
    expect(copied(desk)?.split('\n')).toEqual([
      'Bravo +202',
      'Ada North Over 27.5 (Player Points) · River Town at Harbor City',
      'Harbor City (Moneyline) · River Town at Harbor City',
    ])
    expect(desk.view.text()).toContain('Price and legs copied.')
  })
})

describe('Ctrl+C with text selected', () => {
  it('is left to the browser, on the page and in a field', async () => {
    const desk = await open()
    await desk.choose('alpha')
    getSelection()?.selectAllChildren(desk.view.get('h2').element)
    await desk.press('c', { ctrlKey: true })
    expect(desk.api.view.copyText).not.toHaveBeenCalled()
    getSelection()?.removeAllRanges()
    await desk.press('c', { ctrlKey: true })
    expect(desk.api.view.copyText).toHaveBeenCalledOnce()
  })
})
