import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import SteadyBox from '../../../src/renderer/ui/SteadyBox.vue'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The layout: size of the content, reported as browsers do. happy-dom has none. */
const layout = { width: 200, content: 20 }
let report: () => void = () => undefined
beforeEach(() => {
  Object.assign(layout, { width: 200, content: 20 })
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => queueMicrotask(run))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      #element: HTMLElement | undefined
      #reported = ''
      constructor(onResize: (entries: { borderBoxSize: ResizeObserverSize[] }[]) => void) {
        report = () => {
          if (this.#element === undefined) return
          const blockSize = Math.max(layout.content, parseFloat(this.#element.style.minHeight) || 0)
          const size = { inlineSize: layout.width, blockSize }
          if (this.#reported === JSON.stringify(size)) return
          this.#reported = JSON.stringify(size)
          onResize([{ borderBoxSize: [size] }])
        }
      }
      observe = (element: HTMLElement) => {
        this.#element = element
        this.#reported = ''
      }
      unobserve = () => (this.#element = undefined)
      disconnect = this.unobserve
    },
  )
})

function show() {
  const view = mount(SteadyBox, { props: { of: '1 alpha' }, slots: { default: 'Price' } })
  const draw = async (size: Partial<typeof layout> = {}, of?: string) => {
    Object.assign(layout, size)
    if (of !== undefined) await view.setProps({ of })
    report()
    await Promise.resolve()
    report()
  }
  return { draw, minHeight: () => view.element.style.minHeight }
}

describe('SteadyBox', () => {
  it('stays as tall as it has been for one content', async () => {
    const { draw, minHeight } = show()
    await draw()
    await draw({ content: 35.5 })
    await draw({ content: 12 })
    expect(minHeight()).toBe('35.5px')
  })

  it('has the height of another content, also one that is as tall', async () => {
    const { draw, minHeight } = show()
    await draw({ content: 40 })
    await draw({ content: 25 }, '1 bravo')
    expect(minHeight()).toBe('25px')
    await draw({}, '1 charlie')
    await draw({ content: 12 })
    expect(minHeight()).toBe('25px')
  })

  it('has the height of its content at another width', async () => {
    const { draw, minHeight } = show()
    await draw({ content: 40 })
    await draw({ width: 300, content: 20 })
    expect(minHeight()).toBe('20px')
  })

  it('forces no layout', async () => {
    const reads = (['offsetWidth', 'offsetHeight', 'clientHeight'] as const).map(name =>
      vi.spyOn(HTMLElement.prototype, name, 'get'),
    )
    const { draw } = show()
    await draw({ content: 40 })
    await draw({ content: 25 }, '1 bravo')
    for (const read of reads) expect(read).not.toHaveBeenCalled()
  })
})
