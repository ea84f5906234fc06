import { fc } from '../../../support/property.ts'
import { describe, expect, it } from 'vitest'
import {
  moveCard,
  placeCard,
  type Box,
  type CardRequest,
} from '../../../../src/renderer/features/tour/place-card.ts'

const card = { width: 260, height: 120 }
const window = { width: 1024, height: 700 }
const place = (target: Box, side: 'right' | 'left' | 'below' | 'above') =>
  placeCard(target, card, window, side)
const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

describe('placeCard', () => {
  it('puts the card at the preferred side', () => {
    const target = { x: 400, y: 300, width: 100, height: 40 }
    expect(place(target, 'right')).toEqual({ x: 512, y: 300 })
    expect(place(target, 'left')).toEqual({ x: 128, y: 300 })
    expect(place(target, 'below')).toEqual({ x: 400, y: 352 })
    expect(place(target, 'above')).toEqual({ x: 400, y: 168 })
  })

  it('takes another side where there is no room', () => {
    expect(place({ x: 730, y: 0, width: 294, height: 700 }, 'right')).toEqual({ x: 458, y: 290 })
    expect(place({ x: 12, y: 640, width: 240, height: 40 }, 'below')).toEqual({ x: 264, y: 568 })
  })

  it('stays in the window, in a corner, where there is no target', () => {
    expect(placeCard(undefined, card, window, 'below')).toEqual({ x: 752, y: 568 })
  })

  it('never covers its target, and never leaves the window, wherever there is room beside it', () => {
    const box = fc.record({
      x: fc.integer({ min: 0, max: 1000 }),
      y: fc.integer({ min: 0, max: 680 }),
      width: fc.integer({ min: 1, max: 600 }),
      height: fc.integer({ min: 1, max: 400 }),
    })
    fc.assert(
      fc.property(box, fc.constantFrom('right', 'left', 'below', 'above'), (target, side) => {
        const { width, height } = window
        fc.pre(target.x + target.width <= width && target.y + target.height <= height)
        const at = { ...place(target, side), ...card }
        expect(at.x >= 0 && at.y >= 0 && at.x + at.width <= width && at.y + at.height <= height).toBe(true)
        expect(overlap(at, target)).toBe(false)
      }),
    )
  })
})

describe('moveCard', () => {
  const list = { x: 0, y: 90, width: 248, height: 560 }
  const request: CardRequest = { step: 1, target: list, card, window, side: 'right' }
  const first = moveCard(request, undefined)

  it('leaves the card where it is while its target shrinks, as the list does when the slip grows', () => {
    expect(moveCard({ ...request, target: { ...list, height: 200 } }, first).point).toEqual(first.point)
  })

  it('moves it for another step, a target elsewhere, a larger one that it would cover, and a smaller window', () => {
    const isMoved = (change: Partial<CardRequest>) => {
      const now = { ...request, ...change }
      const { point } = moveCard(now, first)
      expect(point).toEqual(placeCard(now.target, now.card, now.window, now.side))
      return point.x !== first.point.x || point.y !== first.point.y
    }
    expect(isMoved({ step: 2, target: { ...list, height: 200 } })).toBe(true)
    expect(isMoved({ target: { ...list, x: 40 } })).toBe(true)
    expect(isMoved({ target: { ...list, width: 300 } })).toBe(true)
    expect(isMoved({ window: { width: 1024, height: 400 } })).toBe(true)
  })

  it('moves it once its size and its target are known', () => {
    const unknown = moveCard({ ...request, target: undefined, card: { width: 0, height: 0 } }, undefined)
    expect(moveCard(request, unknown).point).toEqual(first.point)
  })
})
