import { describe, expect, it } from 'vitest'
import { makeStatement, shareOut } from '../../../../src/main/ledger/accounts/statement.ts'
import { fc } from '../../../support/property.ts'

const minor = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })
const money = fc.uniqueArray(fc.constantFrom('Ada', 'Main', 'Pool', 'Zoë'), { minLength: 1 }).chain(holders =>
  fc.tuple(
    ...holders.map(holder =>
      fc.record({
        holder: fc.constant(holder),
        depositedMinor: fc.nat(1_000_000_000_000),
        fundedMinor: minor,
        holdingMinor: minor,
      }),
    ),
  ),
)

describe('makeStatement', () => {
  it('shares a result in proportion to deposits, and says who holds whose money', () => {
    expect(
      makeStatement([
        { holder: 'Pool', depositedMinor: 150_000, fundedMinor: 150_000, holdingMinor: 275_650 },
        { holder: 'Main', depositedMinor: 100_000, fundedMinor: 100_000, holdingMinor: 26_155 },
      ]),
    ).toEqual([
      {
        holder: 'Main',
        fundedMinor: 100_000,
        entitledMinor: 120_722,
        holdingMinor: 26_155,
        differenceMinor: -94_567,
      },
      {
        holder: 'Pool',
        fundedMinor: 150_000,
        entitledMinor: 181_083,
        holdingMinor: 275_650,
        differenceMinor: 94_567,
      },
    ])
  })

  it('leaves each what they hold while nothing was deposited', () => {
    const lines = makeStatement([
      { holder: 'Main', depositedMinor: 0, fundedMinor: 0, holdingMinor: 700 },
      { holder: 'Pool', depositedMinor: 0, fundedMinor: 0, holdingMinor: -200 },
    ])
    expect(lines.map(({ differenceMinor }) => differenceMinor)).toEqual([0, 0])
  })

  it('sums to 0 over all holders, whatever they hold', () => {
    fc.assert(
      fc.property(money, holders => {
        const lines = makeStatement(holders)
        expect(lines.reduce((all, line) => all + line.differenceMinor, 0)).toBe(0)
        for (const line of lines) expect(line.holdingMinor - line.entitledMinor).toBe(line.differenceMinor)
      }),
    )
  })
})

describe('shareOut', () => {
  it('gives whole units that sum to the amount, each within one unit of its exact part', () => {
    fc.assert(
      fc.property(minor, fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 6 }), (amount, weights) => {
        const all = weights.reduce((sum, weight) => sum + weight, 0)
        const parts = shareOut(amount, weights)
        if (all === 0) {
          expect(parts).toBeUndefined()
          return
        }
        expect(parts?.reduce((sum, part) => sum + part, 0)).toBe(amount)
        for (const [at, part] of (parts ?? []).entries())
          expect(Math.abs(part - (amount * (weights[at] ?? 0)) / all)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('gives the last unit to the largest remainder, the first of equal ones', () => {
    expect(shareOut(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(shareOut(-100, [1, 2, 0])).toEqual([-33, -67, 0])
  })
})
