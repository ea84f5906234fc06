import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { useCommandStore } from '../../../../../src/renderer/commands/command-store.ts'
import { cell, noon, plainSettings, priced, quote, row } from '../../../../support/shared/desk-rows.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const rows = () => [
  row(1, [
    cell('alpha', { quote: priced(455, noon - 2_000) }),
    cell('bravo', { quote: priced(512, noon - 31_000) }),
    cell('charlie', { quote: quote({ kind: 'no-price' }) }),
  ]),
  row(2, [
    cell('alpha', { quote: priced(210) }),
    cell('bravo', { quote: priced(205) }),
    cell('charlie', { missingLegs: 1 }),
  ]),
]

describe('PriceGrid', () => {
  it('is an ARIA grid with a header for each parlay and each book', async () => {
    const { view } = await openDesk(rows())
    const grid = view.get('[role=grid]')
    expect(grid.attributes()).toMatchObject({
      'aria-label': 'Prices',
      'aria-rowcount': '3',
      'aria-colcount': '4',
    })
    expect(grid.findAll('[role=columnheader]').map(header => header.attributes('aria-label'))).toEqual([
      undefined,
      'Alpha Bet',
      'Bravo',
      'Charlie',
    ])
    expect(grid.findAll('[role=rowheader]').map(header => header.text())).toEqual([
      'North O27.5 pts · Harbor City ML, RVT at HBR · 2 legs',
      'North O27.5 pts · Harbor City ML, RVT at HBR · 2 legs',
    ])
    expect(grid.findAll('[role=row]').map(each => each.attributes('aria-rowindex'))).toEqual(['1', '2', '3'])
  })

  it('names each cell by its book, its price or state, its age, and whether it is best', async () => {
    const { cell: at } = await openDesk(rows())
    const name = (book: string, parlayId?: number) => at(book, parlayId).attributes('aria-label')
    const noEv = 'No EV: needs fresh prices at 3 other books (0 now), or your fair price.'
    expect(name('alpha')).toBe(`Alpha Bet, highest fresh, +455, 2s ago, ${noEv}, Bravo was +512 31s ago`)
    expect(name('bravo')).toBe('Bravo, +512, 31s old')
    expect(name('charlie')).toBe('Charlie, No price')
    expect(name('charlie', 2)).toBe('Charlie, 1 leg missing')
    expect(at('alpha').text()).toBe('+455 2s')
  })

  it('shows the best value at the right, or what keeps a price from being called the best', async () => {
    const { view } = await openDesk(rows())
    // A value needs three other books; a price never takes its place.
    expect(view.findAll('.row-best').map(best => best.text())).toEqual(['—recheck', '—Alpha Bet'])
  })

  it('moves the focus to the cell of a row whose name is clicked, so that keys act on it', async () => {
    const { view, focused } = await openDesk(rows())
    expect(document.activeElement).toBe(document.body)
    await view.get('[role=row][data-parlay="2"]').trigger('click')
    await flushPromises()
    expect(focused()).toMatch(/^Alpha Bet.*\+210/)
  })

  it('moves the focus to the selected cell when the place below the rows is clicked', async () => {
    const { view, focused } = await openDesk(rows())
    await view.get('[role=grid] .rows').trigger('click')
    await flushPromises()
    expect(focused()).toMatch(/^Alpha Bet.*\+455/)
  })

  it('lets prices age by the clock, until another is best', async () => {
    const { cell: at } = await openDesk([
      row(1, [cell('alpha', { quote: priced(455, noon - 29_500) }), cell('bravo', { quote: priced(300) })]),
    ])
    vi.advanceTimersByTime(1_000)
    await flushPromises()
    expect(at('alpha').attributes('aria-label')).toBe('Alpha Bet, +455, 30s old')
    expect(at('bravo').attributes('aria-label')).toMatch(
      /^Bravo, highest fresh, \+300, 1s ago, No EV: .*, Alpha Bet was \+455 30s ago$/,
    )
  })

  it('draws a new price when it comes', async () => {
    const { cell: at, emit, meter } = await openDesk(rows())
    emit.desk.changed({ seq: 2, rows: [row(1, [cell('alpha', { quote: priced(470) })])], order: null, meter })
    await flushPromises()
    expect(at('alpha').text()).toContain('+470')
    expect(at('alpha', 2).text()).toContain('+210')
  })

  it('converts all prices when the format changes', async () => {
    const { cell: at, emit, view } = await openDesk(rows())
    const { books } = { books: ['alpha', 'bravo'].map(id => ({ id, name: id, hostId: id, isOn: true })) }
    emit.settings.changed({ ...plainSettings, priceFormat: 'decimal', books })
    await flushPromises()
    expect(at('alpha').text()).toContain('5.55')
    expect(view.find('[data-book=charlie]').exists()).toBe(false)
  })

  it('draws only the rows near the view of a long desk', async () => {
    const many = Array.from({ length: 500 }, (_, index) => row(index + 1, [cell('alpha')]))
    const { view } = await openDesk(many)
    expect(view.get('[role=grid]').attributes('aria-rowcount')).toBe('501')
    expect(view.findAll('[role=rowheader]').length).toBeLessThan(40)
  })
})

describe('PriceGrid by keyboard', () => {
  it('has one tab stop, which follows the selection', async () => {
    const { view, choose } = await openDesk(rows())
    const stops = () =>
      view.findAll('[role=gridcell][tabindex="0"]').map(stop => stop.attributes('aria-label'))
    expect(stops()).toEqual([expect.stringContaining('Alpha Bet')])
    await choose('bravo', 2)
    expect(stops()).toEqual(['Bravo, +205, 0s ago'])
  })

  it('moves the focus with arrows and letters', async () => {
    const { choose, press, focused } = await openDesk(rows())
    await choose('alpha')
    await press('ArrowRight')
    expect(focused()).toContain('Bravo, +512')
    await press('j')
    expect(focused()).toContain('Bravo, +205')
    await press('Home')
    expect(focused()).toContain('Alpha Bet, best price, +210')
    await press('k')
    await press('End')
    expect(focused()).toBe('Charlie, No price')
  })

  it('draws the selected row wherever it is, so that the focus is never lost', async () => {
    const many = Array.from({ length: 500 }, (_, index) => row(index + 1, [cell('alpha')]))
    const { choose, press } = await openDesk(many)
    await choose('alpha')
    await press('End', { ctrlKey: true })
    expect(document.activeElement?.id).toBe('cell-500-charlie')
    await press('Home', { ctrlKey: true })
    expect(document.activeElement?.id).toBe('cell-1-alpha')
  })

  it('keeps the focus on the parlay that takes the place of a removed one', async () => {
    const { choose, focused, emit, meter } = await openDesk(rows())
    await choose('alpha')
    emit.desk.changed({ seq: 2, rows: [], order: [2], meter })
    await flushPromises()
    expect(focused()).toContain('+210')
  })

  it('gives the focus to the search when the last parlay goes', async () => {
    const { choose, emit, meter } = await openDesk(rows())
    const run = vi.spyOn(useCommandStore(), 'run')
    await choose('alpha')
    emit.desk.changed({ seq: 2, rows: [], order: [], meter })
    await flushPromises()
    expect(run).toHaveBeenCalledExactlyOnceWith('legs.search')
  })

  it('selects a row by its header, in the column that was selected', async () => {
    const { view, choose } = await openDesk(rows())
    await choose('bravo')
    await view.get('[data-parlay="2"] [role=rowheader]').trigger('click')
    expect(view.get('[aria-selected=true]').attributes('aria-label')).toContain('Bravo, +205')
  })
})
