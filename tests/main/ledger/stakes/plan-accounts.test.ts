import { describe, expect, it, vi } from 'vitest'
import type { AccountLimit } from '../../../../src/main/ledger/accounts/account-reads.ts'
import type { OpenBet } from '../../../../src/main/ledger/reads/open-bets.ts'
import { toOpenLeg } from '../../../../src/main/ledger/stakes/stake-question.ts'
import type { Row } from '../../../../src/shared/model/parlay/desk.ts'
import {
  boostAt,
  fairRow,
  planned,
  slip,
  stakesOf,
  ticket,
  toBook,
  type World,
} from '../../../support/ledger/stake-world.ts'
import { cell, noon, priced, row } from '../../../support/shared/desk-rows.ts'

const has = (availableMinor: number | null, accountId = 'one'): AccountLimit => ({
  ...{ accountId, maxMinor: null, availableMinor },
})
const accounts = (given: Readonly<Record<string, number | null>>) =>
  new Map(Object.entries(given).map(([bookId, minor]) => [bookId, [has(minor)]]))
const single = (bookId: string, american: number, stakeMinor: number): OpenBet =>
  ticket(
    row(1, []).legs.map(({ game, market, name }) => toOpenLeg({ game, market, name })),
    {
      ...{ bookId, stakeMinor, payoutMinor: stakeMinor * 4, decimal: 1 + american / 100 },
    },
  )

describe('StakePlanner with accounts', () => {
  it('stakes no more at a book than its available balance, and names it', async () => {
    const plan = await planned({ limits: accounts({ alpha: 5_000, bravo: null, charlie: null }) })
    expect(plan.stakes[0]).toMatchObject({ bookId: 'alpha', maxMinor: 5_000, stakeMinor: 5_000 })
    expect(plan.reason).toBe('Alpha has $50.00 available; the rest goes to the next best prices.')
  })

  it('reads the accounts once, so that a change meanwhile does not contradict its stakes', async () => {
    const accountLimits = vi
      .fn(() => accounts({ bravo: 1_000_000, alpha: 1_000_000, charlie: 1_000_000 }))
      .mockReturnValueOnce(accounts({ alpha: 5_000, bravo: null, charlie: null }))
    const plan = await planned({ accountLimits })
    expect(plan.reason).toBe('Alpha has $50.00 available; the rest goes to the next best prices.')
    expect(accountLimits).toHaveBeenCalledOnce()
  })

  it('names an available balance beside another reason', async () => {
    const plan = await planned({
      limits: accounts({ alpha: 5_000, bravo: null, charlie: null }),
      value: { kellyCap: 0.01 },
    })
    expect(plan).toMatchObject({
      totalMinor: 10_000,
      reason: 'The most that your settings allow on one bet; Alpha has $50.00 available.',
    })
  })

  it('stakes a boost and the rest within the available balance', async () => {
    const plan = await planned({
      rows: [fairRow([cell('bravo', { quote: priced(320) })])],
      limits: accounts({ bravo: 3_000 }),
      promotions: boostAt('bravo', { maxStakeMinor: 2_000 }),
    })
    expect(stakesOf(plan)).toEqual([2_000, 1_000])
    expect(plan.reason).toBe('All that these books take; Bravo has $30.00 available.')
  })

  it('stakes up to the available balance beside what is open on the same bet at the book', async () => {
    // The most on one bet is $100; $60 of it is open at Alpha, and $40 is left there.
    const value = { kellyCap: 0.01 }
    const plan = await planned({
      value,
      bets: [single('alpha', 360, 6_000)],
      limits: accounts({ alpha: 4_000 }),
    })
    expect(plan.stakes[0]).toMatchObject({ bookId: 'alpha', maxMinor: 4_000, stakeMinor: 4_000 })
    expect(plan).toMatchObject({
      totalMinor: 4_000,
      reason:
        'The most that your settings allow on one bet, with the $60.00 already open; Alpha has $40.00 available.',
    })
  })

  it('stakes what the cap leaves beside the same bet from the highest price down', async () => {
    // $90 is left of the $150 by the cap: $40 at Alpha, and $50 at Bravo.
    const value = { kellyCap: 0.015 }
    const limits = accounts({ alpha: 4_000, bravo: null })
    const plan = await planned({ value, bets: [single('alpha', 360, 6_000)], limits })
    expect(stakesOf(plan)).toEqual([4_000, 5_000, 0])
    const elsewhere = await planned({ value, bets: [single('delta', 360, 6_000)], limits })
    expect(stakesOf(elsewhere)).toEqual([4_000, 5_000, 0])
  })

  it('stakes by a boost no more than the account that has it', async () => {
    const rows = [fairRow([cell('alpha', { quote: priced(300) })])]
    const promotions = boostAt('alpha', { maxStakeMinor: 10_000 })
    const staked = async (limits: readonly AccountLimit[]) =>
      stakesOf(await planned({ rows, promotions, limits: new Map([['alpha', limits]]) }))[0]
    expect(await staked([has(50_000), has(2_000, 'main')])).toBe(10_000)
    const limits = new Map([['alpha', [has(50_000, 'main'), has(2_000)]]])
    const plan = await planned({ rows, promotions, limits })
    expect(stakesOf(plan)[0]).toBe(2_000)
    expect(plan.reason).toBe('All that these books take.')
    const more = await planned({
      rows: [fairRow([cell('alpha', { quote: priced(310) })])],
      ...{ promotions, limits },
    })
    expect(stakesOf(more)).toEqual([2_000, expect.any(Number)])
    expect(more.reason).toBe(
      'The account with the boost at Alpha takes $20.00 at most; the rest goes to the next best prices.',
    )
  })

  it('does not say that a boost covers no more where the balance is what is all staked', async () => {
    const plan = await planned({
      rows: [fairRow([cell('alpha', { quote: priced(300) })])],
      limits: accounts({ alpha: 2_000 }),
      promotions: boostAt('alpha', { maxStakeMinor: 5_000 }),
    })
    expect(stakesOf(plan)).toEqual([2_000, 0])
    expect(plan.reason).toBe('All that these books take; Alpha has $20.00 available.')
  })

  it('counts a book with a boost once among those at their limits', async () => {
    const plan = await planned({
      rows: [fairRow([cell('alpha', { quote: priced(360), maxStakeMinor: 10_000 }), ...slip.slice(1)])],
      promotions: boostAt('alpha', { maxStakeMinor: 2_500 }),
    })
    expect(stakesOf(plan).slice(0, 2)).toEqual([2_500, 7_500])
    expect(plan.reason).toBe('Alpha takes $100.00 at most; the rest goes to the next best prices.')
  })

  it('names no balance at a book whose price is below the one that takes the rest', async () => {
    const cells = [...slip, cell('delta', { quote: priced(310) })]
    const rows = [fairRow(cells)]
    const plan = await planned({
      rows,
      limits: accounts({ alpha: 5_000, bravo: null, charlie: 0, delta: 0 }),
    })
    expect(stakesOf(plan)).toEqual([5_000, expect.any(Number), 0, 0])
    expect(plan.reason).toBe('Alpha has $50.00 available; the rest goes to the next best prices.')
    const above = await planned({
      rows,
      limits: accounts({ alpha: 0, bravo: 0, charlie: null, delta: 0 }),
    })
    expect(above.reason).toBe(
      'No other ticket is open; Alpha has $0.00 available, Bravo has $0.00 available.',
    )
  })

  it('names each balance once, also of a book whose name ends with that of another', async () => {
    const cells = [cell('fanbet', { quote: priced(360) }), cell('bet', { quote: priced(350) }), ...slip]
    const books = ['FanBet', 'Bet', 'Alpha', 'Bravo', 'Charlie'].map(toBook)
    const plan = await planned({
      books,
      rows: [fairRow(cells.slice(0, 2))],
      limits: accounts({ fanbet: 0, bet: 0 }),
    })
    expect(plan.reason).toBe('No bet: FanBet has $0.00 available; Bet has $0.00 available.')
  })

  describe('by a boost that other parlays could use too', () => {
    const withBoost = [fairRow([cell('alpha', { quote: priced(300) })])]
    const rowAt = (id: number, american: number, bookId = 'alpha') => ({
      ...fairRow([cell(bookId, { quote: priced(american) })]),
      id,
    })
    const reasonWith = async (others: readonly Row[], uses: number, given: World = {}) =>
      (
        await planned({
          rows: [...withBoost, ...others],
          promotions: boostAt('alpha', { maxStakeMinor: 1_000, uses }),
          ...given,
        })
      ).reason

    it('says so where it has too few uses left for all', async () => {
      expect(await reasonWith([rowAt(2, 300)], 1)).toBe(
        'All that the boost covers. The boost at Alpha has 1 use left, and 1 other parlay on the desk could use it too: see Use promotions.',
      )
      const several = { ...rowAt(3, 310), cells: [...slip.slice(1), cell('alpha', { quote: priced(310) })] }
      expect(await reasonWith([rowAt(2, 300), several], 2)).toContain(
        'The boost at Alpha has 2 uses left, and 2 other parlays on the desk could use it too',
      )
      expect(await reasonWith([rowAt(2, 300)], 2)).toBe('All that the boost covers.')
    })

    it('counts no parlay that is not worth a bet with it, and none of another book', async () => {
      // +180 boosted by 50% is +270, below the fair +300.
      expect(await reasonWith([rowAt(2, 180), rowAt(3, 300, 'bravo')], 1)).toBe('All that the boost covers.')
      const old = { ...rowAt(2, 300), cells: [cell('alpha', { quote: priced(300, noon - 31_000) })] }
      expect(await reasonWith([old], 1)).toBe('All that the boost covers.')
      const others = [rowAt(2, 300)]
      expect(await reasonWith(others, 1, { limits: accounts({ alpha: 0 }) })).not.toContain('Use promotions')
    })
  })

  it('stakes nothing at an empty account, and says so', async () => {
    const plan = await planned({ rows: [fairRow(slip.slice(0, 1))], limits: accounts({ alpha: 0 }) })
    expect(plan).toMatchObject({ totalMinor: 0, reason: 'No bet: Alpha has $0.00 available.' })
  })

  it('names no account that has more than the stake', async () => {
    const limits = accounts({ alpha: 1_000_000, bravo: 1_000_000, charlie: 1_000_000 })
    expect((await planned({ limits })).reason).toBe('No other ticket is open.')
  })

  it('stakes where the user has accounts, and names the books without one that pay more', async () => {
    const plan = await planned({ limits: accounts({ charlie: null }) })
    const alone = await planned({ rows: [fairRow(slip.slice(2))] })
    expect(plan.stakes.map(({ bookId, stakeMinor }) => [bookId, stakeMinor])).toEqual([
      ['alpha', 0],
      ['bravo', 0],
      ['charlie', alone.totalMinor],
    ])
    expect(plan.reason).toBe(
      'No other ticket is open; Alpha and Bravo pay more, but you have no USD account there.',
    )
    const best = await planned({ limits: accounts({ alpha: null }) })
    expect(best.reason).toBe('No other ticket is open.')
    expect(stakesOf(best)).toEqual([expect.any(Number), 0, 0])
  })

  it('says where the rest of a stake could go with an account', async () => {
    const plan = await planned({ limits: accounts({ bravo: 5_000 }) })
    expect(stakesOf(plan)).toEqual([0, 5_000, 0])
    expect(plan.reason).toBe(
      'All that these books take; Bravo has $50.00 available; Alpha pays more, but you have no USD account there; no USD account at Charlie.',
    )
  })

  it('is no bet where no account is at a book that is worth one', async () => {
    const elsewhere = await planned({ limits: accounts({ delta: null }) })
    expect(elsewhere).toMatchObject({
      totalMinor: 0,
      reason: 'No bet: you have no USD account at Alpha, Bravo or Charlie.',
    })
    const cells = [...slip.slice(0, 1), cell('bravo', { quote: priced(290) })]
    const short = await planned({ rows: [fairRow(cells)], limits: accounts({ bravo: null }) })
    expect(short).toMatchObject({
      totalMinor: 0,
      reason:
        'No bet: your books pay too little for your win probability; Alpha pays more, but you have no USD account there.',
    })
    const none = await planned({ rows: [fairRow(cells.slice(1))], limits: accounts({ delta: null }) })
    expect(none.reason).toBe('No bet: these prices pay too little for your win probability.')
  })
})
