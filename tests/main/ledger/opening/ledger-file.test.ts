import { hash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { ledgerMigrations } from '../../../../src/main/storage/migrations/ledger/ledger-migrations.ts'
import { allTickets } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { databaseIn, grade, openedLedger, stopped, ticketOf } from '../../../support/ledger/tickets.ts'

const witnessIn = (folder: string) => join(folder, 'ledger.witness')
const problem = (ledger: Ledger) => {
  const { status } = ledger.snapshot()
  return status.kind === 'closed' ? status.problem : status.kind
}

/** A folder with a ledger of some tickets, as the program left it at its end. */
function kept(tickets = 3): string {
  const { ledger, folder } = openedLedger()
  for (let n = 0; n < tickets; n++) grade(ledger, ledger.record(ticketOf()).ticketId, ['won', 'lost'])
  ledger.reads.choices()
  ledger.close()
  return folder
}

/** What the files hold; a log of no bytes is as good as none. */
const bytesIn = (folder: string) =>
  ['ledger.db', 'ledger.db-wal', 'ledger.witness'].map(name => {
    const file = join(folder, name)
    return hash('sha256', existsSync(file) ? readFileSync(file) : '')
  })

describe('a ledger', () => {
  it('that never was is begun', () => {
    expect(openedLedger().ledger.snapshot().status).toMatchObject({ kind: 'open', records: 1, tickets: 0 })
  })

  it('is opened again and again', () => {
    const folder = kept()
    for (let n = 0; n < 3; n++) {
      const { ledger } = openedLedger(folder)
      expect(ledger.reads.totals(allTickets).lost).toBe(3)
      ledger.close()
    }
  })

  it('stopped before it was witnessed is taken on, and witnessed', () => {
    const { ledger, folder } = openedLedger()
    ledger.record(ticketOf())
    const before = readFileSync(witnessIn(folder))
    ledger.record(ticketOf())
    const copy = stopped(folder)
    writeFileSync(witnessIn(copy), before)
    const again = openedLedger(copy).ledger
    expect(again.reads.totals(allTickets).tickets).toBe(2)
    expect(readFileSync(witnessIn(copy)).equals(before)).toBe(false)
  })

  it('stopped at its very beginning is begun again', () => {
    const folder = tempFolder()
    openDatabase(databaseIn(folder), ledgerMigrations).close()
    expect(problem(openedLedger(folder).ledger)).toBe('open')
    const { ledger, folder: begun } = openedLedger()
    ledger.close()
    rmSync(witnessIn(begun))
    expect(problem(openedLedger(begun).ledger)).toBe('open')
  })

  it('stopped before its tables followed the log has them follow', () => {
    const { ledger, folder } = openedLedger()
    const { ticketId } = ledger.record(ticketOf())
    grade(ledger, ticketId, ['won', 'won'])
    const again = openedLedger(stopped(folder)).ledger
    expect(again.reads.ticket(ticketId).line.result).toBe('won')
  })
})

const alter = (folder: string, sql: string) => {
  const database = openDatabase(databaseIn(folder), ledgerMigrations)
  database.exec(sql)
  database.close()
}
const withoutTriggers = 'DROP TRIGGER log_is_kept; DROP TRIGGER log_is_fixed; PRAGMA foreign_keys = 0;'

describe('an open ledger', () => {
  it('verifies all of itself before long, and what it writes meanwhile', async () => {
    const { ledger } = openedLedger(kept())
    ledger.record(ticketOf())
    const verified = () => {
      const { status } = ledger.snapshot()
      return status.kind === 'open' && status.verified === status.records
    }
    while (!verified()) await once(ledger, 'changed')
    ledger.record(ticketOf())
    while (!verified()) await once(ledger, 'changed')
    expect(ledger.snapshot().status).toMatchObject({ kind: 'open', tickets: 5 })
  })

  it('that turns out to be damaged is closed, and refuses what is asked of it', async () => {
    const folder = kept()
    alter(folder, `UPDATE tickets SET profit_minor = 1 WHERE id = 2`)
    const { ledger } = openedLedger(folder)
    await once(ledger, 'closed')
    expect(ledger.snapshot().status).toEqual({
      kind: 'closed',
      problem: 'damaged',
      sentence: 'What is shown of ticket 2 is not what was recorded.',
    })
    expect(() => ledger.reads).toThrow('storage')
  })
})

describe('a ledger is not opened, and its bytes stay as they are,', () => {
  it.each<[string, string, (folder: string) => void]>([
    ['gone', 'missing', folder => rmSync(databaseIn(folder))],
    ['empty', 'missing', folder => writeFileSync(databaseIn(folder), '')],
    ['no database', 'damaged', folder => writeFileSync(databaseIn(folder), 'x'.repeat(8_192))],
    ['cut', 'damaged', folder => truncateSync(databaseIn(folder), 20_000)],
    ['of a newer version', 'newer', folder => alter(folder, 'PRAGMA user_version = 99')],
    ['without its witness', 'unwitnessed', folder => rmSync(witnessIn(folder))],
    [
      'beside a witness that says nothing',
      'unwitnessed',
      folder => writeFileSync(witnessIn(folder), 'x'.repeat(512)),
    ],
    [
      'beside the witness of another',
      'damaged',
      folder => copyFileSync(witnessIn(kept(2)), witnessIn(folder)),
    ],
    [
      'short of its last records',
      'behind',
      folder => alter(folder, `${withoutTriggers} DELETE FROM log WHERE seq > 8`),
    ],
    ['short of all its records', 'missing', folder => alter(folder, `${withoutTriggers} DELETE FROM log`)],
    [
      'changed in a record',
      'damaged',
      folder => alter(folder, `${withoutTriggers} UPDATE log SET at = at + 1 WHERE seq = 5`),
    ],
    [
      'put back to an older copy',
      'behind',
      folder => {
        const older = stopped(folder)
        const { ledger } = openedLedger(folder)
        ledger.record(ticketOf())
        ledger.close()
        copyFileSync(databaseIn(older), databaseIn(folder))
      },
    ],
  ])('when it is %s', (_how, wanted, break_) => {
    const folder = kept()
    break_(folder)
    const before = bytesIn(folder)
    const { ledger } = openedLedger(folder)
    expect(problem(ledger)).toBe(wanted)
    const { status } = ledger.snapshot()
    expect(status.kind === 'closed' ? status.sentence : '').toMatch(/^[A-Z].*\.$/)
    expect(() => ledger.record(ticketOf())).toThrow('storage')
    ledger.close()
    expect(bytesIn(folder)).toEqual(before)
  })

  it('when another program holds it', () => {
    const folder = kept()
    const other = openDatabase(databaseIn(folder), ledgerMigrations)
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    expect(problem(openedLedger(folder).ledger)).toBe('unusable')
    other.exec('ROLLBACK')
    other.close()
    expect(problem(openedLedger(folder).ledger)).toBe('open')
  })

  it.runIf(existsSync('/proc'))('when its folder cannot be written', () => {
    expect(problem(openedLedger('/proc').ledger)).toBe('unusable')
  })
})
