import { afterEach, describe, expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { toScrollSpeed, usePointerDrag } from '../../../src/renderer/ui/usePointerDrag.ts'
import { dragPointer } from '../../support/renderer/drag-pointer.ts'

const scope = effectScope()
afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

/** A list of 300 px at the top of the window, the first 30 px of it under a head. */
function openList() {
  const list = document.createElement('div')
  list.style.scrollPaddingTop = '30px'
  document.body.append(list)
  vi.spyOn(list, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 200, 300))
  const scrolled = vi.spyOn(list, 'scrollBy').mockImplementation(() => undefined)
  const drop = vi.fn()
  const drag = scope.run(() => usePointerDrag<string>({ scroller: () => list, drop }))
  if (drag === undefined) throw new Error('no scope')
  list.addEventListener('pointerdown', event => drag.begin(event, 'a'))
  const frame = () => new Promise(requestAnimationFrame)
  return { list, drop, scrolled, dragged: drag.dragged, frame }
}

describe('usePointerDrag', () => {
  it('drops where the pointer is released', async () => {
    const { list, drop, dragged } = openList()
    await dragPointer(list, 'y', 100, [150])
    expect(dragged.value).toEqual({ item: 'a', x: 20, y: 150 })
    await dragPointer(list, 'y', 100, [150, 160, 'drop'])
    expect(drop.mock.calls).toEqual([[{ item: 'a', x: 20, y: 160 }]])
    expect(dragged.value).toBeUndefined()
  })

  it('takes a small move for a click', async () => {
    const { list, drop } = openList()
    await dragPointer(list, 'y', 100, [104, 'drop'])
    expect(drop).not.toHaveBeenCalled()
  })

  it('ends without a drop on Escape, and when the window loses the pointer', async () => {
    const { list, drop, dragged } = openList()
    await dragPointer(list, 'y', 100, [150, 'Escape', 160, 'drop'])
    await dragPointer(list, 'y', 100, [150])
    window.dispatchEvent(new Event('blur'))
    expect(dragged.value).toBeUndefined()
    await dragPointer(list, 'y', 100, [])
    expect(drop).not.toHaveBeenCalled()
  })

  it('clicks nothing where the pointer is released after Escape, and clicks again after that', async () => {
    const { list } = openList()
    const clicked = vi.fn()
    list.addEventListener('click', clicked)
    await dragPointer(list, 'y', 100, [150, 'Escape'])
    list.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
    list.click()
    expect(clicked).not.toHaveBeenCalled()
    await new Promise(resolve => setTimeout(resolve))
    list.click()
    expect(clicked).toHaveBeenCalledOnce()
  })

  it('scrolls while the pointer is at an edge, and not in the middle', async () => {
    const { list, scrolled, frame } = openList()
    await dragPointer(list, 'y', 100, [150])
    await frame()
    expect(scrolled).not.toHaveBeenCalled()
    await dragPointer(list, 'y', 100, [299])
    await frame()
    await frame()
    expect(scrolled.mock.calls.length).toBeGreaterThan(1)
    expect(scrolled).toHaveBeenLastCalledWith({ top: expect.any(Number) })
    await dragPointer(list, 'y', 100, [150, 40, 'Escape'])
    const before = scrolled.mock.calls.length
    await frame()
    expect(scrolled.mock.calls.length).toBe(before)
  })
})

it('toScrollSpeed grows with the way past the start of the edge, beyond the view too, to a limit', () => {
  const at = (...places: number[]) => places.map(place => Math.round(toScrollSpeed(place, 30, 300)))
  expect(at(66, 200, 264)).toEqual([0, 0, 0])
  expect(at(48, 30, -6)).toEqual([-300, -1_200, -4_800])
  expect(at(282, 300, 336, 900)).toEqual([300, 1_200, 4_800, 10_000])
})
