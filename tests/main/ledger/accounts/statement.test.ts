import { describe, expect, it } from 'vitest'
import { makeStatement, shareOut } from '../../../../src/main/ledger/accounts/statement.ts'
import { addEntry, openAccount } from '../../../support/ledger/random-accounts.ts'
import { gradeLegs, makeTicket, openTestLedger } from '../../../support/ledger/tickets.ts'
import { fc } from '../../../support/property.ts'

const minor = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })
const timed = fc.record({ at: fc.nat(20), minor })
const money = fc
  .uniqueArray(fc.constantFrom('Ada', 'Main', 'Pool', 'Zoë'), { minLength: 1 })
  .chain(holders =>
    fc.tuple(
      ...holders.map(holder =>
        fc.record({ holder: fc.constant(holder), flows: fc.array(timed), holdingMinor: minor }),
      ),
    ),
  )
const entitledOf = (lines: ReturnType<typeof makeStatement>) =>
  Object.fromEntries(lines.map(({ holder, entitledMinor }) => [holder, entitledMinor]))

describe('makeStatement', () => {
  it('shares a result in proportion to the money at risk, and says who holds whose money', () => {
    expect(
      makeStatement(
        [
          { holder: 'Pool', flows: [{ at: 1, minor: 150_000 }], holdingMinor: 275_650 },
          { holder: 'Main', flows: [{ at: 1, minor: 100_000 }], holdingMinor: 26_155 },
        ],
        [
          { at: 2, minor: 50_000 },
          { at: 3, minor: 1_805 },
        ],
      ),
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

  it('gives money that comes after a win no part in it', () => {
    const lines = makeStatement(
      [
        { holder: 'Main', flows: [{ at: 1, minor: 70_000 }], holdingMinor: 76_580 },
        {
          holder: 'Pool',
          flows: [
            { at: 1, minor: 30_000 },
            { at: 3, minor: 5_000 },
          ],
          holdingMinor: 35_000,
        },
      ],
      [{ at: 2, minor: 6_580 }],
    )
    expect(entitledOf(lines)).toEqual({ Main: 74_606, Pool: 36_974 })
  })

  it('counts a win before it is withdrawn as at risk, and nothing of one who took all out', () => {
    const lines = makeStatement(
      [
        {
          holder: 'Ada',
          flows: [
            { at: 1, minor: 10_000 },
            { at: 3, minor: -12_000 },
          ],
          holdingMinor: 0,
        },
        { holder: 'Main', flows: [{ at: 1, minor: 10_000 }], holdingMinor: 13_000 },
      ],
      [
        { at: 2, minor: 4_000 },
        { at: 4, minor: 1_000 },
      ],
    )
    expect(entitledOf(lines)).toEqual({ Ada: 0, Main: 13_000 })
  })

  it('shares by all deposits what came while no one had money', () => {
    const lines = makeStatement(
      [
        { holder: 'Main', flows: [{ at: 2, minor: 30_000 }], holdingMinor: 30_400 },
        { holder: 'Pool', flows: [{ at: 3, minor: 10_000 }], holdingMinor: 10_000 },
      ],
      [{ at: 1, minor: 400 }],
    )
    expect(entitledOf(lines)).toEqual({ Main: 30_300, Pool: 10_100 })
  })

  it('leaves each what they hold while nothing was deposited', () => {
    const lines = makeStatement(
      [
        { holder: 'Main', flows: [], holdingMinor: 700 },
        { holder: 'Pool', flows: [], holdingMinor: -200 },
      ],
      [{ at: 1, minor: 500 }],
    )
    expect(lines.map(({ differenceMinor }) => differenceMinor)).toEqual([0, 0])
  })

  it('sums to 0 over all holders, whatever they hold and whatever came when', () => {
    fc.assert(
      fc.property(money, fc.array(timed), (holders, results) => {
        const lines = makeStatement(holders, results)
        expect(lines.reduce((all, line) => all + line.differenceMinor, 0)).toBe(0)
        for (const line of lines) expect(line.holdingMinor - line.entitledMinor).toBe(line.differenceMinor)
      }),
    )
  })

  it('gives a later deposit the same entitlement whatever was won before', () => {
    const deposit = fc.integer({ min: 1, max: 1_000_000_000 })
    fc.assert(
      fc.property(deposit, deposit, fc.array(fc.nat(1_000_000)), (first, later, wins) => {
        const results = wins.map((won, at) => ({ at: at + 1, minor: won }))
        const won = wins.reduce((all, each) => all + each, 0)
        const lines = makeStatement(
          [
            { holder: 'Main', flows: [{ at: 0, minor: first }], holdingMinor: first + won },
            { holder: 'Pool', flows: [{ at: 1_000, minor: later }], holdingMinor: later },
          ],
          results,
        )
        expect(entitledOf(lines)).toEqual({ Main: first + won, Pool: later })
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

it('the statement of a ledger gives a deposit of a later day no part in a win, and one of an earlier day its part', () => {
  const { ledger } = openTestLedger()
  const accountId = openAccount(ledger)
  const deposit = (holder: string, amountMinor: number, day: string) =>
    addEntry(ledger, accountId, { kind: 'account-deposit', holder, amountMinor, day, note: '' })
  const entitled = () => entitledOf(ledger.accounts.overview().currencies[0]?.holders ?? [])
  deposit('Main', 30_000, '2026-01-01')
  ledger.record(makeTicket({ accountId }))
  gradeLegs(ledger, 1, ['lost', 'won'])
  deposit('Pool', 10_000, '2040-01-01')
  expect(entitled()).toEqual({ Main: 26_000, Pool: 10_000 })
  deposit('Zoë', 10_000, '2026-01-01')
  expect(entitled()).toEqual({ Main: 27_000, Pool: 10_000, Zoë: 9_000 })
  addEntry(ledger, accountId, { kind: 'account-bonus', amountMinor: 600, day: '2040-01-02', note: '' })
  expect(entitled()).toEqual({ Main: 27_352, Pool: 10_131, Zoë: 9_117 })
})
