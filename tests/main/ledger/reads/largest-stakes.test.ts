import { describe, expect, it } from 'vitest'
import { allTickets } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { makeTicket, openTestLedger } from '../../../support/ledger/tickets.ts'

const fromDay = '2026-11-15'

describe('largestStakes', () => {
  it('are by book, before a day and from it, in the currency of most tickets', () => {
    const { ledger } = openTestLedger()
    const take = (stakeMinor: number, day: string, given: Parameters<typeof makeTicket>[0] = {}) =>
      ledger.record(makeTicket({ stakeMinor, day, ...given })).ticketId
    take(8_000, '2026-11-01')
    take(10_000, '2026-11-14')
    take(2_500, '2026-11-15')
    take(1_000, '2026-11-20')
    take(50_000, '2026-11-20', { kind: 'bonus' })
    ledger.void(take(90_000, '2026-11-20'), 'entered twice')
    take(70_000, '2026-11-20', { currency: 'EUR' })
    take(3_000, '2026-11-02', { book: { id: 'alpha', name: 'Alpha' } })
    expect(ledger.reads.largestStakes({ filter: allTickets, fromDay })).toEqual({
      currency: 'USD',
      books: [
        { book: { id: 'alpha', name: 'Alpha' }, earlierMinor: 3_000, laterMinor: null },
        { book: { id: 'bravo', name: 'Bravo' }, earlierMinor: 10_000, laterMinor: 2_500 },
      ],
    })
    const filter = { ...allTickets, fromDay: '2026-11-01', currency: 'EUR' }
    expect(ledger.reads.largestStakes({ filter, fromDay })).toMatchObject({
      currency: 'EUR',
      books: [{ earlierMinor: null, laterMinor: 70_000 }],
    })
  })

  it('are none in an empty ledger', () => {
    const { ledger } = openTestLedger()
    expect(ledger.reads.largestStakes({ filter: allTickets, fromDay }).books).toEqual([])
  })
})
