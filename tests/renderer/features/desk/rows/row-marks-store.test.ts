import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { failed } from '../../../../support/bridge/stub-desk.ts'
import { cell, priced, row } from '../../../../support/shared/desk-rows.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const rows = () =>
  [1, 2, 3, 4].map(id => row(id, [cell('alpha', { quote: priced(100 * id) }), cell('bravo')]))
type Opened = Awaited<ReturnType<typeof openDesk>>
const marked = ({ view }: Opened) =>
  view.findAll('[role=row][aria-selected=true]').map(each => Number(each.attributes('data-parlay')))
const bar = ({ view }: Opened) => view.find('[role=toolbar][aria-label="Parlays selected"]')

async function open() {
  const desk = await openDesk(rows())
  await desk.choose('alpha', 2)
  return desk
}

describe('rows are marked', () => {
  it('one at a time with Space, which also removes the mark', async () => {
    const desk = await open()
    await desk.press(' ')
    await desk.press('j')
    await desk.press('j')
    await desk.press(' ')
    expect(marked(desk)).toEqual([2, 4])
    expect(bar(desk).text()).toContain('2 parlays selected')
    await desk.press(' ')
    expect(marked(desk)).toEqual([2])
  })

  it('by moving with Shift held, back again too, beside those marked before', async () => {
    const desk = await open()
    await desk.press('ArrowDown', { shiftKey: true })
    await desk.press('ArrowDown', { shiftKey: true })
    expect(marked(desk)).toEqual([2, 3, 4])
    await desk.press('ArrowUp', { shiftKey: true })
    expect(marked(desk)).toEqual([2, 3])
    await desk.press('k')
    await desk.press('ArrowUp', { shiftKey: true })
    expect(marked(desk)).toEqual([1, 2, 3])
  })

  it('by clicks with Ctrl or Shift', async () => {
    const desk = await open()
    await desk.cell('bravo', 4).trigger('mousedown', { ctrlKey: true })
    expect(marked(desk)).toEqual([4])
    await desk.cell('bravo', 1).trigger('mousedown', { shiftKey: true })
    expect(marked(desk)).toEqual([1, 2, 4])
    await desk.cell('bravo', 3).trigger('mousedown')
    expect(marked(desk)).toEqual([1, 2, 4])
  })

  it('all with Ctrl+A, none with Escape', async () => {
    const desk = await open()
    await desk.press('a', { ctrlKey: true })
    expect(marked(desk)).toEqual([1, 2, 3, 4])
    await desk.press('Escape')
    expect(marked(desk)).toEqual([])
    expect(bar(desk).exists()).toBe(false)
  })

  it('as long as they are on the desk', async () => {
    const desk = await open()
    await desk.press('a', { ctrlKey: true })
    desk.emit.desk.changed({ seq: 2, rows: [], order: [1, 3], meter: desk.meter })
    await flushPromises()
    expect(marked(desk)).toEqual([1, 3])
    desk.emit.desk.changed({ seq: 3, rows: rows(), order: [1, 2, 3, 4], meter: desk.meter })
    await flushPromises()
    expect(marked(desk)).toEqual([1, 3])
  })
})

describe('actions on the rows marked', () => {
  async function openMarked() {
    const desk = await open()
    await desk.press('ArrowDown', { shiftKey: true })
    return desk
  }
  const button = (desk: Opened, name: string) => {
    const found = desk.view.findAll('button').find(each => each.text().startsWith(name))
    if (found === undefined) throw new Error(`no button ${name}`)
    return found
  }

  it('reprice them', async () => {
    const desk = await openMarked()
    await desk.press('r')
    expect(desk.api.desk.price.mock.calls.map(([request]) => request)).toEqual([
      { parlayId: 2, bookId: null },
      { parlayId: 3, bookId: null },
    ])
  })

  it('say what repricing them costs', async () => {
    expect(bar(await openMarked()).text()).toContain('4 calls')
  })

  it('remove them, with one undo that puts all of them back', async () => {
    const desk = await openMarked()
    await desk.press('Delete')
    expect(desk.api.desk.removeParlay.mock.calls).toEqual([[{ parlayId: 2 }], [{ parlayId: 3 }]])
    expect(desk.view.text()).toContain('Removed 2 parlays.')
    await button(desk, 'Undo').trigger('click')
    await flushPromises()
    expect(desk.api.desk.restoreParlay.mock.calls).toEqual([[{ parlayId: 2 }], [{ parlayId: 3 }]])
  })

  const full = failed({ kind: 'storage', sentence: 'The disk is full.' })

  it('say why one could not be removed, and can put back the others', async () => {
    const desk = await openMarked()
    desk.api.desk.removeParlay.mockResolvedValueOnce(full)
    await desk.press('Delete')
    expect(desk.view.get('[role=alert]').text()).toContain('The disk is full.')
    expect(desk.view.text()).toContain('Removed North O27.5 pts · Harbor City ML (1 of 2).')
    await button(desk, 'Undo').trigger('click')
    await flushPromises()
    expect(desk.api.desk.restoreParlay.mock.calls).toEqual([[{ parlayId: 3 }]])
    expect(desk.view.find('[role=alert]').exists()).toBe(false)
  })

  it('name the rows that were not put back, and try only those again', async () => {
    const desk = await openMarked()
    await desk.press('Delete')
    desk.api.desk.restoreParlay.mockResolvedValueOnce(full)
    await button(desk, 'Undo').trigger('click')
    await flushPromises()
    expect(desk.view.get('[role=alert]').text()).toContain('The disk is full.')
    expect(desk.view.text()).toContain('Couldn’t restore: North O27.5 pts · Harbor City ML.')
    desk.api.desk.restoreParlay.mockClear()
    await button(desk, 'Undo').trigger('click')
    await flushPromises()
    expect(desk.api.desk.restoreParlay.mock.calls).toEqual([[{ parlayId: 2 }]])
    expect(desk.view.text()).not.toContain('Still removed')
  })
})
