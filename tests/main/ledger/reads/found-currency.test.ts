import { expect, it } from 'vitest'
import { allTickets, type LedgerFilter } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { makeTicket, openTestLedger } from '../../../support/ledger/tickets.ts'

it('sums are in the currency of most tickets found, which need not be that of most tickets', () => {
  const { ledger } = openTestLedger()
  for (const tags of [['a'], ['a'], ['b']]) ledger.record(makeTicket({ tags }))
  ledger.record(makeTicket({ tags: ['b', 'abroad'], currency: 'EUR', stakeMinor: 1_000 }))
  const { sums } = ledger.reads
  const totals = (filter: Partial<LedgerFilter>) => sums.totals({ ...allTickets, ...filter })
  expect(totals({})).toMatchObject({ currency: 'USD', tickets: 3 })
  for (const filter of [{ text: 'abroad' }, { tag: 'abroad' }, { text: 'stake<20' }]) {
    expect(totals(filter)).toMatchObject({ currency: 'EUR', tickets: 1, openRiskMinor: 1_000 })
    expect(sums.bankroll({ ...allTickets, ...filter }).currency).toBe('EUR')
    expect(ledger.reads.exposure({ ...allTickets, ...filter }).currency).toBe('EUR')
  }
  expect(totals({ tag: 'b' })).toMatchObject({ currency: 'EUR', tickets: 1 })
  expect(totals({ text: 'abroad', currency: 'USD' })).toMatchObject({ currency: 'USD', tickets: 0 })
  expect(totals({ text: 'nothing' })).toMatchObject({ currency: 'USD', tickets: 0 })
})
