import { describe, expect, it } from 'vitest'
import { stepPath } from '../../../../../src/renderer/features/desk/history/step-path.ts'
import type { Quote } from '../../../../../src/shared/model/price/quote.ts'
import { priced, quote } from '../../../../support/shared/desk-rows.ts'

const box = { width: 100, height: 10 }
/** Answers oldest first as `[at, american]`, null for no price. */
const path = (...answers: readonly (readonly [number, number | null])[]) =>
  stepPath(
    answers
      .map(([at, american]): Quote =>
        american === null ? quote({ kind: 'no-price' }, at) : priced(american, at),
      )
      .toReversed(),
    box,
  )

describe('stepPath', () => {
  it('holds each price until the next answer, higher for more, and leaves room for the newest', () => {
    expect(path([0, 100], [40, 300], [100, 100])).toBe('M0 10H38V0H95V10H100')
  })

  it('is as high as the implied probability is low', () => {
    // 50%, 37.5%, 25%: the middle is half way.
    expect(path([0, 100], [50, 166.6666666666666], [100, 300])).toBe('M0 10H47.5V5H95V0H100')
  })

  it('leaves a gap where there was no price', () => {
    expect(path([0, 100], [25, null], [75, 300], [100, 300])).toBe('M0 10H23.75M71.25 0H95V0H100')
    expect(path([0, null], [50, 100], [100, null])).toBe('M47.5 5H95')
  })

  it('is one level line for one price, however often it came', () => {
    expect(path([7, 100])).toBe('M0 5H100')
    expect(path([7, 100], [7, 100])).toBe('M0 5H47.5V5H100')
  })

  it('is empty without prices', () => {
    expect(path()).toBe('')
    expect(path([0, null])).toBe('')
  })
})
