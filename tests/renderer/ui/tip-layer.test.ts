import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import TipLayer from '../../../src/renderer/ui/TipLayer.vue'

const shown = vi.fn()
const hidden = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(HTMLElement.prototype, { showPopover: shown, hidePopover: hidden })
  shown.mockClear()
  hidden.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  document.body.innerHTML = ''
})

function openLayer() {
  const layer = mount(TipLayer, { attachTo: document.body })
  const button = document.createElement('button')
  button.dataset['tip'] = 'Only fresh price'
  button.append(document.createElement('i'))
  document.body.append(button)
  const over = (on: Element) => on.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { layer, button, over, wait }
}

it('TipLayer shows the tip of what is under the pointer, after a delay', async () => {
  const { layer, button, over, wait } = openLayer()
  over(button.querySelector('i') ?? button)
  await wait(400)
  expect(shown).not.toHaveBeenCalled()
  await wait(200)
  expect(shown).toHaveBeenCalledOnce()
  expect(layer.text()).toBe('Only fresh price')
  over(document.body)
  expect(hidden).toHaveBeenCalledOnce()
  layer.unmount()
})

it('TipLayer shows a tip that repeats the text only where that is cut', async () => {
  const { layer, button, over, wait } = openLayer()
  button.textContent = 'Only\u{a0}fresh price'
  const size = (scrollWidth: number) =>
    Object.defineProperties(button, {
      scrollWidth: { value: scrollWidth, configurable: true },
      clientWidth: { value: 80, configurable: true },
    })
  size(80)
  over(button)
  await wait(600)
  expect(shown).not.toHaveBeenCalled()
  size(95)
  over(button)
  await wait(600)
  expect(shown).toHaveBeenCalledOnce()
  layer.unmount()
})

it('TipLayer shows the tip around a text that needs none', async () => {
  const { layer, button, over, wait } = openLayer()
  const inner = document.createElement('span')
  Object.assign(inner.dataset, { tip: 'Bravo' })
  inner.textContent = 'Bravo'
  button.append(inner)
  over(inner)
  await wait(600)
  expect(layer.text()).toBe('Only fresh price')
  layer.unmount()
})

it('TipLayer follows a tip that changes while it is shown', async () => {
  const { layer, button, over, wait } = openLayer()
  over(button)
  await wait(600)
  button.dataset['tip'] = 'was +615, 41s ago'
  await wait(0)
  expect(layer.text()).toBe('was +615, 41s ago')
  layer.unmount()
})

it('TipLayer shows no tip where the pointer has left in time', async () => {
  const { layer, button, over, wait } = openLayer()
  over(button)
  await wait(300)
  over(document.body)
  await wait(1_000)
  expect(shown).not.toHaveBeenCalled()
  layer.unmount()
})

it('TipLayer shows no tip over what is dragged', async () => {
  const { layer, button, wait } = openLayer()
  button.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, buttons: 1 }))
  await wait(1_000)
  expect(shown).not.toHaveBeenCalled()
  layer.unmount()
})

it('TipLayer describes the element that the keyboard reached, until Escape or another focus', async () => {
  const { layer, button, wait } = openLayer()
  vi.spyOn(button, 'matches').mockReturnValue(true)
  button.focus()
  expect(button.getAttribute('aria-describedby')).toBe('tip')
  await wait(600)
  expect(shown).toHaveBeenCalledOnce()
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  expect(hidden).toHaveBeenCalledOnce()
  expect(button.hasAttribute('aria-describedby')).toBe(false)
  layer.unmount()
})

it('TipLayer shows the tip that an element gets right after the keyboard reached it', async () => {
  const { layer, button, wait } = openLayer()
  vi.spyOn(button, 'matches').mockReturnValue(true)
  const reach = (tip: string | undefined) => {
    button.blur()
    delete button.dataset['tip']
    button.focus()
    if (tip) button.dataset['tip'] = tip
  }
  reach('Refreshes in 8s')
  await wait(900)
  expect(shown).toHaveBeenCalledOnce()
  expect(layer.text()).toBe('Refreshes in 8s')
  shown.mockClear()
  reach(undefined)
  await wait(900)
  reach('Refreshes in 5s')
  button.blur()
  await wait(900)
  expect(shown).not.toHaveBeenCalled()
  layer.unmount()
})

it('TipLayer covers no neighbors of a focused cell whose text is read beside the grid', async () => {
  const { layer, button, over, wait } = openLayer()
  const grid = document.createElement('div')
  grid.append(button)
  document.body.append(grid)
  button.setAttribute('role', 'gridcell')
  vi.spyOn(button, 'matches').mockReturnValue(true)
  const showsByKeyboard = async (tips: string) => {
    grid.dataset['tips'] = tips
    button.blur()
    shown.mockClear()
    button.focus()
    await wait(600)
    return shown.mock.calls.length > 0
  }
  expect(await showsByKeyboard('hover')).toBe(false)
  expect(await showsByKeyboard('')).toBe(true)
  grid.dataset['tips'] = 'hover'
  button.blur()
  shown.mockClear()
  over(button)
  await wait(600)
  expect(shown).toHaveBeenCalledOnce()
  layer.unmount()
})
