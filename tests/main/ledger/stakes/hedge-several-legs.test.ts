import { describe, expect, it } from 'vitest'
import type { OpenBet } from '../../../../src/main/ledger/reads/open-bets.ts'
import {
  market,
  own,
  planIn,
  planner,
  side,
  sides,
  under,
  type HedgeWorld,
} from '../../../support/ledger/hedge-world.ts'
import { leg as deskLeg } from '../../../support/shared/desk-rows.ts'

describe('a hedge of several legs', () => {
  const assist = 'Ada North Over 4.5'
  /** Both legs are open; the other sides pay `points` and `assists` at Alpha. */
  const twoLegs = (points: string, assists: string, given: HedgeWorld = {}): HedgeWorld => ({
    line: { legs: { won: 0, lost: 0, refunded: 0, pending: 2, unknown: 0 } },
    pending: [own, deskLeg(assist, market)],
    sides: key => {
      const isPoints = key === own.key
      const opposite = side(isPoints ? under : 'Ada North Under 4.5', { alpha: isPoints ? points : assists })
      return Promise.resolve({ ...sides(), opposite })
    },
    ...given,
  })

  it('bets the payout over the odds on the other side of each leg, for the highest lowest profit', async () => {
    const plan = await planIn(twoLegs('+100', '+300'))
    expect(plan.sides.map(({ opposite }) => opposite.name)).toEqual([under, 'Ada North Under 4.5'])
    expect(plan.bets.slice(0, 2)).toMatchObject([
      { side: 0, bookId: 'alpha', stakeMinor: 30_000, profits: { wonMinor: -30_000, lostMinor: 30_000 } },
      { side: 1, bookId: 'alpha', stakeMinor: 15_000, profits: { wonMinor: -15_000, lostMinor: 45_000 } },
    ])
    expect(plan).toMatchObject({
      ...{ profits: { wonMinor: 5_000, lostMinor: 5_000 }, guaranteedMinor: 5_000, sentence: null },
      ...{ calls: 4, middles: [], middleCalls: 0 },
    })
  })

  it('says what is lost at worst where the prices are too short', async () => {
    expect(await planIn(twoLegs('-200', '-200'))).toMatchObject({
      sentence: 'No hedge at these prices: $100.00 can still be lost.',
    })
    expect(await planIn(twoLegs('+100', '+150'))).toMatchObject({
      guaranteedMinor: -4_000,
      sentence: 'A hedge loses money at these prices: $40.00 at worst.',
    })
  })

  it('is a free roll by the smallest stakes that cover the ticket and each other', async () => {
    const { bets, profits, sentence } = await planIn(twoLegs('+200', '+300'), { kind: 'freeRoll' })
    const [points = 0, assists = 0] = [0, 1].map(
      place => bets.find(each => each.side === place && each.bookId === 'alpha')?.stakeMinor ?? 0,
    )
    expect(sentence).toBeNull()
    expect(2 * points - assists).toBeGreaterThanOrEqual(10_000)
    expect(3 * assists - points).toBeGreaterThanOrEqual(10_000)
    expect(profits).toEqual({ wonMinor: 50_000 - points - assists, lostMinor: 0 })
  })

  it('counts the open tickets on the other side of one leg for that leg alone', async () => {
    const other: OpenBet = {
      ...{ ticketId: 8, bookId: 'alpha', stakeMinor: 30_000, payoutMinor: 60_000, decimal: 2, legCount: 1 },
      legs: [{ gameKey: own.game.id, market, name: under }],
    }
    const plan = await planIn(twoLegs('+100', '+300', { bets: [other] }))
    expect(plan.hedges).toEqual({
      ...{ tickets: 1, stakeMinor: 30_000 },
      profits: { wonMinor: -30_000, lostMinor: -30_000 },
    })
    expect(plan.bets.filter(({ stakeMinor }) => stakeMinor > 0)).toMatchObject([
      { side: 1, stakeMinor: 15_000 },
    ])
    expect(plan.guaranteedMinor).toBe(5_000)
  })

  it('needs the other side of every leg', async () => {
    const world = twoLegs('+100', '+100', {
      sides: key => Promise.resolve(key === own.key ? sides() : { kind: 'whole-line' }),
    })
    const plan = await planner(world).plan(7, { kind: 'equalProfit' })
    expect(plan.kind === 'none' && plan.sentence).toContain(`“${assist}” is on a whole number`)
  })
})
