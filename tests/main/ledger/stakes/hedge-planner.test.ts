import { describe, expect, it, vi } from 'vitest'
import type { HedgePlannerDeps } from '../../../../src/main/ledger/stakes/hedge-planner.ts'
import type { OpenBet } from '../../../../src/main/ledger/reads/open-bets.ts'
import { Refusal } from '../../../../src/shared/failure.ts'
import type { AccountLine } from '../../../../src/shared/model/accounts/account.ts'
import type { QuotedPrice, QuoteOutcome } from '../../../../src/shared/model/price/quote.ts'
import type { HedgeGoal, PlannedHedge } from '../../../../src/shared/model/ticket/hedge-plan.ts'
import type { TicketLine } from '../../../../src/shared/model/ticket/ticket-line.ts'
import {
  americanPrice,
  book,
  cell,
  leg as deskLeg,
  noon,
  priced,
  quote,
  row,
} from '../../../support/shared/desk-rows.ts'
import {
  books,
  market,
  own,
  planIn,
  planner,
  side,
  sides,
  under,
  type HedgeWorld,
} from '../../../support/ledger/hedge-world.ts'

const toOutcome = (price: QuotedPrice): QuoteOutcome => ({ kind: 'priced', price, links: null, limits: null })
const minimum = (text: string): HedgeGoal => ({ kind: 'guaranteedMinimum', minimum: text })
const stakesOf = ({ bets }: PlannedHedge) => bets.map(({ bookId, stakeMinor }) => [bookId, stakeMinor])

describe('a hedge for an equal profit', () => {
  it('stakes the payout over the odds at the best price, and leaves the other books at 0', async () => {
    const plan = await planIn()
    expect(stakesOf(plan)).toEqual([
      ['alpha', 30_000],
      ['bravo', 0],
      ['charlie', 0],
    ])
    expect(plan).toMatchObject({
      sides: [{ leg: 'Ada North Over 21.5', opposite: { name: under } }],
      ticket: { stakeMinor: 10_000, profits: { wonMinor: 50_000, lostMinor: -10_000 } },
      profits: { wonMinor: 20_000, lostMinor: 20_000 },
      guaranteedMinor: 20_000,
      sentence: null,
    })
    expect(plan.bets[0]?.profits).toEqual({ wonMinor: -30_000, lostMinor: 30_000 })
  })

  it('of a bonus bet converts it: 100 at +200 against -210 stakes 135.48 and keeps 64.52', async () => {
    const plan = await planIn({
      line: { kind: 'bonus', stakeMinor: 10_000, potentialMinor: 20_000 },
      sides: () => Promise.resolve(sides({ alpha: '-210' })),
    })
    expect(plan.bets[0]).toMatchObject({ stakeMinor: 13_548 })
    expect(plan).toMatchObject({
      profits: { wonMinor: 6_452, lostMinor: 6_451 },
      ticket: { stakeMinor: 0, profits: { lostMinor: 0 } },
    })
  })

  it('fills books by price within the limits that they sent with it, and those of accounts', async () => {
    const limited = (american: number, max: string) => ({
      ...quote({ kind: 'priced', price: americanPrice(american), links: null, limits: { min: null, max } }),
      at: noon + 500,
    })
    const account = (id: string, state: AccountLine['state']) => ({
      book: { id, name: id },
      currency: 'USD',
      state,
    })
    const cells = [
      cell('alpha', { quote: limited(110, '$100') }),
      cell('bravo', { quote: priced(100, noon + 500) }),
      cell('charlie', { quote: priced(-105, noon + 500) }),
    ]
    const plan = await planIn({
      rows: () => [row(1, cells, [deskLeg(under, market)])],
      accounts: () => [
        account('bravo', { kind: 'limited', maxStakeMinor: 5_000 }),
        account('bravo', { kind: 'closed' }),
        account('alpha', { kind: 'open' }),
      ],
    })
    const [first, second, third] = plan.bets.toSorted(
      (a, b) => (b.price?.decimal ?? 0) - (a.price?.decimal ?? 0),
    )
    expect(first).toMatchObject({ bookId: 'alpha', stakeMinor: 10_000, maxMinor: 10_000 })
    expect(second).toMatchObject({ bookId: 'bravo', stakeMinor: 5_000, maxMinor: 5_000 })
    expect(third?.stakeMinor).toBeGreaterThan(0)
    expect(plan.sentence).toBeNull()
    expect(Math.abs(plan.profits.wonMinor - plan.profits.lostMinor)).toBeLessThanOrEqual(3)
  })

  it('leaves out a closed account, a suspect price and a stake below the book’s smallest', async () => {
    const closed = await planIn({
      accounts: () => [{ book: { id: 'alpha', name: 'Alpha' }, currency: 'USD', state: { kind: 'closed' } }],
    })
    expect(stakesOf(closed)[0]?.[0]).toBe('bravo')
    expect(closed.bets.find(({ bookId }) => bookId === 'alpha')?.obstacle).toBe(
      'Your account here is closed.',
    )
    const many = [...books, book('delta', 'Delta'), book('echo', 'Echo')]
    const opposite = side(under)
    const offers = many.map(({ id }) => ({
      ...{ bookId: id, oddsId: id, sgp: id, grade: null },
      price: id === 'echo' ? '+400' : '-110',
    }))
    const suspect = await planIn({
      books: () => many,
      sides: () =>
        Promise.resolve({
          ...sides(),
          opposite: { leg: { ...opposite.leg, offers }, asOf: new Map(many.map(({ id }) => [id, noon])) },
        }),
    })
    expect(suspect.bets.find(({ bookId }) => bookId === 'echo')).toMatchObject({
      stakeMinor: 0,
      obstacle: 'Far from the other books’ prices, so it may be an error.',
    })
    const outcome: QuoteOutcome = {
      ...{ kind: 'priced', price: americanPrice(100), links: null },
      limits: { min: '1000', max: null },
    }
    const small = await planIn({
      rows: () => [
        row(1, [cell('alpha', { quote: { id: 1, at: noon + 500, outcome } })], [deskLeg(under, market)]),
      ],
    })
    expect(stakesOf(small)[0]).toEqual(['bravo', 31_428])
  })

  it('counts open tickets that need only the other side, or the line of a middle', async () => {
    const bet = (name: string, stakeMinor: number): OpenBet => ({
      ...{ ticketId: 8, bookId: 'alpha', stakeMinor, payoutMinor: stakeMinor * 2, decimal: 2, legCount: 1 },
      legs: [{ gameKey: own.game.id, market, name }],
    })
    const plan = await planIn({ bets: [bet(under, 10_000), bet('Ada North Under 20.5', 5_000)] })
    expect(plan.hedges).toEqual({
      tickets: 1,
      stakeMinor: 10_000,
      profits: { wonMinor: -10_000, lostMinor: 10_000 },
    })
    expect(plan.bets[0]?.stakeMinor).toBe(20_000)
    const middle = await planIn({ bets: [bet('Ada North Under 24.5', 10_000)] })
    expect(middle.hedges.tickets).toBe(1)
    const done = await planIn({ bets: [bet(under, 30_000)] })
    expect(done.bets[0]?.stakeMinor).toBe(0)
    expect(done.sentence).toBe('Nothing to add: the other side already pays as much as the ticket.')
  })

  it('that loses money says how much', async () => {
    const plan = await planIn({
      line: { potentialMinor: 20_000 },
      sides: () => Promise.resolve(sides({ alpha: '-200' })),
    })
    expect(plan.sentence).toBe('A hedge loses money at these prices: $33.33 either way.')
  })
})

describe('other goals', () => {
  it('a guaranteed minimum stakes as little as keeps it', async () => {
    const plan = await planIn({}, minimum('50'))
    expect(stakesOf(plan)[0]).toEqual(['alpha', 15_000])
    expect(plan).toMatchObject({ profits: { wonMinor: 35_000, lostMinor: 5_000 }, sentence: null })
    const withLoss = await planIn({}, minimum('−40'))
    expect(withLoss.bets[0]?.stakeMinor).toBe(6_000)
    expect(withLoss).toMatchObject({ guaranteedMinor: -4_000, sentence: null })
  })

  it('a free roll loses nothing and keeps the most for the ticket', async () => {
    const plan = await planIn({}, { kind: 'freeRoll' })
    expect(plan).toMatchObject({
      profits: { wonMinor: 40_000, lostMinor: 0 },
      guaranteedMinor: 0,
      sentence: null,
    })
  })

  it.each<[string, string, HedgeGoal, Partial<TicketLine>]>([
    [
      'a minimum that is too high',
      'These prices don’t guarantee that much: the most is $200.00.',
      minimum('500'),
      {},
    ],
    ['a minimum that is safe already', 'No hedge needed: at most $100.00 can be lost.', minimum('-150'), {}],
    [
      'a free roll of a bonus bet',
      'No hedge needed: nothing can be lost.',
      { kind: 'freeRoll' },
      { kind: 'bonus', potentialMinor: 50_000 },
    ],
    [
      'a free roll that the prices do not allow',
      'No free roll at these prices: the best hedge still loses $25.00.',
      { kind: 'freeRoll' },
      { potentialMinor: 15_000 },
    ],
  ])('%s is explained', async (_, sentence, goal, given) => {
    expect((await planIn({ line: given }, goal)).sentence).toBe(sentence)
  })

  it('an amount that is none is refused with its field', async () => {
    await expect(planIn({}, minimum('much'))).rejects.toBeInstanceOf(Refusal)
  })
})

describe('a ticket without a hedge says why', () => {
  const refused = async (world: HedgeWorld) => {
    const plan = await planner(world).plan(7, { kind: 'equalProfit' })
    return plan.kind === 'none' ? plan.sentence : plan
  }
  const legs = { won: 1, lost: 0, refunded: 0, pending: 1, unknown: 0 }

  it.each<[string, HedgeWorld]>([
    ['This ticket was deleted.', { isVoided: true }],
    ['This ticket isn’t open any more.', { line: { result: 'won' } }],
    ['This ticket needs your review first.', { line: { result: 'review' } }],
    [
      'A leg of this ticket has lost, so there is nothing to hedge.',
      { line: { legs: { ...legs, lost: 1 } } },
    ],
    [
      'A leg of this ticket pushed or voided, so what it pays isn’t known yet.',
      { line: { legs: { ...legs, refunded: 1 } } },
    ],
    ['This ticket waits for 5 legs; a hedge takes at most 4.', { line: { legs: { ...legs, pending: 5 } } }],
    ['This ticket has no leg left.', { line: { legs: { ...legs, pending: 0 } }, pending: [] }],
    ['“Ada North Over 21.5” was typed in, so its other side is unknown.', { leg: { selectionKey: null } }],
    ['None of your books offers “Ada North Under 21.5”.', { books: () => [] }],
    [
      'No book in your odds has the other side of “Ada North Over 21.5”.',
      { sides: () => Promise.resolve({ kind: 'missing' }) },
    ],
    [
      '“Ada North Over 21.5” is on a whole number and can push, so no bet wins exactly when it loses.',
      { sides: () => Promise.resolve({ kind: 'whole-line' }) },
    ],
    [
      '“Ada North Over 21.5 · 1st Half Moneyline” can end in a draw, so no bet wins exactly when it loses.',
      { leg: { market: '1st Half Moneyline' }, sides: () => Promise.resolve({ kind: 'three-way' }) },
    ],
  ])('%s', async (sentence, world) => {
    expect(await refused(world)).toBe(sentence)
  })

  it('with prices that are too old, and plans nothing until they are priced', async () => {
    let now = noon + 60_000
    const ask = vi.fn<HedgePlannerDeps['ask']>(({ id }) =>
      Promise.resolve(
        id === 'charlie' ? { kind: 'no-price' } : toOutcome(americanPrice(id === 'alpha' ? 120 : 100)),
      ),
    )
    const hedges = planner({ now: () => now, ask })
    const before = await hedges.plan(7, { kind: 'equalProfit' })
    expect(before).toMatchObject({
      calls: 3,
      sentence: 'No fresh price on the other side. Get prices to plan a hedge.',
      bets: [
        { bookId: 'alpha', obstacle: 'Too old to plan with.', stakeMinor: 0, at: noon },
        { bookId: 'bravo', obstacle: 'Too old to plan with.' },
        { bookId: 'charlie', obstacle: 'Not priced yet.', price: null, at: null },
      ],
    })
    await hedges.price(7, 'opposite', 'main')
    expect(ask).toHaveBeenCalledTimes(3)
    const after = await hedges.plan(7, { kind: 'equalProfit' })
    expect(after).toMatchObject({
      calls: 1,
      sentence: null,
      bets: [
        { bookId: 'alpha', price: { text: '+120' }, at: now, stakeMinor: 27_273 },
        { bookId: 'bravo' },
        { bookId: 'charlie', obstacle: 'This book isn’t pricing this leg right now.' },
      ],
    })
    now += 31_000
    expect(await hedges.plan(7, { kind: 'equalProfit' })).toMatchObject({ calls: 3 })
  })

  it('of a live game with prices over 30 seconds old, or 10 behind the newest, whatever limit is set', async () => {
    const hour = () => 3_600_000
    const given = sides({ alpha: '+110', bravo: '+100', charlie: '-110' })
    const { leg } = given.opposite
    const live = { ...leg, game: { ...leg.game, isLive: true } }
    const inPlay = (times: readonly number[]) => {
      const asOf = new Map(books.map(({ id }, at) => [id, noon - (times[at] ?? 0) * 1_000]))
      return { ...given, opposite: { leg: live, asOf }, middles: [] }
    }
    const world = (...times: number[]) => ({
      staleAfterMs: hour,
      now: () => noon,
      sides: () => Promise.resolve(inPlay(times)),
    })
    expect(await planIn(world(60, 60, 60))).toMatchObject({ calls: 3, profits: { lostMinor: -10_000 } })
    const apart = await planIn(world(25, 12, 5))
    expect(apart).toMatchObject({ calls: 1 })
    expect(apart.bets.map(({ bookId, obstacle }) => [bookId, obstacle])).toEqual([
      ['bravo', null],
      ['charlie', null],
      ['alpha', 'Live odds: other books’ prices are over 10s newer.'],
    ])
  })

  it('with new prices for those over 30 seconds old, though a longer limit is set', async () => {
    const world = { staleAfterMs: () => 3_600_000, now: () => noon + 60_000 }
    expect(await planIn(world)).toMatchObject({ calls: 3, sentence: null })
  })

  it('drops prices that come after they were canceled, and forgets those of another profile', async () => {
    const answers: ((outcome: QuoteOutcome) => void)[] = []
    const hedges = planner({
      sides: () => Promise.resolve(sides()),
      ask: () => new Promise(resolve => answers.push(resolve)),
    })
    const price = toOutcome(americanPrice(100))
    const first = hedges.price(7, 'opposite', 'main')
    await expect.poll(() => answers).toHaveLength(3)
    hedges.cancel('main')
    answers.splice(0).forEach(answer => answer(price))
    await first
    expect(await hedges.plan(7, { kind: 'equalProfit' })).toMatchObject({ calls: 3 })
    const second = hedges.price(7, 'opposite', 'main')
    await expect.poll(() => answers).toHaveLength(3)
    hedges.cancel('ledger')
    answers.forEach(answer => answer(price))
    await second
    expect(await hedges.plan(7, { kind: 'equalProfit' })).toMatchObject({ calls: 0 })
    hedges.reset()
    expect(await hedges.plan(7, { kind: 'equalProfit' })).toMatchObject({ calls: 3 })
  })
})

describe('a middle', () => {
  it('has its window, its best bet, and what tickets and bet make inside and at worst', async () => {
    const { middles, middleCalls } = await planIn()
    expect(middles[0]).toMatchObject({
      ...{ leg: { name: 'Ada North Under 23' }, from: 22, to: 22 },
      bet: { bookId: 'alpha', stakeMinor: 30_000 },
      insideMinor: 80_000,
      worstMinor: 20_000,
    })
    expect(middles[1]).toMatchObject({ leg: { name: 'Ada North Under 24.5' }, bet: null, worstMinor: null })
    expect(middleCalls).toBe(4)
  })

  it('is priced by calls of its own', async () => {
    const ask = vi.fn<HedgePlannerDeps['ask']>(() => Promise.resolve(toOutcome(americanPrice(-120))))
    const hedges = planner({ ask })
    await hedges.price(7, 'middles', 'main')
    expect(ask.mock.calls.map(([, tokens]) => tokens[0])).toEqual([
      'charlie Ada North Under 23',
      'alpha Ada North Under 24.5',
      'bravo Ada North Under 24.5',
      'charlie Ada North Under 24.5',
    ])
    expect(await hedges.plan(7, { kind: 'equalProfit' })).toMatchObject({ middleCalls: 0 })
  })
})
