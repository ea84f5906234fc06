import { flushPromises } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, describe, expect, it } from 'vitest'
import { toPaneWidth } from '../../../../../src/renderer/features/desk/panes/usePanes.ts'
import { useViewStore } from '../../../../../src/renderer/view-store.ts'
import { plainPanes, type DeskPanes } from '../../../../../src/shared/model/settings/view.ts'
import { quietState } from '../../../../support/bridge/default-answers.ts'
import { failed, ok, stubDesk } from '../../../../support/bridge/stub-desk.ts'
import { cell, priced, row } from '../../../../support/shared/desk-rows.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

const rows = () => [row(1, [cell('alpha', { quote: priced(455) }), cell('bravo', { quote: priced(512) })])]

function resizeTo(width: number): void {
  Object.defineProperty(window, 'innerWidth', { value: width, configurable: true, writable: true })
  window.dispatchEvent(new Event('resize'))
}
const usualWidth = window.innerWidth
afterEach(() => {
  resizeTo(usualWidth)
})

useStillScreen()

async function openAt(width: number, panes: Partial<DeskPanes> = {}) {
  resizeTo(width)
  const desk = await openDesk(rows(), { ...plainPanes, ...panes })
  const pane = (side: 'left' | 'right') => desk.view.get(`.side-pane.${side}`)
  const rail = (side: 'left' | 'right') => pane(side).find('.rail')
  const edge = (side: 'left' | 'right') => pane(side).find('[role=separator]')
  return { ...desk, pane, rail, edge }
}

describe('a docked pane', () => {
  it('folds by its key to a rail, opens by it, and both are remembered', async () => {
    const { view, press, rail, pane, api } = await openAt(1280)
    expect(pane('left').classes()).toEqual(expect.arrayContaining(['docked', 'open']))
    view.get<HTMLElement>('#button').element.focus()
    await press('b', { ctrlKey: true })
    expect(pane('left').classes()).toContain('folded')
    expect(api.view.savePanes).toHaveBeenLastCalledWith({ ...plainPanes, isLegsOpen: false })
    expect(rail('left').attributes('aria-expanded')).toBe('false')
    await rail('left').trigger('click')
    await flushPromises()
    expect(api.view.savePanes).toHaveBeenLastCalledWith(plainPanes)
    expect(document.activeElement?.id).toBe('elsewhere')
  })

  it('gives its focus to the prices when it folds', async () => {
    const { view, press, cell, choose } = await openAt(1280)
    await choose('bravo')
    view.get<HTMLElement>('.side-pane.right button').element.focus()
    await press('j', { ctrlKey: true })
    expect(document.activeElement).toBe(cell('bravo').element)
  })

  it('is folded by the button of its header', async () => {
    const { view, choose, pane } = await openAt(1280)
    await choose('bravo')
    await view.get('[aria-label="Hide price details"]').trigger('click')
    expect(pane('right').classes()).toContain('folded')
  })

  it('opens as it was left', async () => {
    const { pane } = await openAt(1280, { isCellOpen: false, legsWidth: 300 })
    expect(pane('right').classes()).toContain('folded')
    expect(pane('left').attributes('style')).toContain('300px')
  })
})

describe('the edge of a pane', () => {
  it('is moved by arrow keys, up to its limits, and saved', async () => {
    const { edge, api } = await openAt(1280, { legsWidth: 300, cellWidth: 300 })
    expect(edge('left').attributes()).toMatchObject({
      'aria-valuenow': '300',
      'aria-orientation': 'vertical',
    })
    await edge('left').trigger('keydown', { key: 'ArrowRight' })
    expect(api.view.savePanes.mock.lastCall?.[0]).toMatchObject({ legsWidth: 316 })
    await edge('right').trigger('keydown', { key: 'ArrowRight' })
    expect(api.view.savePanes.mock.lastCall?.[0]).toMatchObject({ cellWidth: 284 })
    await edge('left').trigger('keydown', { key: 'End' })
    expect(edge('left').attributes('aria-valuenow')).toBe('512')
    await edge('left').trigger('keydown', { key: 'Home' })
    expect(edge('left').attributes('aria-valuenow')).toBe('208')
  })

  it('folds the pane by Enter, and forgets the width by a double click', async () => {
    const { edge, pane, api } = await openAt(1280, { legsWidth: 300, cellWidth: 300 })
    await edge('left').trigger('dblclick')
    expect(api.view.savePanes.mock.lastCall?.[0]).toMatchObject({ legsWidth: null })
    await edge('right').trigger('keydown', { key: 'Enter' })
    expect(pane('right').classes()).toContain('folded')
  })
})

describe('a drawer', () => {
  it('is closed at first, opens over the prices with the focus in it, and is not remembered', async () => {
    const { press, choose, pane, api, edge } = await openAt(1024)
    await choose('bravo')
    expect(pane('left').classes()).toContain('docked')
    expect(pane('right').classes()).toEqual(expect.arrayContaining(['drawer', 'folded']))
    await press('j', { ctrlKey: true })
    expect(pane('right').classes()).toContain('open')
    expect(pane('right').element.contains(document.activeElement)).toBe(true)
    expect(edge('right').exists()).toBe(false)
    expect(api.view.savePanes).not.toHaveBeenCalled()
  })

  it('closes by Escape, which leads back to the prices', async () => {
    const { press, choose, pane, cell } = await openAt(1024)
    await choose('bravo')
    await press('j', { ctrlKey: true })
    await press('Escape')
    expect(pane('right').classes()).toContain('folded')
    expect(document.activeElement).toBe(cell('bravo').element)
  })

  it('takes the place of the other one in a very narrow window', async () => {
    const { press, pane } = await openAt(720)
    await press('b', { ctrlKey: true })
    expect(pane('left').classes()).toContain('open')
    await press('j', { ctrlKey: true })
    expect(pane('left').classes()).toContain('folded')
    expect(pane('right').classes()).toContain('open')
  })
})

it('the legs are open in a very narrow window while there are no parlays', async () => {
  resizeTo(720)
  const { view } = await openDesk([])
  expect(view.get('.side-pane.left').classes()).toContain('open')
})

it('panes that cannot be saved go back to those that are', async () => {
  const { api } = stubDesk()
  setActivePinia(createPinia())
  const view = useViewStore()
  await view.start()
  api.view.savePanes.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'a1' }))
  await view.changePanes({ isCellOpen: false })
  expect(view.panes).toEqual(quietState.view.panes)
})

it('panes stay as last set while the stored ones lag behind', async () => {
  const { api, emit } = stubDesk()
  setActivePinia(createPinia())
  const view = useViewStore()
  await view.start()
  const folded = { ...quietState.view, panes: { ...plainPanes, isLegsOpen: false } }
  const opened = { ...folded, panes: plainPanes }
  const answer = Promise.withResolvers<typeof opened>()
  api.view.savePanes
    .mockResolvedValueOnce(ok(folded))
    .mockImplementationOnce(() => answer.promise.then(value => ok(value)))
  const folding = view.changePanes({ isLegsOpen: false })
  const opening = view.changePanes({ isLegsOpen: true })
  emit.view.changed(folded)
  await folding
  expect(view.panes.isLegsOpen).toBe(true)
  answer.resolve(opened)
  await opening
  expect(view.panes.isLegsOpen).toBe(true)
  emit.view.changed(folded)
  expect(view.panes.isLegsOpen).toBe(false)
})

describe('toPaneWidth', () => {
  it.each([
    ['legs', 1280, 1, 248],
    ['cell', 1280, 1, 292],
    ['legs', 1600, 1, 272],
    ['legs', 3840, 1.5, 600],
    ['cell', 3840, 1.5, 690],
  ] as const)('%s at %d, scale %d, is %d wide by itself', (name, windowWidth, scale, px) => {
    expect(toPaneWidth(name, { chosen: null, windowWidth, scale })).toBe(px)
  })

  it('takes no more than its share of a window that got narrow', () => {
    expect(toPaneWidth('legs', { chosen: 480, windowWidth: 800, scale: 1 })).toBe(320)
  })
})
