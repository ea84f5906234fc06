import { describe, expect, it } from 'vitest'
import { KeptCalls } from '../../../../src/main/desk/budget/kept-calls.ts'

describe('KeptCalls', () => {
  it('keeps nothing at first', () => {
    const kept = new KeptCalls()
    expect([kept.count(10, 0), kept.endsAt(0)]).toEqual([0, Infinity])
  })

  it('keeps calls until their end, and leaves one for others', () => {
    const kept = new KeptCalls()
    kept.keep(4, 100)
    expect([kept.count(10, 99), kept.count(3, 99), kept.count(0, 99), kept.endsAt(99)]).toEqual([
      4, 2, 0, 100,
    ])
    expect([kept.count(10, 100), kept.endsAt(100)]).toEqual([0, Infinity])
    kept.keep(0, 300)
    expect(kept.endsAt(200)).toBe(Infinity)
  })
})
