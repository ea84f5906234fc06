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

/** Card of a step, and what it has to keep clear of. */
export interface CardRequest {
  readonly step: number | undefined
  readonly target: Box | undefined
  readonly card: Size
  readonly window: Size
  readonly side: Side
}
export interface PlacedCard extends CardRequest {
  readonly point: Point
}

/** The place of before while it serves: a card that jumps in the middle of a step takes the eye from its target. */
export function moveCard(now: CardRequest, before: PlacedCard | undefined): PlacedCard {
  if (before !== undefined && canStay(before, now)) return { ...now, point: before.point }
  return { ...now, point: placeCard(now.target, now.card, now.window, now.side) }
}

/** True if only the size of the target changed, as that of the list when the slip grows, and the card covers none of it. */
function canStay({ step, target: was, card: { width }, point }: PlacedCard, now: CardRequest): boolean {
  const { target, card, window } = now
  if (step !== now.step || width !== card.width || was === undefined || target === undefined) return false
  const box = { ...point, ...card }
  return was.x === target.x && was.y === target.y && isInside(box, window) && !overlap(box, target)
}

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

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
