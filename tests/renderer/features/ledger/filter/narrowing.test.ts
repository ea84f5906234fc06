import { describe, expect, it } from 'vitest'
import {
  describeFilterPart,
  narrowToRow,
  narrowFilter,
} from '../../../../../src/renderer/features/ledger/filter/narrowing.ts'
import {
  allTickets,
  type FilterPart,
  type LedgerFilter,
} from '../../../../../src/shared/model/ticket/ledger-filter.ts'
import type { LedgerTotals } from '../../../../../src/shared/model/ticket/ledger-report.ts'
import { ok } from '../../../../support/bridge/stub-desk.ts'
import { noClv, noExposure, noTotals } from '../../../../support/shared/ledger-answers.ts'
import { button } from '../../../../support/renderer/screen.ts'
import { settled as drawn } from '../../../../support/renderer/settled.ts'
import { openLedger, useScreen } from '../../../../support/renderer/ledger/mounted-ledger.ts'
import { lineOf } from '../../../../support/renderer/ledger/ticket-lines.ts'

useScreen()

const figure = (value: Extract<FilterPart, { kind: 'figure' }>['value']) =>
  ({ kind: 'figure', value }) as const
const settled = { currency: 'USD', also: [figure('settled')] }

describe('narrowToRow', () => {
  it.each([
    ['book', 'bravo', { bookId: 'bravo' }],
    ['league', 'UBL', { league: 'UBL' }],
    ['market', 'Moneyline', { market: 'Moneyline' }],
    ['tag', 'late', { tag: 'late' }],
    ['month', '2026-11', { fromDay: '2026-11-01', toDay: '2026-11-30' }],
    ['month', '2028-02', { fromDay: '2028-02-01', toDay: '2028-02-29' }],
    ['month', '2026-12', { fromDay: '2026-12-01', toDay: '2026-12-31' }],
  ] as const)('of profit by %s leads to the settled tickets of %s', (by, value, filter) => {
    expect(narrowToRow({ by, currency: 'USD' }, value, allTickets)).toEqual({ ...settled, ...filter })
  })

  it('keeps the days of a month within the period of the filter', () => {
    const filter = { ...allTickets, fromDay: '2026-10-24', toDay: '2026-11-22' }
    const days = (month: string) => narrowToRow({ by: 'month', currency: 'USD' }, month, filter)
    expect(days('2026-10')).toMatchObject({ fromDay: '2026-10-24', toDay: '2026-10-31' })
    expect(days('2026-11')).toMatchObject({ fromDay: '2026-11-01', toDay: '2026-11-22' })
  })

  it('leads a row of another market to tickets with both markets', () => {
    const filter = { ...allTickets, market: 'Points' }
    const row = (value: string) =>
      narrowFilter(filter, narrowToRow({ by: 'market', currency: 'USD' }, value, filter))
    expect(row('Rebounds')).toEqual({
      ...filter,
      ...settled,
      also: [figure('settled'), { kind: 'market', value: 'Rebounds' }],
    })
    expect(row('Points')).toEqual({ ...filter, ...settled })
  })
})

it('narrowFilter adds the same part once', () => {
  const once = narrowFilter(allTickets, { also: [figure('clv')] })
  expect(narrowFilter(once, { also: [figure('clv'), figure('settled')] }).also).toEqual([
    figure('clv'),
    figure('settled'),
  ])
})

const totals: LedgerTotals = {
  ...noTotals,
  tickets: 9,
  openRiskMinor: 100,
  openToWinMinor: 900,
  stakedMinor: 500,
  profitMinor: 40,
  yield: 0.08,
  settled: 5,
  won: 2,
  lost: 2,
  refunded: 1,
  clvMean: 0.03,
  clvTickets: 3,
  needsReview: 1,
}

type Api = Awaited<ReturnType<typeof openLedger>>['api']

/** The ledger with figures, and the filter of the last page asked for. */
async function openFigures(given = totals, prepare: (api: Api) => void = () => undefined) {
  const opened = await openLedger([lineOf(1)])
  const { api, view, push } = opened
  api.ledger.totals.mockResolvedValue(ok(given))
  prepare(api)
  const asked = (): LedgerFilter => api.ledger.page.mock.lastCall?.[0].filter ?? allTickets
  await push([lineOf(1)])
  const chips = () => view.findAll('[aria-label="Opened numbers"] button')
  return { ...opened, asked, chips }
}

describe('TotalsStrip', () => {
  it.each([
    ['Open risk', 0, { also: [figure('open-stake')] }],
    ['To win', 0, { also: [figure('open-payout')] }],
    ['Risked', 0, { also: [figure('staked')] }],
    ['Profit', 0, { also: [figure('settled')] }],
    ['ROI', 0, { also: [figure('settled')] }],
    ['Record W-L-P', 0, { result: 'won' }],
    ['Record W-L-P', 1, { result: 'lost' }],
    ['Record W-L-P', 2, { result: 'refunded' }],
    ['Avg CLV ± error, 3 bets', 0, { also: [figure('clv')] }],
  ] as const)('%s narrows what is shown to its tickets, and is taken back', async (name, at, part) => {
    const { view, asked } = await openFigures()
    const before = asked()
    const shown = view.findAll('dl[aria-label=Totals] > div').find(each => each.get('dt').text() === name)
    const pressed = () => shown?.findAll('button').at(at)?.attributes('aria-pressed')
    const press = async () => {
      await shown?.findAll('button').at(at)?.trigger('click')
      await drawn()
    }
    expect(pressed()).toBe('false')
    await press()
    expect(asked()).toEqual({ ...before, currency: 'USD', ...part })
    expect(pressed()).toBe('true')
    await press()
    expect(asked()).toEqual(before)
    expect(pressed()).toBe('false')
  })

  it('shows a figure without tickets as text, not as a button', async () => {
    const { view } = await openFigures({ ...noTotals, tickets: 1 })
    expect(view.findAll('dl[aria-label=Totals] button')).toEqual([])
  })

  it('opens a figure that the filter removes again, with the focus beside it', async () => {
    const { view, asked, chips } = await openFigures()
    const press = async (name: RegExp) => {
      const found = view.findAll('dl[aria-label=Totals] button').find(each => name.test(each.text()))
      await found?.trigger('click')
      await drawn()
    }
    await press(/^\$5\.00/)
    await press(/^\+3\.0%/)
    expect(chips().map(chip => chip.text())).toEqual([
      'Remove filter: Risked bets ✕',
      'Remove filter: With closing odds ✕',
    ])
    await chips()[0]?.trigger('click')
    await drawn()
    expect(asked().also).toEqual([figure('clv')])
    expect(document.activeElement).toBe(chips()[0]?.element)
    await chips()[0]?.trigger('click')
    await drawn()
    expect(asked().also).toEqual([])
    expect(document.activeElement).toBe(view.get('[aria-label="Tickets shown"] button').element)
  })
})

it('ProfitTable narrows the ledger to the tickets of a pressed row, and takes it back whole', async () => {
  const row = {
    value: 'bravo',
    label: 'Bravo',
    profitMinor: 100,
    stakedMinor: 1_000,
    settled: 1,
    won: 1,
    yield: 0.1,
  }
  const { view, asked } = await openFigures(totals, api =>
    api.ledger.profitBy.mockResolvedValue(ok({ currency: 'USD', by: 'book', rows: [row] })),
  )
  const { fromDay } = asked()
  const press = async () => {
    await button(view, 'Bravo').trigger('click')
    await drawn()
    return button(view, 'Bravo').attributes('aria-pressed')
  }
  expect(await press()).toBe('true')
  expect(asked()).toEqual({ ...allTickets, fromDay, bookId: 'bravo', ...settled })
  expect(await press()).toBe('false')
  expect(asked()).toEqual({ ...allTickets, fromDay })
})

it('OpenRisk narrows the ledger to the open tickets that depend on a pressed row', async () => {
  const game = { label: 'A at B', detail: 'UBL', gameKey: 'ubl:a:b:1' }
  const sums = { startAt: null, tickets: 2, stakeMinor: 500, payoutMinor: 3_000 }
  const { api, view, asked, chips } = await openFigures(totals, api =>
    api.ledger.exposure.mockResolvedValue(ok({ ...noExposure, games: [{ ...game, ...sums }] })),
  )
  const { fromDay } = asked()
  expect(api.ledger.exposure.mock.lastCall?.[0].filter).toEqual(asked())
  await button(view, 'A at B').trigger('click')
  await drawn()
  expect(asked()).toEqual({
    ...{ ...allTickets, fromDay },
    currency: 'USD',
    result: 'pending',
    also: [figure('open-payout'), { kind: 'game', ...game }],
  })
  expect(chips().at(-1)?.text()).toContain('Game: A at B')
  expect(button(view, 'A at B').attributes('aria-pressed')).toBe('true')
  await chips()[0]?.trigger('click')
  await drawn()
  expect(asked()).toEqual({ ...allTickets, fromDay })
  expect(button(view, 'A at B').attributes('aria-pressed')).toBe('false')
})

it('OpenRisk opens the counts beside the CLV chart to their tickets', async () => {
  const { view, asked } = await openFigures(totals, api =>
    api.ledger.clv.mockResolvedValue(ok({ ...noClv, keptOut: 4, withoutClose: 2 })),
  )
  await view.get('[aria-label="Open risk"] select').setValue('clv')
  await button(view, '4 skipped').trigger('click')
  await drawn()
  expect(asked().also).toEqual([figure('clv-kept-out')])
  await button(view, '2 without').trigger('click')
  await drawn()
  expect(asked().also).toEqual([figure('clv-kept-out'), figure('no-close')])
  await button(view, '4 skipped').trigger('click')
  await drawn()
  expect(asked().also).toEqual([figure('no-close')])
})

it('describeFilterPart names a league as people do', () => {
  expect(describeFilterPart({ kind: 'league', value: 'epl' })).toBe('League: Premier League')
})
