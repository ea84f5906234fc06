import { describe, expect, it } from 'vitest'
import { StakePlanner } from '../../../../src/main/ledger/stakes/stake-planner.ts'
import type { Row } from '../../../../src/shared/model/parlay/desk.ts'
import type { Limits } from '../../../../src/shared/model/price/quote.ts'
import { defaultValueSettings } from '../../../../src/shared/model/settings/settings.ts'
import { exactMoney } from '../../../../src/shared/model/ticket/money-text.ts'
import { splitAcrossBooks } from '../../../../src/shared/value/kelly.ts'
import {
  bankrollMinor,
  boostAt,
  elsewhere,
  fairRow,
  harbor,
  manyTickets,
  planIn,
  planned,
  stakesOf,
  ticket,
  type World,
} from '../../../support/ledger/stake-world.ts'
import { americanPrice, cell, leg, noon, priced, quote, row } from '../../../support/shared/desk-rows.ts'

const limited = (american: number, limits: Partial<Limits>) =>
  quote({
    kind: 'priced',
    price: americanPrice(american),
    links: null,
    limits: { min: null, max: null, ...limits },
  })
/** A ticket on the very legs of the slip, at the price of Alpha. */
const sameLegs = (stakeMinor: number) =>
  ticket([harbor, { gameKey: 'e1', market: 'Player Points', name: 'Ada North Over 27.5' }], {
    ...{ stakeMinor, payoutMinor: Math.round(stakeMinor * 4.6), decimal: 4.6 },
  })
describe('StakePlanner', () => {
  it('stakes no more at a book than its account takes, and nothing at a closed one', async () => {
    const cells = [
      cell('alpha', { quote: priced(360), maxStakeMinor: 500 }),
      cell('bravo', { quote: limited(340, { max: '100' }), maxStakeMinor: 20_000 }),
      cell('charlie', { quote: priced(330), maxStakeMinor: 0 }),
      cell('delta', { quote: priced(320) }),
    ]
    const plan = await planned({ rows: [{ ...fairRow(cells), stakeMinor: 5_000 }] })
    expect(plan.stakes.map(({ bookId, maxMinor }) => [bookId, maxMinor])).toEqual([
      ['alpha', 500],
      ['bravo', 10_000],
      ['delta', null],
    ])
    expect(stakesOf(plan).slice(0, 2)).toEqual([500, 10_000])
    expect(plan.reason).toBe('2 books are at their limits; the rest goes to the next best prices.')
  })

  it('without open tickets fills from the highest price down, as one slip at several books', async () => {
    const cells = [
      cell('charlie', { quote: priced(320) }),
      cell('alpha', { quote: limited(360, { max: '100' }) }),
      cell('bravo', { quote: limited(340, { max: '$200.00' }) }),
    ]
    const plan = await planned({ rows: [fairRow(cells)] })
    const split = splitAcrossBooks(0.25, [
      { decimal: 4.6, limit: 0.01 },
      { decimal: 4.4, limit: 0.02 },
      { decimal: 4.2 },
    ])
    expect(plan.stakes.map(({ bookId, maxMinor }) => [bookId, maxMinor])).toEqual([
      ['alpha', 10_000],
      ['bravo', 20_000],
      ['charlie', null],
    ])
    for (const [place, stake] of stakesOf(plan).entries())
      expect(Math.abs(stake - Math.floor((split[place] ?? 0) * bankrollMinor))).toBeLessThanOrEqual(1)
    expect(plan).toMatchObject({
      reason: 'Alpha takes $100.00 at most; the rest goes to the next best prices.',
      basis: 'Win probability by your fair price.',
    })
    expect(plan.totalMinor).toBe(stakesOf(plan).reduce((sum, stake) => sum + stake, 0))
    expect(plan.winsMinor).toBe(Math.round(10_000 * 3.6) + Math.round((stakesOf(plan)[1] ?? 0) * 3.4))
  })

  it('stakes at boosted odds what a boost covers, and the rest of the book’s limit at its plain price', async () => {
    const cells = [
      cell('alpha', { quote: priced(300) }),
      cell('bravo', { quote: priced(320), maxStakeMinor: 3_000 }),
    ]
    // +320 boosted by 50% is +480.
    const boosted = await planned({
      rows: [fairRow(cells)],
      promotions: boostAt('bravo', { maxStakeMinor: 2_000 }),
    })
    expect(boosted.stakes).toMatchObject([
      { bookId: 'bravo', boost: { decimal: 5.8 }, maxMinor: 2_000, stakeMinor: 2_000 },
      { bookId: 'bravo', boost: null, price: { text: '+320' }, maxMinor: 3_000, stakeMinor: 1_000 },
      { bookId: 'alpha', boost: null, stakeMinor: 0 },
    ])
    expect(boosted).toMatchObject({ totalMinor: 3_000, winsMinor: 2_000 * 4.8 + 1_000 * 3.2 })
    expect(boosted.reason).toBe('All that these books take.')
  })

  it('stakes no more at a boost than its extra winnings allow, and nothing by one that does not apply', async () => {
    const rows = [fairRow([cell('alpha', { quote: priced(300) })])]
    const capped = await planned({ rows, promotions: boostAt('alpha', { maxExtraMinor: 3_000 }) })
    // +300 boosted by 50% adds 1.5 a unit.
    expect(capped.stakes[0]).toMatchObject({ boost: { decimal: 5.5 }, maxMinor: 2_000, stakeMinor: 2_000 })
    expect(capped.reason).toBe('All that the boost covers.')
    const other = await planned({ rows, promotions: boostAt('alpha', { minLegs: 9 }) })
    expect(other.stakes).toMatchObject([{ boost: null, stakeMinor: 0 }])
    expect(other.reason).toContain('these prices pay too little')
  })

  it('stakes less beside an open ticket on one of the legs, and names the leg', async () => {
    const alone = await planned()
    const beside = await planned({ bets: [ticket([harbor, elsewhere]), ticket([harbor])] })
    expect(beside.totalMinor).toBeLessThan(alone.totalMinor * 0.9)
    expect(beside.reason).toBe('Less than for one bet alone: 2 open tickets already need Harbor City.')
    expect(beside.openTickets).toBe(2)
    expect(beside.basis).toContain('2 open tickets by the price taken, less 5%.')
  })

  it('takes the same name in another game for another leg', async () => {
    const other = await planned({
      bets: [ticket([{ ...harbor, gameKey: 'e2' }], { stakeMinor: 100, payoutMinor: 300 })],
    })
    expect(other.reason).toBe('The same as for one bet alone: no open ticket shares a leg.')
  })

  it('counts what is open on the same legs as part of the bet, whatever the fraction', async () => {
    const value = { kellyFraction: 0.25 }
    const alone = await planned({ value })
    const half = Math.floor(alone.totalMinor / 2)
    const more = await planned({ value, bets: [sameLegs(half)] })
    expect(Math.abs(more.totalMinor - (alone.totalMinor - half))).toBeLessThanOrEqual(1)
    expect(more.reason).toBe(`${exactMoney(half, 'USD')} of the stake for this bet is already open.`)
    const all = await planned({ value, bets: [sameLegs(alone.totalMinor)] })
    expect(all.totalMinor).toBeLessThanOrEqual(1)
    const over = await planned({ value, bets: [sameLegs(alone.totalMinor + 2_000)] })
    expect(over).toMatchObject({
      totalMinor: 0,
      reason: `No more: ${exactMoney(alone.totalMinor + 2_000, 'USD')} is already open on this bet.`,
    })
  })

  it('stakes more beside the same legs at a shorter price, by which their win pays less', async () => {
    const [alone, atAlpha] = [await planned(), await planned({ bets: [sameLegs(10_000)] })]
    const shorter = await planned({ bets: [{ ...sameLegs(10_000), payoutMinor: 30_000, decimal: 3 }] })
    expect(alone.totalMinor - atAlpha.totalMinor).toBeGreaterThan(9_998)
    expect(shorter.totalMinor).toBeGreaterThan(atAlpha.totalMinor)
  })

  it('counts a bonus bet on the same legs, which can only win, among the tickets that need them', async () => {
    const value = { kellyFraction: 0.25 }
    const alone = await planned({ value })
    const bonus = { ...sameLegs(0), payoutMinor: 10_000 }
    const plan = await planned({
      value,
      bets: [bonus, ticket([harbor], { stakeMinor: 0, payoutMinor: 100 })],
    })
    // A quarter of the stake at which .25 * 3.6 / (1.04 + 3.6x) equals .75 / (1 - x), less $1 for the ticket of a leg.
    const expected = (bankrollMinor / 4) * ((0.25 * 3.6 - 0.75 * 1.04) / 3.6)
    expect(plan.totalMinor).toBeLessThan(alone.totalMinor * 0.9)
    expect(Math.abs(plan.totalMinor - expected)).toBeLessThan(100)
    expect(plan.reason).toBe('Less than for one bet alone: 2 open tickets already need Harbor City.')
  })

  it('names other tickets where they matter beside money on the same legs', async () => {
    const plan = await planned({ bets: [sameLegs(1_000), ticket([harbor], { stakeMinor: 30_000 })] })
    expect(plan.reason).toBe(
      '$10.00 of the stake for this bet is already open, and 1 other open ticket already needs Harbor City.',
    )
    const small = await planned({ bets: [ticket([harbor], { stakeMinor: 10, payoutMinor: 30 })] })
    expect(small.reason).toBe(
      'About the same as for one bet alone, although 1 open ticket already needs Harbor City.',
    )
  })

  it('stakes at a book what its limit leaves beside the same bet there, and at most the cap with it', async () => {
    const rows = [fairRow([cell('alpha', { quote: limited(360, { max: '100' }) })])]
    const plan = await planned({ rows, bets: [{ ...sameLegs(6_000), bookId: 'alpha' }] })
    expect(plan).toMatchObject({
      totalMinor: 4_000,
      reason: '$60.00 of the stake for this bet is already open.',
    })
    const full = await planned({ rows, bets: [{ ...sameLegs(10_000), bookId: 'alpha' }] })
    expect(full).toMatchObject({ totalMinor: 0, reason: 'No more: $100.00 is already open on this bet.' })
    const capped = await planned({ value: { kellyCap: 0.01 }, bets: [sameLegs(10_000)] })
    expect(capped).toMatchObject({
      totalMinor: 0,
      reason: 'No bet now: you are at the most that your settings allow on one bet.',
    })
  })

  it('values an open ticket by the desk where a row has its legs', async () => {
    const river = [leg('River Town', 'Moneyline', { id: 'e2' })]
    const known: Row = {
      ...row(2, [cell('alpha', { quote: priced(100) })], river),
      fairPrice: americanPrice(100),
    }
    const plan = await planned({ rows: [fairRow(), known], bets: [ticket([elsewhere]), ticket([harbor])] })
    expect(plan.basis).toBe(
      'Win probability by your fair price. 1 open ticket by the desk’s prices. 1 open ticket by the price taken, less 5%.',
    )
  })

  it('stays under the cap and the limits, and says which', async () => {
    const capped = await planned({ value: { kellyCap: 0.01 } })
    expect(capped).toMatchObject({
      totalMinor: 10_000,
      reason: 'The most that your settings allow on one bet.',
    })
    const small = await planned({ rows: [fairRow([cell('alpha', { quote: limited(360, { max: '5' }) })])] })
    expect(small).toMatchObject({ totalMinor: 500, reason: 'All that these books take.' })
  })

  it('leaves with open tickets on its game, and in all, no more than the settings allow', async () => {
    const bets = [ticket([harbor]), ticket([elsewhere])]
    const onGame = await planned({ bets, value: { gameCap: 0.03 } })
    expect(onGame.totalMinor).toBeGreaterThan(9_900)
    expect(onGame).toMatchObject({ reason: 'The most that your settings allow on one game.' })
    expect(onGame.totalMinor).toBeLessThanOrEqual(10_000)
    const inAll = await planned({ bets, value: { gameCap: 0.03, openCap: 0.045 } })
    expect(inAll.totalMinor).toBeLessThanOrEqual(5_000)
    expect(inAll).toMatchObject({ reason: 'The most that your settings allow in all open tickets.' })
    expect(await planned({ bets, value: { openCap: 0.04 } })).toMatchObject({
      totalMinor: 0,
      reason: 'No bet now: you are at the most that your settings allow in all open tickets.',
    })
    const free = await planned({ bets, value: { gameCap: 0.9, openCap: 0.9 } })
    expect(free.reason).not.toContain('settings')
  })

  it('leaves out a book whose smallest bet is above its stake', async () => {
    const cells = [
      cell('alpha', { quote: limited(360, { min: '5000' }) }),
      cell('bravo', { quote: priced(340) }),
    ]
    const plan = await planned({ rows: [fairRow(cells)] })
    expect(stakesOf(plan)[0]).toBe(0)
    expect(stakesOf(plan)[1]).toBeGreaterThan(0)
    const none = await planned({ rows: [fairRow(cells.slice(0, 1))] })
    expect(none).toMatchObject({
      totalMinor: 0,
      reason: 'No bet: the smallest bet that Alpha takes is $5,000.00.',
    })
    const sampled = await planned({ rows: [fairRow(cells.slice(0, 1))], bets: manyTickets })
    expect(sampled.totalMinor).toBe(0)
    expect(sampled.reason).toBe(none.reason)
    expect(sampled.basis).toMatch(/Estimated from 10,000 draws\.$/)
  })

  it('is no bet at prices that are too short', async () => {
    const plan = await planned({ rows: [fairRow([cell('alpha', { quote: priced(290) })])] })
    expect(plan).toMatchObject({
      totalMinor: 0,
      reason: 'No bet: these prices pay too little for your win probability.',
    })
  })

  it('leaves out tickets in other currencies, and says so', async () => {
    expect((await planned({ others: 3 })).basis).toContain('3 open tickets not in USD skipped.')
  })

  it.each<[string, World]>([
    ['This parlay is no longer on the desk.', { rows: [] }],
    ['Set a bankroll in Settings to plan stakes.', { value: { bankrollMinor: 0 } }],
    [
      'No fresh price to plan with.',
      { rows: [fairRow([cell('alpha', { quote: priced(360, noon - 31_000) })])] },
    ],
    [
      'No win probability: too few fresh books, and no fair price of yours.',
      { rows: [row(1, [cell('alpha', { quote: priced(360) })])] },
    ],
    [
      'The open tickets have the whole bankroll at stake.',
      { bets: [ticket([elsewhere], { stakeMinor: bankrollMinor })] },
    ],
  ])('says why there is no plan: %s', async (sentence, world) => {
    expect(await planIn(world)).toEqual({ kind: 'none', sentence })
  })

  it('plans beside 200 open tickets, and says that it drew samples', async () => {
    const plan = await planned({ bets: manyTickets })
    expect(plan.basis).toMatch(/Estimated from 10,000 draws, ± \$\d+\.\d\d\./)
    expect(plan.reason).toBe('Less than for one bet alone: 67 open tickets already need Harbor City.')
  })

  it('fails when its worker ends, and the next plan starts another', async () => {
    const planner = new StakePlanner({
      openBets: () => ({ bets: [], others: 0 }),
      promotions: () => new Map(),
      accountLimits: () => new Map(),
      rows: () => [fairRow()],
      settings: () => ({
        staleAfterMs: 30_000,
        books: [],
        value: { ...defaultValueSettings, bankrollMinor },
      }),
      workerFile: new URL('data:text/javascript,throw new Error("of ours")'),
      now: () => noon,
    })
    await expect(planner.plan(1)).rejects.toThrow('worker ended')
    await expect(planner.plan(1)).rejects.toThrow('worker ended')
  })
})
