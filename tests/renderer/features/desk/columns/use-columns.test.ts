import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { useGridLayoutStore } from '../../../../../src/renderer/features/desk/columns/grid-layout-store.ts'
import { failed } from '../../../../support/bridge/stub-desk.ts'
import { cell, plainSettings, priced, row } from '../../../../support/shared/desk-rows.ts'
import { dragPointer } from '../../../../support/renderer/drag-pointer.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const rows = () => [row(1, [cell('alpha', { quote: priced(455) }), cell('bravo'), cell('charlie')])]
type Opened = Awaited<ReturnType<typeof openDesk>>
const heads = ({ view }: Opened) =>
  view
    .findAll('[role=columnheader]')
    .slice(1)
    .map(head => head.attributes('aria-label'))

async function open() {
  const desk = await openDesk(rows())
  await useGridLayoutStore().start()
  await desk.choose('bravo')
  return desk
}

describe('columns by keyboard', () => {
  it('move to the left and right, as far as there are columns', async () => {
    const desk = await open()
    await desk.press('ArrowLeft', { altKey: true })
    expect(heads(desk)).toEqual(['Bravo', 'Alpha Bet', 'Charlie'])
    await desk.press('ArrowLeft', { altKey: true })
    expect(desk.api.settings.orderBooks.mock.calls).toEqual([[{ ids: ['bravo', 'alpha', 'charlie'] }]])
    expect(desk.focused()).toContain('Bravo')
  })

  it('get wider and narrower, within bounds, and are kept', async () => {
    const desk = await open()
    await desk.press('ArrowRight', { altKey: true, shiftKey: true })
    expect(desk.cell('bravo').attributes('style')).toContain('width: 64px')
    for (let times = 0; times < 5; times++) await desk.press('ArrowLeft', { altKey: true, shiftKey: true })
    expect(desk.cell('bravo').attributes('style')).toContain('width: 44px')
    expect(desk.api.grid.saveLayout.mock.lastCall).toEqual([{ widths: [{ bookId: 'bravo', px: 44 }] }])
  })

  it('go with X, which turns the book off, and come back by Undo', async () => {
    const desk = await open()
    await desk.press('x')
    expect(heads(desk)).toEqual(['Alpha Bet', 'Charlie'])
    expect(desk.view.text()).toContain('Bravo hidden. It won’t be priced.')
    expect(desk.focused()).toMatch(/^Charlie/)
    await desk.view
      .findAll('button')
      .find(each => each.text() === 'Undo')
      ?.trigger('click')
    await flushPromises()
    expect(heads(desk)).toEqual(['Alpha Bet', 'Bravo', 'Charlie'])
    expect(desk.view.text()).not.toContain('hidden')
  })
})

describe('columns by mouse', () => {
  const head = ({ view }: Opened, at: number) => {
    const found = view.findAll('[role=columnheader]')[at + 1]
    if (found === undefined) throw new Error(`no column ${at}`)
    return found
  }

  /** Columns of 60 px from 200 px on. */
  function giveWidths({ view }: Opened): void {
    for (const [at, each] of view.findAll('.book').entries())
      vi.spyOn(each.element, 'getBoundingClientRect').mockReturnValue(new DOMRect(200 + 60 * at, 0, 60, 26))
  }
  const drag = async (desk: Opened, from: number, ...steps: readonly (number | 'Escape' | 'drop')[]) => {
    giveWidths(desk)
    await dragPointer(head(desk, from).element, 'x', 210 + 60 * from, steps)
  }

  it('are dragged into the place of another one, which a line shows', async () => {
    const desk = await open()
    await drag(desk, 0, 330)
    expect(head(desk, 2).classes()).toContain('drop-behind')
    await drag(desk, 0, 330, 'drop')
    expect(heads(desk)).toEqual(['Bravo', 'Charlie', 'Alpha Bet'])
    await drag(desk, 2, 100, 'drop')
    expect(heads(desk)).toEqual(['Alpha Bet', 'Bravo', 'Charlie'])
  })

  it('stay when the pointer hardly moves, or Escape is pressed', async () => {
    const desk = await open()
    await drag(desk, 0, 213, 'drop')
    await drag(desk, 0, 330, 'Escape', 'drop')
    expect(desk.api.settings.orderBooks).not.toHaveBeenCalled()
    expect(desk.view.find('.drop-behind').exists()).toBe(false)
  })

  it('are not dragged from the frozen ones to the others', async () => {
    const desk = await open()
    await useGridLayoutStore().freeze('bravo', true)
    await flushPromises()
    await drag(desk, 0, 390, 'drop')
    expect(desk.api.settings.orderBooks).not.toHaveBeenCalled()
  })
})

describe('the list of columns', () => {
  async function openList() {
    const desk = await open()
    await desk.chooseInMenu('Columns')
    const dialog = desk.view.get('dialog')
    const act = async (selector: string, value?: string) => {
      const label = dialog.findAll('label').find(each => each.text() === selector)
      const inLabel = label?.find('input').exists() ? label.get('input') : undefined
      const input = inLabel ?? dialog.get<HTMLInputElement>(label ? `#${label.attributes('for')}` : selector)
      if (value !== undefined) input.element.value = value
      if (input.element.type === 'checkbox') input.element.checked = !input.element.checked
      await input.trigger(input.element.tagName === 'BUTTON' ? 'click' : 'change')
      await flushPromises()
    }
    return { desk, dialog, act }
  }

  it('freezes a column, which is then the first', async () => {
    const { desk, act } = await openList()
    await act('Pin Charlie')
    expect(heads(desk)).toEqual(['Charlie', 'Alpha Bet', 'Bravo'])
    expect(desk.cell('charlie').classes()).toContain('frozen')
    await act('Pin Charlie')
    expect(heads(desk)).toEqual(['Alpha Bet', 'Bravo', 'Charlie'])
  })

  it('hides and shows books', async () => {
    const { desk, dialog, act } = await openList()
    await act('li:first-child input')
    expect(heads(desk)).toEqual(['Bravo', 'Charlie'])
    expect(dialog.findAll('li').map(each => each.text().split('Pin')[0])).toEqual([
      'Bravo',
      'Charlie',
      'Alpha Bet',
    ])
    await act('li:last-child input')
    expect(heads(desk)).toContain('Alpha Bet')
  })

  it('sets a width, and takes it back when emptied', async () => {
    const { desk, act } = await openList()
    await act('Width of Bravo', '1000')
    expect(desk.cell('bravo').attributes('style')).toContain('width: 320px')
    await act('Width of Bravo', '')
    expect(useGridLayoutStore().layout.widths).toEqual([])
  })

  it('moves a column one place', async () => {
    const { desk, act } = await openList()
    await act('[aria-label="Move Bravo right"]')
    expect(heads(desk)).toEqual(['Alpha Bet', 'Charlie', 'Bravo'])
  })

  it('sets the rows closer', async () => {
    const { desk, act } = await openList()
    await act('input[value=compact]')
    expect(desk.view.get('[role=grid]').classes()).toContain('compact')
    expect(desk.api.grid.saveLayout).toHaveBeenCalledOnce()
  })

  it('goes back to the saved layout when a change cannot be saved', async () => {
    const { desk, act } = await openList()
    desk.api.grid.saveLayout.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'a1' }))
    await act('input[value=compact]')
    expect(desk.view.get('[role=grid]').classes()).not.toContain('compact')
  })
})

it('PriceGrid draws only the columns near the view, and says how many there are', async () => {
  const ids = Array.from({ length: 30 }, (_, index) => `book_${index}`)
  const desk = await openDesk([
    row(
      1,
      ids.map(id => cell(id)),
    ),
  ])
  const books = ids.map(id => ({ id, name: id, hostId: id, isOn: true }))
  desk.emit.settings.changed({ ...plainSettings, books })
  await flushPromises()
  expect(desk.view.get('[role=grid]').attributes('aria-colcount')).toBe('31')
  const drawn = () =>
    desk.view.findAll('[role=gridcell]').map(each => Number(each.attributes('aria-colindex')))
  expect(drawn()).toEqual(Array.from({ length: drawn().length }, (_, at) => at + 2))
  expect(drawn().length).toBeLessThan(18)
  await desk.choose('book_0')
  await desk.press('End')
  expect(document.activeElement?.getAttribute('aria-colindex')).toBe('31')
  expect(desk.view.findAll('[role=columnheader]').at(-1)?.text()).toBe('book_29')
})
