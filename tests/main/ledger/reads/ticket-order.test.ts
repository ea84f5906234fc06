import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { ledgerMigrations } from '../../../../src/main/storage/migrations/ledger/ledger-migrations.ts'
import { allTickets } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import {
  databaseIn,
  gradeLegs,
  makeLeg,
  makeTicket,
  openTestLedger,
  startOfTests,
} from '../../../support/ledger/tickets.ts'

it('a ledger from before its lists were sorted by status gets the same order', () => {
  const { ledger, folder } = openTestLedger()
  const startingIn = (hours: number) => makeLeg(`Over ${hours}`, { game: gameStarting(hours) })
  const tickets = [[startingIn(9), startingIn(2)], [startingIn(1)], [makeLeg('Ada North Over 27.5')]]
  const ids = tickets.map(legs => ledger.record(makeTicket({ legs })).ticketId)
  ids.push(
    ledger.record(makeTicket({ legs: [makeLeg('Typed', { game: { ...gameStarting(3), startAt: null } })] }))
      .ticketId,
  )
  const settled = [
    ['won', 'lost'],
    ['lost', 'lost'],
    ['won', 'won'],
  ] as const
  for (const results of settled) {
    const { ticketId } = ledger.record(makeTicket())
    ids.push(ticketId)
    gradeLegs(ledger, ticketId, results)
  }
  const inOrder = () => {
    const sort = { by: 'legs', isDescending: false } as const
    const { lines } = ledger.reads.list.page({ filter: allTickets, sort, after: null, limit: 50 })
    return lines.map(({ id }) => ids.indexOf(id))
  }
  expect(inOrder()).toEqual([1, 2, 0, 3, 5, 4, 6])
  ledger.close()
  const old = new DatabaseSync(databaseIn(folder))
  old.exec(`DROP INDEX tickets_by_status; ALTER TABLE tickets DROP COLUMN status_rank;
    CREATE INDEX tickets_by_legs ON tickets (is_demo, legs_pending, day, placed_at, id) WHERE is_voided = 0`)
  old.exec(ledgerMigrations.find(sql => sql.includes('tickets_by_status')) ?? '')
  old.close()
  ledger.open()
  expect(inOrder()).toEqual([1, 2, 0, 3, 5, 4, 6])
})

const gameStarting = (hours: number) => {
  const [id, title] = [`ubl:a:b:${hours}`, `A at B, ${hours}`]
  return { id, title, short: title, league: 'UBL', startAt: startOfTests + hours * 3_600_000 }
}
