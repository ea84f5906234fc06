import { describe, expect, it } from 'vitest'
import { fitToDisplays } from '../../../src/main/window/window-place.ts'

const laptop = { x: 0, y: 25, width: 1440, height: 875 }
const right = { x: 1440, y: 0, width: 1920, height: 1040 }
const left = { x: -1920, y: 0, width: 1920, height: 1040 }

describe('fitToDisplays', () => {
  it.each([
    ['on the only display', { x: 100, y: 100, width: 1200, height: 700 }, [laptop]],
    ['on the second display', { x: 1500, y: 20, width: 1800, height: 1000 }, [laptop, right]],
    ['on a display at the left', { x: -1900, y: 0, width: 1800, height: 1000 }, [laptop, left]],
    ['partly beside the display', { x: 1300, y: 100, width: 1200, height: 700 }, [laptop]],
    ['a few pixels above, as a snapped window', { x: 0, y: 18, width: 1440, height: 875 }, [laptop]],
  ])('keeps bounds %s', (_, bounds, areas) => {
    expect(fitToDisplays(bounds, areas)).toEqual(bounds)
  })

  it.each([
    ['on a display that is gone', { x: 1500, y: 20, width: 1200, height: 700 }],
    ['on a display at the left that is gone', { x: -1900, y: 0, width: 1200, height: 700 }],
    ['under the display', { x: 0, y: 890, width: 1200, height: 700 }],
    ['with the upper edge over the display', { x: 0, y: -300, width: 1200, height: 700 }],
    ['with too little left to take hold of', { x: 1400, y: 100, width: 1200, height: 700 }],
  ])('keeps the size alone of bounds %s', (_, bounds) => {
    expect(fitToDisplays(bounds, [laptop])).toEqual({ width: 1200, height: 700 })
  })

  it('keeps a window within a smaller display', () => {
    const bounds = { x: 0, y: 25, width: 1900, height: 1000 }
    expect(fitToDisplays(bounds, [laptop])).toEqual({ x: 0, y: 25, width: 1440, height: 875 })
  })

  it('fits the first window to the display', () => {
    expect(fitToDisplays(null, [laptop])).toEqual({ width: 1440, height: 875 })
    expect(fitToDisplays(null, [])).toEqual({ width: 1600, height: 900 })
  })
})
