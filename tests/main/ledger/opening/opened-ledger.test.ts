import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { ledgerMigrations } from '../../../../src/main/storage/migrations/ledger/ledger-migrations.ts'
import { databaseIn, openedLedger, ticketOf, totalsOf } from '../../../support/ledger/tickets.ts'

const tickets = 2_500

/** A folder with a ledger whose lists an update has made empty of all that the log holds. */
function updated(): string {
  const { ledger, folder } = openedLedger()
  ledger.transact(() => {
    for (let n = 0; n < tickets; n++) ledger.record(ticketOf())
  })
  expect(totalsOf(ledger).open).toBe(tickets)
  ledger.close()
  const database = openDatabase(databaseIn(folder), ledgerMigrations)
  database.exec('UPDATE projected SET seq = 0')
  database.close()
  return folder
}

describe('a ledger whose lists are far behind its log', () => {
  it('brings them in line before it is used, and says how far it is', async () => {
    const { ledger } = openedLedger(updated())
    expect(ledger.snapshot().status).toMatchObject({ kind: 'opening', lacking: 2 * tickets + 1 })
    expect(() => ledger.reads).toThrow('storage')
    expect(() => ledger.record(ticketOf())).toThrow('storage')
    const told: number[] = []
    ledger.on('changed', ({ status: now }) => {
      if (now.kind === 'opening') told.push(now.lacking ?? -1)
    })
    await once(ledger, 'opened')
    expect(told.length).toBeGreaterThan(0)
    expect(told).toEqual(told.toSorted((a, b) => b - a))
    expect(ledger.snapshot().status).toMatchObject({ kind: 'open', tickets })
    expect(totalsOf(ledger).open).toBe(tickets)
  })

  it('can be closed meanwhile, and goes on at the next opening', async () => {
    const folder = updated()
    const { ledger } = openedLedger(folder)
    await once(ledger, 'changed')
    ledger.close()
    const again = openedLedger(folder).ledger
    await once(again, 'opened')
    expect(totalsOf(again).open).toBe(tickets)
  })

  it('leaves the event loop free', async () => {
    const { ledger } = openedLedger(updated())
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
