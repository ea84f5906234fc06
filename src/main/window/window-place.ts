/** Fits stored places of windows to the present displays. */
import type { Rectangle } from 'electron'

/** A window's place. `displayId`: the display it was on; null when unknown. */
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

/** Part of the window's upper edge that must be on a display, so that the user can drag it. */
const minReachable = { width: 120, height: 40 }

/**
 * Returns the stored bounds when the window's display, or another one in its place, still shows them; else moves the
 * whole window onto its display, or the primary one. Without stored bounds returns a size only.
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
  // Some systems place a maximized or snapped window a few pixels above the display.
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
