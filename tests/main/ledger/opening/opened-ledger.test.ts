import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { ledgerMigrations } from '../../../../src/main/storage/migrations/ledger/ledger-migrations.ts'
import { databaseIn, openTestLedger, makeTicket, readTotals } from '../../../support/ledger/tickets.ts'

const tickets = 2_500

/** A folder with a ledger whose tables an update has emptied. */
function updatedLedger(): string {
  const { ledger, folder } = openTestLedger()
  ledger.transact(() => {
    for (let n = 0; n < tickets; n++) ledger.record(makeTicket())
  })
  expect(readTotals(ledger).open).toBe(tickets)
  ledger.close()
  const database = openDatabase(databaseIn(folder), ledgerMigrations)
  database.exec('UPDATE projected SET seq = 0')
  database.close()
  return folder
}

describe('a ledger whose tables are far behind its log', () => {
  it('brings them in line before it is used, and reports its progress', async () => {
    const { ledger } = openTestLedger(updatedLedger())
    expect(ledger.snapshot().status).toMatchObject({ kind: 'opening', lacking: 2 * tickets + 1 })
    expect(() => ledger.reads).toThrow('storage')
    expect(() => ledger.record(makeTicket())).toThrow('storage')
    const reported: number[] = []
    ledger.on('changed', ({ status: now }) => {
      if (now.kind === 'opening') reported.push(now.lacking ?? -1)
    })
    await once(ledger, 'opened')
    expect(reported.length).toBeGreaterThan(0)
    expect(reported).toEqual(reported.toSorted((a, b) => b - a))
    expect(ledger.snapshot().status).toMatchObject({ kind: 'open', tickets })
    expect(readTotals(ledger).open).toBe(tickets)
  })

  it('continues at the next opening when it was closed meanwhile', async () => {
    const folder = updatedLedger()
    const { ledger } = openTestLedger(folder)
    await once(ledger, 'changed')
    ledger.close()
    const again = openTestLedger(folder).ledger
    await once(again, 'opened')
    expect(readTotals(again).open).toBe(tickets)
  })

  it('leaves the event loop free', async () => {
    const { ledger } = openTestLedger(updatedLedger())
    let turns = 0
    const count = () => {
      turns++
      planned = setImmediate(count)
    }
    let planned = setImmediate(count)
    await once(ledger, 'opened')
    clearImmediate(planned)
    expect(turns).toBeGreaterThan(10)
  })
})
