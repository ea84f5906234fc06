import { describe, expect, it } from 'vitest'
import { fitToDisplays, type DisplayArea } from '../../../src/main/window/window-place.ts'

const laptop = { id: 1, workArea: { x: 0, y: 25, width: 1440, height: 875 } }
const right = { id: 2, workArea: { x: 1440, y: 0, width: 1920, height: 1040 } }
const left = { id: 3, workArea: { x: -1920, y: 0, width: 1920, height: 1040 } }
const standard = { width: 1600, height: 900 }

const fit = (
  bounds: Parameters<typeof fitToDisplays>[0]['bounds'],
  displays: readonly DisplayArea[],
  displayId: number | null = null,
) => fitToDisplays({ bounds, displayId }, displays, { standard, primaryId: laptop.id })

describe('fitToDisplays', () => {
  it.each([
    ['on the only display', { x: 100, y: 100, width: 1200, height: 700 }, [laptop]],
    ['on the second display', { x: 1500, y: 20, width: 1800, height: 1000 }, [laptop, right]],
    ['on a display at the left', { x: -1900, y: 0, width: 1800, height: 1000 }, [laptop, left]],
    ['partly beside the display', { x: 1300, y: 100, width: 1200, height: 700 }, [laptop]],
    ['a few pixels above, as a snapped window', { x: 0, y: 18, width: 1440, height: 875 }, [laptop]],
  ])('keeps bounds %s', (_, bounds, displays) => {
    expect(fit(bounds, displays)).toEqual(bounds)
  })

  it.each([
    ['on a display that is gone', { x: 1500, y: 20, width: 1200, height: 700 }],
    ['on a display at the left that is gone', { x: -1900, y: 0, width: 1200, height: 700 }],
    ['under the display', { x: 0, y: 890, width: 1200, height: 700 }],
    ['with the upper edge over the display', { x: 0, y: -300, width: 1200, height: 700 }],
    ['with too little left to take hold of', { x: 1400, y: 100, width: 1200, height: 700 }],
  ])('puts a window %s whole onto the primary one', (_, bounds) => {
    expect(fit(bounds, [right, laptop].slice(1), right.id)).toEqual({
      x: 120,
      y: 112,
      width: 1200,
      height: 700,
    })
  })

  it('prefers the primary display to others for a window whose display is gone', () => {
    const bounds = { x: -1900, y: 0, width: 1200, height: 700 }
    expect(fit(bounds, [right, laptop], left.id)).toEqual({ x: 120, y: 112, width: 1200, height: 700 })
  })

  it('follows a display that is somewhere else now', () => {
    const moved = { ...right, workArea: { ...right.workArea, x: -1920 } }
    const bounds = { x: 1500, y: 20, width: 1800, height: 1000 }
    expect(fit(bounds, [laptop, moved], right.id)).toEqual({ x: -1860, y: 20, width: 1800, height: 1000 })
  })

  it('keeps a window on a display that has taken the place of its own', () => {
    const bounds = { x: 1500, y: 20, width: 1800, height: 1000 }
    expect(fit(bounds, [laptop, right], 99)).toEqual(bounds)
  })

  it('keeps a window within a smaller display', () => {
    const bounds = { x: 0, y: 25, width: 1900, height: 1000 }
    expect(fit(bounds, [laptop])).toEqual({ x: 0, y: 25, width: 1440, height: 875 })
  })

  it('fits the first window to the display', () => {
    expect(fit(null, [laptop])).toEqual({ width: 1440, height: 875 })
    expect(fit(null, [])).toEqual({ width: 1600, height: 900 })
  })
})
