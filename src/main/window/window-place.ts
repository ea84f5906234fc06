/** Places of windows from the last time, checked against the displays there are now. */
import type { Rectangle } from 'electron'

/** A window's place. `displayId`: the display it was on; null where that was not noted. */
export interface WindowPlace {
  readonly bounds: Rectangle | null
  readonly displayId: number | null
  readonly isMaximized: boolean
}

export interface DisplayArea {
  readonly id: number
  readonly workArea: Rectangle
}

export type Size = Pick<Rectangle, 'width' | 'height'>

/** Part of the window's upper edge that must be on a display, so that it can be taken hold of. */
const minReachable = { width: 120, height: 40 }

/**
 * Bounds of the last time where the window's display is still there, or another one in its place; else the window is
 * moved whole onto its display, or the primary one. Without bounds, a size that the system finds a position for.
 */
export function fitToDisplays(
  { bounds, displayId }: Pick<WindowPlace, 'bounds' | 'displayId'>,
  displays: readonly DisplayArea[],
  { standard, primaryId }: { standard: Size; primaryId: number },
): Partial<Rectangle> {
  const primary = displays.find(({ id }) => id === primaryId)?.workArea ?? displays[0]?.workArea
  if (bounds === null || primary === undefined) return shrink(bounds ?? standard, primary)
  const own = displays.find(({ id }) => id === displayId)?.workArea
  const home = [own, ...displays.map(({ workArea }) => workArea)].find(
    area => area && isReachable(bounds, area),
  )
  if (home !== undefined) return { x: bounds.x, y: bounds.y, ...shrink(bounds, home) }
  return center(shrink(bounds, own ?? primary), own ?? primary)
}

function isReachable({ x, y, width }: Rectangle, area: Rectangle): boolean {
  const seenWidth = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  const seenHeight = area.y + area.height - y
  // Some systems put the frame of a maximized or snapped window a few pixels above the display.
  return (
    seenWidth >= minReachable.width && seenHeight >= minReachable.height && y >= area.y - minReachable.height
  )
}

const shrink = ({ width, height }: Size, area: Rectangle | undefined): Size => ({
  width: Math.min(width, area?.width ?? width),
  height: Math.min(height, area?.height ?? height),
})

const center = ({ width, height }: Size, area: Rectangle): Rectangle => ({
  x: area.x + Math.floor((area.width - width) / 2),
  y: area.y + Math.floor((area.height - height) / 2),
  width,
  height,
})
