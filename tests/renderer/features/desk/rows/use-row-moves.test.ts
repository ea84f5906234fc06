import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { useUndoStore } from '../../../../../src/renderer/commands/undo-store.ts'
import { useGridLayoutStore } from '../../../../../src/renderer/features/desk/columns/grid-layout-store.ts'
import { toRowPlace } from '../../../../../src/renderer/features/desk/grid/useRowDrag.ts'
import { plainLayout } from '../../../../../src/shared/model/settings/settings.ts'
import { failed } from '../../../../support/bridge/stub-desk.ts'
import { dragPointer } from '../../../../support/renderer/drag-pointer.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'
import { cell, leg, priced, row } from '../../../../support/shared/desk-rows.ts'

useStillScreen()

const titles = ['Delta v Echo', 'Alpha v Bravo', 'Charlie v Golf', 'Bravo v Hotel']
const rows = () =>
  titles.map((title, at) => ({
    ...row(at + 1, [cell('alpha', { quote: priced(400 + at) }), cell('bravo')]),
    legs: [leg('A', 'm', { title })],
  }))
type Opened = Awaited<ReturnType<typeof open>>

async function open() {
  const desk = await openDesk(rows())
  await useGridLayoutStore().start()
  return desk
}
const shown = ({ view }: Opened) =>
  view.findAll('.row[data-parlay]').map(each => Number(each.attributes('data-parlay')))
const chosenOrder = () => useGridLayoutStore().layout.rowSort
const savedOrder = ({ api }: Opened) => api.grid.saveLayout.mock.lastCall?.[0].myOrder

/** Rows of 36 px under a head of 26 px, names of 200 px. */
async function dragRow(desk: Opened, parlayId: number, ...steps: readonly (number | 'Escape' | 'drop')[]) {
  const grid = desk.view.get('.price-grid').element
  vi.spyOn(grid, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 900, 600))
  vi.spyOn(desk.view.get('.rows').element, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 26, 900, 4 * 36),
  )
  const name = desk.view.get(`.row[data-parlay="${parlayId}"] [role=rowheader]`).element
  await dragPointer(name, 'y', 26 + shown(desk).indexOf(parlayId) * 36 + 18, steps)
}

describe('rows by mouse', () => {
  it('are dragged by their name to the place that a line shows', async () => {
    const desk = await open()
    await dragRow(desk, 1, 26 + 3 * 36 - 4)
    expect(desk.view.get('.drop-line').attributes('style')).toContain('top: 108px')
    expect(desk.view.get('.row-name').classes()).toContain('dragged')
    await dragRow(desk, 1, 26 + 3 * 36 - 4, 'drop')
    expect(shown(desk)).toEqual([2, 3, 1, 4])
    expect(desk.view.find('.drop-line').exists()).toBe(false)
    expect(savedOrder(desk)).toEqual([2, 3, 1, 4])
  })

  it('switch to My order, which begins as what is on screen', async () => {
    const desk = await open()
    await desk.chooseInMenu('Game')
    expect(shown(desk)).toEqual([2, 4, 3, 1])
    await dragRow(desk, 1, 20, 'drop')
    expect(shown(desk)).toEqual([1, 2, 4, 3])
    expect(chosenOrder()).toBe('mine')
    expect(desk.view.text()).toContain('Now in My order.')
  })

  it('are dragged together where several are selected', async () => {
    const desk = await open()
    await desk.choose('alpha', 4)
    await desk.press(' ')
    await desk.choose('alpha', 1)
    await desk.press(' ')
    await dragRow(desk, 4, 26 + 2 * 36)
    expect(desk.view.get('.drag-label').text()).toBe('2 parlays')
    await dragRow(desk, 4, 26 + 2 * 36, 'drop')
    expect(shown(desk)).toEqual([2, 1, 4, 3])
  })

  it('stay on Escape, beside the grid, at their own place, and when a price is dragged', async () => {
    const desk = await open()
    await dragRow(desk, 1, 150, 'Escape', 'drop')
    await dragRow(desk, 1, 40, 'drop')
    const price = desk.cell('alpha', 1).element
    const at = { bubbles: true, button: 0, clientX: 760 }
    price.dispatchEvent(new PointerEvent('pointerdown', { ...at, clientY: 40 }))
    window.dispatchEvent(new PointerEvent('pointermove', { ...at, clientY: 150 }))
    window.dispatchEvent(new PointerEvent('pointerup', { ...at, clientY: 150 }))
    await flushPromises()
    expect(shown(desk)).toEqual([1, 2, 3, 4])
    expect(desk.api.grid.saveLayout).not.toHaveBeenCalled()
  })

  it('keep the focus, so that keys move them on', async () => {
    const desk = await open()
    await dragRow(desk, 1, 150, 'drop')
    await desk.press('ArrowUp', { altKey: true })
    expect(shown(desk)).toEqual([2, 1, 3, 4])
  })
})

describe('rows by keyboard', () => {
  it('move up and down as far as there are rows, with their focus', async () => {
    const desk = await open()
    await desk.choose('bravo', 2)
    await desk.press('ArrowDown', { altKey: true })
    expect(shown(desk)).toEqual([1, 3, 2, 4])
    for (let times = 0; times < 3; times++) await desk.press('ArrowUp', { altKey: true })
    expect(shown(desk)).toEqual([2, 1, 3, 4])
    expect(document.activeElement?.closest('[data-parlay]')?.getAttribute('data-parlay')).toBe('2')
  })

  it('go back by Undo, to the order before too', async () => {
    const desk = await open()
    await desk.chooseInMenu('Game')
    await desk.choose('alpha', 4)
    await desk.press('ArrowUp', { altKey: true })
    expect(shown(desk)).toEqual([4, 2, 3, 1])
    expect(useUndoStore().nextUndo).toBe('move row')
    await desk.press('z', { ctrlKey: true })
    expect(chosenOrder()).toBe('game')
    expect(shown(desk)).toEqual([2, 4, 3, 1])
    await desk.press('y', { ctrlKey: true })
    expect(shown(desk)).toEqual([4, 2, 3, 1])
  })

  it('go back to the saved order when it cannot be saved', async () => {
    const desk = await open()
    await desk.choose('alpha', 1)
    desk.api.grid.saveLayout.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'a1' }))
    await desk.press('ArrowDown', { altKey: true })
    expect(shown(desk)).toEqual([1, 2, 3, 4])
    expect(desk.view.text()).toContain('a1')
  })
})

describe('My order', () => {
  it('is there at the next start, with new parlays last, and again after another order', async () => {
    const desk = await open()
    const stored = { rowSort: 'mine' as const, myOrder: [3, 2] }
    await desk.api.grid.saveLayout(stored)
    desk.emit.grid.changed({ ...plainLayout, ...stored })
    await flushPromises()
    expect(shown(desk)).toEqual([3, 2, 1, 4])
    await desk.chooseInMenu('Date added')
    expect(shown(desk)).toEqual([1, 2, 3, 4])
    await desk.chooseInMenu('My order')
    expect(shown(desk)).toEqual([3, 2, 1, 4])
  })

  it('keeps the place of a parlay that is removed and restored', async () => {
    const desk = await open()
    desk.emit.grid.changed({ ...plainLayout, rowSort: 'mine', myOrder: [4, 3, 2, 1] })
    const reorder = (seq: number, order: number[]) =>
      desk.emit.desk.changed({ seq, rows: [], order, meter: desk.meter })
    reorder(2, [1, 2, 4])
    await flushPromises()
    await desk.choose('alpha', 1)
    await desk.press('ArrowUp', { altKey: true })
    expect(shown(desk)).toEqual([4, 1, 2])
    desk.emit.desk.changed({ seq: 3, rows: rows().slice(2, 3), order: [1, 2, 3, 4], meter: desk.meter })
    await flushPromises()
    expect(shown(desk)).toEqual([4, 3, 1, 2])
  })
})

it('toRowPlace is the nearest gap between rows, and an end beyond the ends', () => {
  expect([-50, 0, 17, 19, 54, 143, 900].map(y => toRowPlace(y, 144, 4))).toEqual([0, 0, 0, 1, 2, 4, 4])
})
