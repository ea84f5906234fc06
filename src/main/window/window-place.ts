/** Size and position of the window, checked against the displays there are now. */
import type { Rectangle } from 'electron'

const standard = { width: 1600, height: 900 }
/** Part of the window's upper edge that must be on a display, so that it can be taken hold of. */
const minReachable = { width: 120, height: 40 }

/** Bounds of the last time if their upper edge can be reached on one of these work areas, else a size without a position. */
export function fitToDisplays(last: Rectangle | null, workAreas: readonly Rectangle[]): Partial<Rectangle> {
  const home = last && workAreas.find(area => isReachable(last, area))
  if (!last || !home) return shrink(last ?? standard, workAreas[0])
  return { x: last.x, y: last.y, ...shrink(last, home) }
}

function isReachable({ x, y, width }: Rectangle, area: Rectangle): boolean {
  const seenWidth = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  const seenHeight = area.y + area.height - y
  // Some systems put the frame of a maximized or snapped window a few pixels above the display.
  return (
    seenWidth >= minReachable.width && seenHeight >= minReachable.height && y >= area.y - minReachable.height
  )
}

function shrink({ width, height }: Pick<Rectangle, 'width' | 'height'>, area: Rectangle | undefined) {
  return { width: Math.min(width, area?.width ?? width), height: Math.min(height, area?.height ?? height) }
}
