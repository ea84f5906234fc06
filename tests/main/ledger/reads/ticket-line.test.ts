import { expect, it } from 'vitest'
import { allTickets, newestFirst } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { makeTicket, openTestLedger, startOfTests } from '../../../support/ledger/tickets.ts'

it('a line has the leagues of its legs, and the chance by the close without the margin once that is known', () => {
  const { ledger } = openTestLedger()
  const { ticketId } = ledger.record(makeTicket())
  const listLines = () =>
    ledger.reads.list.page({ filter: allTickets, sort: newestFirst, after: null, limit: 5 }).lines
  const [line] = listLines()
  const leagues = [...new Set(ledger.facts(ticketId).legs.map(({ game }) => game.league))]
  expect(leagues).toHaveLength(1)
  expect(line).toMatchObject({ leagues })
  expect(line).not.toHaveProperty('closeP')
  const price = ledger.facts(ticketId).price
  const closing = { kind: 'priced', price, at: startOfTests, fair: { p: 0.21, by: 'singles' } } as const
  ledger.setClosing(ticketId, closing)
  expect(listLines()).toMatchObject([{ closeP: 0.21 }])
  expect(ledger.reads.ticket(ticketId).line).toMatchObject({ leagues, closeP: 0.21 })
})
