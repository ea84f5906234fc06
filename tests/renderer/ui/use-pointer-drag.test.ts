import { afterEach, describe, expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { toScrollStep, usePointerDrag } from '../../../src/renderer/ui/usePointerDrag.ts'
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

  it('scrolls while the pointer is at an edge, and not in the middle', async () => {
    const { list, scrolled, frame } = openList()
    await dragPointer(list, 'y', 100, [150])
    await frame()
    expect(scrolled).not.toHaveBeenCalled()
    await dragPointer(list, 'y', 100, [299])
    await frame()
    await frame()
    expect(scrolled.mock.calls.length).toBeGreaterThan(1)
    expect(scrolled.mock.lastCall).toEqual([{ top: 24 }])
    await dragPointer(list, 'y', 100, [150, 40, 'Escape'])
    const before = scrolled.mock.calls.length
    await frame()
    expect(scrolled.mock.calls.length).toBe(before)
  })
})

it('toScrollStep is faster the nearer the pointer is, and beyond the edge', () => {
  expect([31, 50, 65, 66, 200, 264, 265, 299, 900].map(at => toScrollStep(at, 30, 300))).toEqual([
    -24, -11, -1, 0, 0, 0, 1, 24, 24,
  ])
})
