/** Positions the tour's card beside its target, never over it. All boxes are in CSS pixels of the window. */
import type { Side } from './tour-steps.ts'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
interface Size {
  readonly width: number
  readonly height: number
}
interface Point {
  readonly x: number
  readonly y: number
}

const gap = 12
const sides: readonly Side[] = ['right', 'left', 'below', 'above']

/** At the preferred side of the target, else at any with room, else in the corner farthest from it. */
export function placeCard(target: Box | undefined, card: Size, window: Size, preferred: Side): Point {
  if (target === undefined) return farthestCorner(undefined, card, window)
  const place = [preferred, ...sides]
    .map(side => placeAt(side, target, card, window))
    .find(point => isInside({ ...point, ...card }, window))
  return place ?? farthestCorner(target, card, window)
}

function placeAt(side: Side, target: Box, card: Size, window: Size): Point {
  const isTall = target.height > window.height / 2
  const top = isTall ? target.y + (target.height - card.height) / 2 : target.y
  const x = clamp(target.x, gap, window.width - card.width - gap)
  const y = clamp(top, gap, window.height - card.height - gap)
  switch (side) {
    case 'right':
      return { x: target.x + target.width + gap, y }
    case 'left':
      return { x: target.x - card.width - gap, y }
    case 'below':
      return { x, y: target.y + target.height + gap }
    case 'above':
      return { x, y: target.y - card.height - gap }
  }
}

const isInside = ({ x, y, width, height }: Box, window: Size): boolean =>
  x >= 0 && y >= 0 && x + width <= window.width && y + height <= window.height

function farthestCorner(target: Box | undefined, card: Size, window: Size): Point {
  const isLeft = target !== undefined && target.x + target.width / 2 > window.width / 2
  const isTop = target !== undefined && target.y + target.height / 2 > window.height / 2
  return {
    x: isLeft ? gap : Math.max(gap, window.width - card.width - gap),
    y: isTop ? gap : Math.max(gap, window.height - card.height - gap),
  }
}

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(value, max))
