import { expect, it } from 'vitest'
import { allTickets, newestFirst } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import {
  gradeLegs,
  makeLeg,
  makeTicket,
  openTestLedger,
  startOfTests,
} from '../../../support/ledger/tickets.ts'

const gameOn = (startAt: number) =>
  makeLeg('Over 220.5', { game: { id: '', title: 'A at B', short: 'A at B', league: 'UBL', startAt } })
const all = { filter: allTickets, sort: newestFirst, after: null, limit: 5 }

it('a line has the leagues of its legs, and the chance by the close without the margin once that is known', () => {
  const { ledger } = openTestLedger()
  const { ticketId } = ledger.record(makeTicket())
  const [line] = ledger.reads.list.page(all).lines
  const leagues = [...new Set(ledger.facts(ticketId).legs.map(({ game }) => game.league))]
  expect(leagues).toHaveLength(1)
  expect(line).toMatchObject({ leagues })
  expect(line).not.toHaveProperty('closeP')
  const price = ledger.facts(ticketId).price
  const closing = { kind: 'priced', price, at: startOfTests, fair: { p: 0.21, by: 'singles' } } as const
  ledger.setClosing(ticketId, closing)
  expect(ledger.reads.list.page(all).lines).toMatchObject([{ closeP: 0.21 }])
  expect(ledger.reads.ticket(ticketId).line).toMatchObject({ leagues, closeP: 0.21 })
})

it('a line has the start of its first game, in a list and alone', () => {
  const { ledger } = openTestLedger()
  const legs = [gameOn(startOfTests + 86_400_000), gameOn(startOfTests)]
  const { ticketId } = ledger.record(makeTicket({ legs }))
  expect(ledger.reads.list.page(all).lines.map(line => line.startsAt)).toEqual([startOfTests])
  expect(ledger.reads.ticket(ticketId).line.startsAt).toBe(startOfTests)
  expect(ledger.reads.ticket(ticketId).line.openStarts).toContain(startOfTests)
  gradeLegs(ledger, ticketId, ['won', 'won'])
  expect(ledger.reads.ticket(ticketId).line.openStarts).toBeUndefined()
})
