import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { useBoardStore } from '../../../../../src/renderer/features/board/board-store.ts'
import type { Row } from '../../../../../src/shared/model/parlay/desk.ts'
import { noNote } from '../../../../../src/shared/model/parlay/parlay.ts'
import { americanPrice, cell, leg, priced, row } from '../../../../support/shared/desk-rows.ts'
import { button, field } from '../../../../support/renderer/screen.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const mine = (id: number, american: number, tags: string[] = []): Row => ({
  ...row(id, [cell('alpha', { quote: priced(american) })], [leg(`Leg ${id}`, 'Moneyline')]),
  fairPrice: americanPrice(200),
  note: { ...noNote, tags },
})

async function open(rows: Row[]) {
  const desk = await openDesk(rows)
  const change = async (name: string, value: string) => {
    await desk.view.get(`[aria-label="${name}"]`).setValue(value)
    await flushPromises()
  }
  const shown = () =>
    desk.view
      .findAll('.price-grid [role=row][data-parlay]')
      .toSorted((a, b) => Number(a.attributes('aria-rowindex')) - Number(b.attributes('aria-rowindex')))
      .map(each => Number(each.attributes('data-parlay')))
  const tick = async () => {
    vi.advanceTimersByTime(1_000)
    await flushPromises()
  }
  return { ...desk, change, shown, tick }
}

const three = () => [mine(1, 150), mine(2, 250, ['late']), mine(3, 200, ['late', 'props'])]

describe('the order of rows on screen', () => {
  it('is that of adding, until the user chooses another', async () => {
    const desk = await open(three())
    expect(desk.shown()).toEqual([1, 2, 3])
    await desk.chooseInMenu('Best EV')
    expect(desk.shown()).toEqual([2, 3, 1])
    await desk.chooseInMenu('Date added')
    expect(desk.shown()).toEqual([1, 2, 3])
  })

  it('follows a new price with the next second, not at once', async () => {
    const desk = await open(three())
    await desk.chooseInMenu('Best EV')
    desk.emit.desk.changed({ seq: 2, rows: [mine(1, 900)], order: null, meter: desk.meter })
    await flushPromises()
    expect(desk.cell('alpha', 1).text()).toContain('+900')
    expect(desk.shown()).toEqual([2, 3, 1])
    await desk.tick()
    expect(desk.shown()).toEqual([1, 2, 3])
  })

  it('leaves the selection on its parlay', async () => {
    const desk = await open(three())
    await desk.choose('alpha', 2)
    await desk.chooseInMenu('Best EV')
    expect(desk.view.get('[role=gridcell][aria-selected=true]').attributes('id')).toBe('cell-2-alpha')
  })

  it('adds parlays that come and drops those that leave at once', async () => {
    const desk = await open(three())
    await desk.chooseInMenu('Best EV')
    desk.emit.desk.changed({ seq: 2, rows: [mine(4, 220)], order: [1, 3, 4], meter: desk.meter })
    await flushPromises()
    expect(desk.shown()).toEqual([4, 3, 1])
  })
})

describe('filters of rows', () => {
  it('show the rows with a tag, or with words, and say how many', async () => {
    const desk = await open(three())
    await desk.chooseInMenu('props')
    expect(desk.shown()).toEqual([3])
    expect(desk.view.text()).toContain('1 of 3 parlays')
    await button(desk.view, 'Clear filter').trigger('click')
    await desk.change('Filter parlays', 'leg 2')
    expect(desk.shown()).toEqual([2])
    await field(desk.view, 'Filter parlays').trigger('keydown', { key: 'Escape' })
    await flushPromises()
    expect(desk.shown()).toEqual([1, 2, 3])
  })

  it('say so where no row fits', async () => {
    const desk = await open(three())
    await desk.change('Filter parlays', 'nothing like this')
    expect(desk.view.text()).toContain('No parlays match. Clear filter')
  })

  it('end when a parlay is added that they would hide', async () => {
    const desk = await open(three())
    await desk.chooseInMenu('late')
    desk.emit.desk.changed({ seq: 2, rows: [mine(4, 220)], order: [1, 2, 3, 4], meter: desk.meter })
    await expect.poll(() => desk.shown()).toEqual([1, 2, 3, 4])
  })

  it('end when they hide a parlay that is added again', async () => {
    const desk = await open(three())
    await desk.chooseInMenu('props')
    useBoardStore().lastAdded = { parlayId: 1, wasThere: true }
    await flushPromises()
    expect(desk.shown()).toEqual([1, 2, 3])
    expect(desk.view.get('[role=gridcell][aria-selected=true]').attributes('id')).toBe('cell-1-alpha')
  })

  it('are not offered on a desk of one parlay', async () => {
    const one = await open([mine(1, 150)])
    expect(one.view.find('[aria-label="Filter parlays"]').exists()).toBe(false)
    one.emit.desk.changed({ seq: 2, rows: [mine(2, 150)], order: [1, 2], meter: one.meter })
    await flushPromises()
    expect(one.view.find('[aria-label="Filter parlays"]').exists()).toBe(true)
  })

  it('get the focus with F', async () => {
    const desk = await open(three())
    await desk.choose('alpha')
    await desk.press('f')
    expect(desk.focused()).toBe('Filter parlays')
  })
})
