import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import AutoRefresh from '../../../../../src/renderer/features/desk/budget/AutoRefresh.vue'
import {
  autoCost,
  autoLabel,
  countAutoCallsPerMinute,
  describeUnoffered,
  describeUnpriced,
  findAutoPace,
} from '../../../../../src/renderer/features/desk/budget/auto-text.ts'
import { describeStaleTime } from '../../../../../src/renderer/format/price-text.ts'
import { useBudgetStore } from '../../../../../src/renderer/features/desk/budget/budget-store.ts'
import { useDeskStore } from '../../../../../src/renderer/features/desk/desk-store.ts'
import { quietMeter } from '../../../../../src/shared/model/parlay/desk.ts'
import { quietBudget } from '../../../../../src/shared/model/settings/budget.ts'
import { stubDesk } from '../../../../support/bridge/stub-desk.ts'
import { cell, leg, quote, row } from '../../../../support/shared/desk-rows.ts'

const twoRows = [
  row(1, [cell('alpha'), cell('bravo'), cell('charlie', { missingLegs: 1 })]),
  row(2, [cell('alpha')]),
]

async function open(rows = twoRows) {
  const { api } = stubDesk({ desk: { seq: 1, rows, meter: quietMeter } })
  const pinia = createPinia()
  const view = mount(AutoRefresh, {
    props: { parlayId: 1 },
    attachTo: document.body,
    global: { plugins: [pinia] },
  })
  await Promise.all([useBudgetStore(pinia).start(), useDeskStore(pinia).start()])
  await flushPromises()
  return { api, view }
}

describe('auto-refresh', () => {
  it('is off at first; set, its button says how often, and its cost is stated', async () => {
    const { api, view } = await open()
    expect(view.get('button').text()).toBe('Auto-refresh: off')
    await view.get('button').trigger('click')
    expect(view.get('dialog').text()).toContain('Off. Prices update only when you ask.')
    await view.get('select').setValue('30')
    await flushPromises()
    expect(api.budget.setAuto).toHaveBeenCalledWith({ parlayId: null, everySeconds: 30 })
    expect(view.get('dialog').text()).toContain('About 6 calls/min. Your plan’s limit isn’t known yet.')
    expect(view.get('button').text()).toBe('Auto 30s')
  })

  it('counts no calls for parlays whose games are over', async () => {
    const over = { ...leg('North O27.5', 'Points', { startAt: 1 }), isOffered: false, isGameListed: false }
    const { view } = await open([...twoRows, { ...row(3, [cell('alpha')]), legs: [over] }])
    await view.get('button').trigger('click')
    await view.get('select').setValue('30')
    await flushPromises()
    expect(view.get('dialog').text()).toContain('About 6 calls/min. Your plan’s limit isn’t known yet.')
  })

  it('of one row is set for that row, and goes on in a hidden window only if set so', async () => {
    const { api, view } = await open()
    await view.get('button').trigger('click')
    await view.findAll('select')[1]?.setValue('15')
    await view.get('input[type=checkbox]').setValue(true)
    await flushPromises()
    expect(api.budget.setAuto).toHaveBeenCalledWith({ parlayId: 1, everySeconds: 15 })
    expect(api.budget.setAutoWhileHidden).toHaveBeenCalledWith({ isOn: true })
    expect(view.get('button').text()).toBe('Auto 1 row')
  })
})

describe('auto-refresh within a share of the calls', () => {
  const auto = { ...quietBudget.auto, everySeconds: 15 as const }
  const own = (limit: number) => ({ limit, limitFrom: 'user' as const })

  it('is set by its share', async () => {
    const { api, view } = await open()
    await view.get('button').trigger('click')
    const selects = view.findAll('select')
    await selects.at(-1)?.setValue('0.4')
    await flushPromises()
    expect(api.budget.setAutoShare).toHaveBeenCalledExactlyOnceWith({ share: 0.4 })
  })

  it('says the pace it really has where the calls are too few, and why', () => {
    const pace = findAutoPace(auto, twoRows, 10)
    expect(pace).toMatchObject({ needed: 12, allowed: 6, everySeconds: 30 })
    expect(autoLabel(auto, pace)).toBe('Auto 30s')
    expect(autoCost(auto, { ...pace, whole: undefined }, own(10))).toBe(
      '60% of your 10 calls/min is a call for each price every 30s. The ones that matter most come first; none in view waits over 1 min. Hide books or remove parlays to speed up.',
    )
  })

  it.each([
    [
      24,
      12,
      60,
      '24 parlays need 288 calls a round. 60% of your 60 calls/min refresh the selected parlay and about 2 others each minute, all books together so that their prices compare. Hide books or remove parlays to speed up.',
    ],
    [
      3,
      12,
      10,
      '3 parlays need 36 calls a round. 60% of your 10 calls/min refresh one parlay every 2 min, the selected one most often, all books together so that their prices compare. Hide books or remove parlays to speed up.',
    ],
  ])('says of %d parlays at %d books what %d calls a minute mean', (parlays, books, limit, text) => {
    const cells = Array.from({ length: books }, (_, at) => cell(String(at)))
    const rows = Array.from({ length: parlays }, (_, at) => row(at + 1, cells))
    expect(autoCost(auto, findAutoPace(auto, rows, limit), own(limit))).toBe(text)
  })

  it('says no limit while the meter shows none', () => {
    const pace = findAutoPace(auto, twoRows, 10)
    expect(autoCost(auto, pace, { limit: 10, limitFrom: 'start' })).not.toContain('of your')
    expect(autoCost(auto, { ...pace, whole: undefined }, { limit: 10, limitFrom: 'start' })).toMatch(
      /^Your plan’s limit isn’t known yet\. At 6 calls\/min each price refreshes every 30s\. The ones /,
    )
    const enough = findAutoPace(auto, twoRows, 600)
    expect(autoCost(auto, enough, { limit: 600, limitFrom: 'start' })).toBe(
      'About 12 calls/min. Your plan’s limit isn’t known yet.',
    )
  })

  it('says its interval where the calls suffice', () => {
    const pace = findAutoPace(auto, twoRows, 20)
    expect(autoLabel(auto, pace)).toBe('Auto 15s')
    expect(autoCost(auto, pace, own(20))).toBe('About 12 of your 20 calls/min.')
  })
})

const noPrice = quote({ kind: 'no-price' })
const unpriced = row(3, [
  cell('alpha', { quote: noPrice }),
  cell('bravo', { quote: noPrice }),
  cell('charlie', { quote: quote({ kind: 'cannot-combine' }) }),
  cell('delta', { missingLegs: 1 }),
])

describe('auto-refresh of parlays without a price', () => {
  const auto = { ...quietBudget.auto, everySeconds: 15 as const }

  it('counts one call a minute where the book had no price, none where it cannot combine the legs', () => {
    expect(countAutoCallsPerMinute(auto, [unpriced])).toBe(2)
    expect(countAutoCallsPerMinute({ ...auto, everySeconds: 120 }, [unpriced])).toBe(1)
  })

  it('says how many have a price at no book, how often they are tried, and the calls of that', () => {
    expect(describeUnpriced(auto, [unpriced])).toBe(
      '1 parlay has no price at any book. It is tried once a minute, less often each time, which takes up to 2 calls/min.',
    )
    expect(describeUnpriced({ ...auto, everySeconds: 120 }, [unpriced, { ...unpriced, id: 4 }])).toBe(
      '2 parlays have no price at any book. They are tried every 2 min, less often each time, which takes up to 2 calls/min.',
    )
  })

  it('says how much less often they are tried by now, and counts their calls so', () => {
    const retried = (id: number, noPriceSeconds: number) => ({ ...unpriced, id, noPriceSeconds })
    expect(describeUnpriced(auto, [retried(3, 120), retried(4, 600), retried(5, 480)])).toBe(
      '3 parlays have no price at any book. They are tried every 2 min to 10 min, less often each time, which takes up to 1 call/min.',
    )
    expect(
      describeUnpriced(
        auto,
        Array.from({ length: 9 }, (_, id) => retried(id, 600)),
      ),
    ).toBe('9 parlays have no price at any book. They are tried every 10 min, which takes up to 2 calls/min.')
  })

  it('says nothing of parlays with a price, not asked yet, or while refresh is off', () => {
    const half = row(5, [cell('alpha', { quote: noPrice }), cell('bravo')])
    expect(describeUnpriced(auto, [...twoRows, half])).toBeUndefined()
    expect(describeUnpriced(quietBudget.auto, [unpriced])).toBeUndefined()
  })

  it('is said in the dialog and in the tooltip of the button', async () => {
    const { view } = await open([...twoRows, unpriced])
    await view.get('button').trigger('click')
    await view.get('select').setValue('15')
    await flushPromises()
    expect(view.get('dialog').text()).toContain('1 parlay has no price at any book.')
    expect(view.get('button').attributes('data-tip')).toContain('1 parlay has no price at any book.')
  })
})

describe('auto-refresh of parlays with a leg that no book offers', () => {
  const auto = { ...quietBudget.auto, everySeconds: 15 as const }
  const gone = row(
    4,
    [cell('alpha'), cell('bravo', { quote: noPrice })],
    [leg('Over 225.5', 'Total'), { ...leg('Harbor City', 'Moneyline'), isOffered: false }],
  )

  it('takes no calls', () => {
    expect(countAutoCallsPerMinute(auto, [gone])).toBe(0)
    expect(findAutoPace(auto, [...twoRows, gone], 10).whole).toMatchObject({ parlays: 2, calls: 3 })
    expect(describeUnpriced(auto, [{ ...gone, cells: unpriced.cells }])).toBeUndefined()
  })

  it('says how many there are, also in the tooltip, while it is on', async () => {
    expect(describeUnoffered(auto, [gone, ...twoRows, { ...gone, id: 5 }])).toBe(
      '2 parlays have a leg that no book offers now, so they aren’t refreshed.',
    )
    expect(describeUnoffered(quietBudget.auto, [gone])).toBeUndefined()
    const { view } = await open([...twoRows, gone])
    await view.get('button').trigger('click')
    await view.get('select').setValue('15')
    await flushPromises()
    const text = '1 parlay has a leg that no book offers now, so it isn’t refreshed.'
    expect(view.get('dialog').text()).toContain(text)
    expect(view.get('button').attributes('data-tip')).toContain(text)
  })
})

describe('auto-refresh over the age at which prices go stale', () => {
  it('says so, of the interval that the calls allow', async () => {
    const { view } = await open()
    await view.get('button').trigger('click')
    await view.get('select').setValue('30')
    expect(view.get('dialog').text()).not.toContain('stale')
    await view.get('select').setValue('60')
    await flushPromises()
    const text = 'Prices go stale after 30s, before they refresh. Stale prices aren’t ranked.'
    expect(view.get('dialog').text()).toContain(text)
    expect(view.get('button').attributes('data-tip')).toContain(text)
  })

  it.each([
    [null, 30_000],
    [30, 30_000],
    [30, 60_000],
  ])('says nothing of every %s s with a limit of %d ms', (everySeconds, staleAfterMs) => {
    expect(describeStaleTime(everySeconds, staleAfterMs)).toBeUndefined()
  })

  it('counts a pace slower than set', () => {
    expect(describeStaleTime(35, 30_000)).toContain('Prices go stale after 30s')
  })
})

it('countAutoCallsPerMinute counts each cell that can be priced, by the row’s own interval before the desk’s', () => {
  const auto = { ...quietBudget.auto, everySeconds: 60 as const }
  expect(countAutoCallsPerMinute(auto, twoRows)).toBe(3)
  expect(countAutoCallsPerMinute({ ...auto, rows: [{ parlayId: 1, everySeconds: 15 }] }, twoRows)).toBe(9)
  expect(countAutoCallsPerMinute(quietBudget.auto, twoRows)).toBe(0)
})
