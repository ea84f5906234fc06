import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../../../../src/shared/failure.ts'
import {
  evaluatePartition,
  listSides,
  type BookFair,
  type FairPlan,
  type FairResult,
} from '../../../../../src/shared/model/price/fair.ts'
import type { Meter } from '../../../../../src/shared/model/parlay/desk.ts'
import type { OneOff } from '../../../../../src/shared/model/price/whatif.ts'
import { ok } from '../../../../support/bridge/stub-desk.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'
import { settled } from '../../../../support/renderer/settled.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'
import { cell, leg, noon, priced, row } from '../../../../support/shared/desk-rows.ts'

useStillScreen()

const legs = [leg('Ada North Over 27.5', 'Player Points'), leg('Harbor City', 'Moneyline')]
const flipped = [leg('Ada North Under 27.5', 'Player Points'), leg('River Town', 'Moneyline')]
const vector = [180, 250, 390, 260]
const at = (american: number): OneOff => ({ at: noon, outcome: priced(american).outcome })

function toPlan(prices: readonly (number | null)[] = [], given: Partial<FairPlan> = {}): FairPlan {
  const answers = vector.map((_, place) => (prices[place] == null ? null : at(prices[place])))
  const outcomes = listSides(2).map((flips, place) => ({
    legs: flips.flatMap((isFlipped, each) => {
      const { key, name, market } = (isFlipped ? flipped : legs)[each] ?? leg('', '')
      return { key, name, market }
    }),
    last: answers[place] ?? null,
  }))
  const context = {
    now: noon,
    maxHold: undefined,
    outcomes: 4,
    reason: 'Bravo can’t combine 1 of 4 outcomes.',
  }
  const result = evaluatePartition(answers, context)
  const fair =
    prices.length === 0 ? null : { bookId: 'bravo', at: noon, isUsed: false, madeFrom: null, result }
  return { outcomes, calls: 4, obstacle: null, fair, others: [], ...given }
}

const suspect = { bookId: 'bravo', at: noon, isUsed: false, madeFrom: null }

/** Opens the fair price of Bravo, whose price is as old, as this plan. */
async function openFair(plan: FairPlan, ageMs = 0) {
  const bravo = cell('bravo', { quote: priced(180, noon - ageMs) })
  const desk = await openDesk([row(1, [cell('alpha'), bravo], legs)])
  desk.api.fair.plan.mockResolvedValue(ok(plan))
  await desk.choose('bravo')
  const button = (name: string) => desk.view.findAll('button').find(each => each.text() === name)
  await button('Fair price')?.trigger('click')
  await settled()
  const lines = () => desk.view.findAll('dialog tbody tr').map(({ element }) => spacedText(element))
  const text = () => spacedText(desk.view.get('dialog').element)
  return { ...desk, button, lines, text }
}

describe('the fair price dialog', () => {
  it('lists the outcomes and their cost before any call', async () => {
    const { api, button, lines, view } = await openFair(toPlan())
    expect(lines()[1]).toBe('North O27.5 pts · River Town ML — — —')
    expect(view.get('dialog [role=status]').text()).toBe('Uses 4 calls.')
    expect(button('Get prices · 4 calls')).toBeDefined()
    expect(button('Use as fair')).toBeUndefined()
    expect(api.fair.price).not.toHaveBeenCalled()
  })

  it('says before the press that the limit is too small, with nothing to press', async () => {
    const { button, emit, meter, view } = await openFair(toPlan(), 21_000)
    const readAt = async (limit: number, limitFrom: Meter['limitFrom'], seq: number) => {
      emit.desk.changed({ seq, rows: [], order: null, meter: { ...meter, limit, limitFrom } })
      await settled()
      return view.get('dialog [role=status]').text()
    }
    expect(await readAt(3, 'user', 2)).toBe(
      'Needs 4 calls within 20s; your limit is 3 a minute. A parlay of 1 leg fits (2 calls), or raise the limit in Settings.',
    )
    expect(button('Get prices · 4 calls')?.attributes('disabled')).toBeDefined()
    expect(await readAt(1, 'user', 3)).toBe(
      'Needs 4 calls within 20s; your limit is 1 a minute. Raise the limit in Settings.',
    )
    expect(await readAt(3, 'service', 4)).toBe(
      'Needs 4 calls within 20s; the service allows 3 a minute. A parlay of 1 leg fits (2 calls).',
    )
    expect(await readAt(1, 'service', 5)).toBe('Needs 4 calls within 20s; the service allows 1 a minute.')
  })

  it('needs one call less under the limit while the book’s price is new enough to be used', async () => {
    const { button, emit, meter } = await openFair(toPlan(), 19_000)
    emit.desk.changed({ seq: 2, rows: [], order: null, meter: { ...meter, limit: 3, limitFrom: 'user' } })
    await settled()
    expect(button('Get prices · 4 calls')?.attributes('disabled')).toBeUndefined()
  })

  it('says how long until the budget has room for all calls at once, and keeps Get prices off until then', async () => {
    const { api, button, emit, meter, view } = await openFair(toPlan(), 21_000)
    let seq = 2
    const readAt = async (msUntilLast: number, msUntilFirst: number) => {
      api.budget.estimate.mockImplementation(({ calls }) =>
        Promise.resolve(ok({ msUntilSent: calls === 1 ? msUntilFirst : msUntilLast })),
      )
      emit.desk.changed({ seq: seq++, rows: [], order: null, meter: { ...meter } })
      await settled()
      return view.get('dialog [role=status]').text()
    }
    const isDisabled = () => button('Get prices · 4 calls')?.attributes('disabled') !== undefined
    expect(await readAt(43_000, 22_999)).toBe(
      'Needs 4 calls within 20s; the call budget has room for them in about 43s.',
    )
    expect(isDisabled()).toBe(true)
    // All go together, only later.
    expect(await readAt(43_000, 23_000)).toBe('Uses 4 calls and takes about 43s.')
    expect(isDisabled()).toBe(false)
    expect(await readAt(0, 0)).toBe('Uses 4 calls.')
  })

  it('shows prices as they come, then the fair price, the hold and the range of seven ways', async () => {
    const { api, button, lines, text } = await openFair(toPlan())
    const priceAll = Promise.withResolvers<Outcome<FairPlan>>()
    api.fair.price.mockReturnValue(priceAll.promise)
    await button('Get prices · 4 calls')?.trigger('click')
    await settled()
    expect(lines()[0]).toContain('pricing')
    priceAll.resolve(ok(toPlan(vector)))
    await settled()
    expect(lines()[0]).toBe('North O27.5 pts · Harbor City ML +180 35.71% 31.8%')
    expect(text()).toContain('Hold of this combo: 12.5%')
    expect(text()).toContain('+205 to +215')
    expect(button('Refresh · 4 calls')).toBeDefined()
  })

  it('uses an exact price, and closes', async () => {
    const { api, button, view } = await openFair(toPlan(vector))
    await button('Use as fair')?.trigger('click')
    await settled()
    expect(api.fair.use).toHaveBeenCalledExactlyOnceWith({ parlayId: 1, bookId: 'bravo', isUsed: true })
    expect(view.find('dialog').exists()).toBe(false)
  })

  it('shows a range with its reason, and no price to use', async () => {
    const { button, lines, text } = await openFair(toPlan([180, 250, null, 260]))
    expect(text()).toContain('Bravo can’t combine 1 of 4 outcomes.')
    expect(text()).toContain('not exact enough to use')
    expect(lines()[0]).toBe('North O27.5 pts · Harbor City ML +180 35.71% —')
    expect(button('Use as fair')).toBeUndefined()
  })

  it('shows the other books side by side with their ranges and reasons, and the median of the exact ones', async () => {
    const toFair = (bookId: string, result: FairResult): BookFair => ({
      ...{ bookId, at: noon, isUsed: false, madeFrom: null, result },
    })
    const interval = {
      kind: 'interval',
      low: 0.25,
      high: 0.4,
      reason: 'Charlie can’t combine 1 of 4 outcomes.',
    } as const
    const exact = {
      kind: 'exact',
      hold: 0.1,
      chances: [
        { method: 'power', p: 0.3 },
        { method: 'shin', p: 0.32 },
      ],
    } as const satisfies FairResult
    const { text } = await openFair(
      toPlan(vector, {
        others: [
          {
            bookId: 'alpha',
            fair: toFair('alpha', { ...exact, chances: [...exact.chances] }),
            obstacle: null,
          },
          { bookId: 'charlie', fair: toFair('charlie', interval), obstacle: null },
          { bookId: 'delta', fair: null, obstacle: 'Delta doesn’t offer every leg.' },
        ],
      }),
    )
    expect(text()).toContain(
      'Alpha Bet +233 (+213 to +233) · Charlie +150 to +300 (Charlie can’t combine 1 of 4 outcomes.) · median of 2 +224 · 1 book doesn’t offer every outcome',
    )
  })

  it.each([
    ['before any price', toPlan(), 'With one book’s price of each, its margin can be removed.'],
    ['with a price missing', toPlan([180, 250, null, 260]), 'The margin is still in these prices.'],
    [
      'with a suspect price',
      toPlan(vector, { fair: { ...suspect, result: { kind: 'none', reason: 'One may be an error.' } } }),
      'The margin is still in these prices.',
    ],
  ])('claims no removed margin %s', async (_, plan, says) => {
    const { text } = await openFair(plan)
    expect(text()).toContain(`Every way these two legs can land. ${says}`)
    expect(text()).not.toContain('margin removed')
  })

  it('claims a removed margin once all prices have come', async () => {
    const { text } = await openFair(toPlan(vector))
    expect(text()).toContain('Every way these two legs can land, priced by one book, margin removed.')
  })

  it('says that the hold of a range is assumed, unless one was seen', async () => {
    const partial = toPlan([180, 250, null, 260])
    const assumed = await openFair(partial)
    expect(assumed.text()).toContain('holds at most 35% (assumed, as no hold of such a parlay was seen here)')
    const seen = { kind: 'interval', low: 0.3, high: 0.35, reason: 'One is missing.' } as const
    const { text } = await openFair({ ...partial, fair: { ...suspect, result: seen } })
    expect(text()).toContain('if the book takes its margin evenly: not exact enough to use')
  })

  it('stops its calls with Stop, and when it closes', async () => {
    const { api, button } = await openFair(toPlan())
    api.fair.price.mockReturnValue(new Promise(() => {}))
    await button('Get prices · 4 calls')?.trigger('click')
    await settled()
    await button('Stop')?.trigger('click')
    expect(api.fair.cancel).toHaveBeenCalledTimes(1)
    await button('Close')?.trigger('click')
    expect(api.fair.cancel).toHaveBeenCalledTimes(2)
  })
})
