import { expect, it } from 'vitest'
import { filterOf } from '../../../src/renderer/features/ledger/report-filter.ts'
import { allTickets } from '../../../src/shared/model/ledger-filter.ts'
import { ok } from '../../fakes/desk-api.ts'
import { button } from '../named.ts'
import { settled } from '../settled.ts'
import { openLedger, useScreen } from './opened-ledger.ts'
import { lineOf } from './tickets.ts'

useScreen()

it.each([
  ['book', 'bravo', { bookId: 'bravo' }],
  ['league', 'UBL', { league: 'UBL' }],
  ['market', 'Moneyline', { market: 'Moneyline' }],
  ['tag', 'late', { tag: 'late' }],
  ['month', '2026-11', { fromDay: '2026-11-01', toDay: '2026-11-30' }],
  ['month', '2028-02', { fromDay: '2028-02-01', toDay: '2028-02-29' }],
  ['month', '2026-12', { fromDay: '2026-12-01', toDay: '2026-12-31' }],
] as const)('a row of profit by %s leads to the tickets of %s', (by, value, filter) => {
  expect(filterOf(by, value)).toEqual(filter)
})

it('a row that is pressed narrows the ledger to its tickets', async () => {
  const { view, api, tell } = await openLedger([lineOf(1)])
  const row = {
    value: 'bravo',
    label: 'Bravo',
    profitMinor: 100,
    stakedMinor: 1_000,
    settled: 1,
    won: 1,
    yield: 0.1,
  }
  api.ledger.profitBy.mockResolvedValue(ok({ currency: 'USD', by: 'book', rows: [row] }))
  await tell([lineOf(1)])
  await button(view, 'Bravo').trigger('click')
  await settled()
  const { fromDay } = api.ledger.page.mock.lastCall?.[0].filter ?? allTickets
  expect(api.ledger.page.mock.lastCall?.[0].filter).toEqual({ ...allTickets, fromDay, bookId: 'bravo' })
})
