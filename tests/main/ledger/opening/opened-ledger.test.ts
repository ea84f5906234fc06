import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ledgerFilesIn, openCore } from '../../../../src/main/ledger/opening/ledger-file.ts'
import { OpenedLedger } from '../../../../src/main/ledger/opening/opened-ledger.ts'
import { openDatabase, readPragma } from '../../../../src/main/storage/database.ts'
import { ledgerMigrations } from '../../../../src/main/storage/migrations/ledger/ledger-migrations.ts'
import {
  databaseIn,
  openTestLedger,
  makeTicket,
  readTotals,
  startOfTests,
} from '../../../support/ledger/tickets.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'

const tickets = 2_500

/** A folder with a ledger whose tables an update has emptied. */
function updatedLedger(): string {
  const { ledger, folder } = openTestLedger()
  ledger.core.log.commit(() => {
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

it('OpenedLedger waits with its verification while the disk is full, and reports no damage', async () => {
  const core = openCore(ledgerFilesIn(tempFolder()), () => false)
  const { log, writer, database } = core
  log.commit(() => {
    for (let at = 0; at < 50; at++) writer.record(startOfTests, makeTicket({ note: 'x'.repeat(500) }))
  })
  let onProgress: () => void
  const faults: unknown[] = []
  const opened = new OpenedLedger(core, {
    onReady: () => undefined,
    onProgress: () => onProgress(),
    onFault: fault => faults.push(fault),
  })
  onTestFinished(() => opened.close())
  const verified = () => {
    const done = new Promise<void>(resolve => (onProgress = resolve))
    opened.verify(0)
    return done.then(() => opened.verified)
  }
  database.exec(`PRAGMA max_page_count = ${String(readPragma(database, 'page_count'))}`)
  expect(await verified()).toBe(0)
  database.exec('PRAGMA max_page_count = 1000000')
  expect(await verified()).toBe(log.tail.records)
  expect(faults).toEqual([])
})
