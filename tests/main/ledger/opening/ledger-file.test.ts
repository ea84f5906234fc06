import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { ledgerMigrations } from '../../../../src/main/storage/migrations/ledger/ledger-migrations.ts'
import { allTickets } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { databaseEndings, hasPipes, otherKinds } from '../../../support/storage/other-kinds.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import {
  databaseIn,
  gradeLegs,
  openTestLedger,
  copyAsStopped,
  makeTicket,
} from '../../../support/ledger/tickets.ts'

const witnessIn = (folder: string) => join(folder, 'ledger.witness')
const problem = (ledger: Ledger) => {
  const { status } = ledger.snapshot()
  return status.kind === 'closed' ? status.problem : status.kind
}

/** A folder with a closed ledger of some tickets. */
function closedLedger(tickets = 3): string {
  const { ledger, folder } = openTestLedger()
  for (let n = 0; n < tickets; n++) gradeLegs(ledger, ledger.record(makeTicket()).ticketId, ['won', 'lost'])
  ledger.reads.choices()
  ledger.close()
  return folder
}

/** A program that is killed within a write to a file that is not in WAL mode, as a copy is before its first opening. */
function stopWhileWriting(file: string): void {
  const program = `
    const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(process.argv[1])
    database.exec('PRAGMA journal_mode = delete; PRAGMA cache_size = 1; BEGIN')
    database.exec('CREATE TABLE half AS SELECT randomblob(1000000) AS bytes')
    database.exec('DELETE FROM log')
    process.kill(process.pid, 'SIGKILL')`
  spawnSync(process.execPath, ['--eval', program, file])
}

/** Hashes of the files; an empty log counts as none. */
const hashFiles = (folder: string) =>
  ['ledger.db', 'ledger.db-wal', 'ledger.witness'].map(name => {
    const file = join(folder, name)
    return hash('sha256', existsSync(file) ? readFileSync(file) : '')
  })

describe('opening a ledger', () => {
  it('begins one where there never was any', () => {
    expect(openTestLedger().ledger.snapshot().status).toMatchObject({ kind: 'open', records: 1, tickets: 0 })
  })

  it('works again and again', () => {
    const folder = closedLedger()
    for (let n = 0; n < 3; n++) {
      const { ledger } = openTestLedger(folder)
      expect(ledger.reads.sums.totals(allTickets).lost).toBe(3)
      ledger.close()
    }
  })

  it('accepts records that were not witnessed before a stop, and witnesses them', () => {
    const { ledger, folder } = openTestLedger()
    ledger.record(makeTicket())
    const before = readFileSync(witnessIn(folder))
    ledger.record(makeTicket())
    const copy = copyAsStopped(folder)
    writeFileSync(witnessIn(copy), before)
    const again = openTestLedger(copy).ledger
    expect(again.reads.sums.totals(allTickets).tickets).toBe(2)
    expect(readFileSync(witnessIn(copy)).equals(before)).toBe(false)
  })

  it('begins no other beside the log of one that is gone', () => {
    const { ledger, folder } = openTestLedger()
    ledger.record(makeTicket())
    const copy = copyAsStopped(folder)
    for (const file of [databaseIn(copy), witnessIn(copy)]) rmSync(file)
    const log = readFileSync(`${databaseIn(copy)}-wal`)
    expect(problem(openTestLedger(copy).ledger)).toBe('missing')
    expect(readFileSync(`${databaseIn(copy)}-wal`).equals(log)).toBe(true)
  })

  it('undoes a write that a stopped program left half done', () => {
    const folder = closedLedger()
    stopWhileWriting(databaseIn(folder))
    expect(statSync(`${databaseIn(folder)}-journal`).size).toBeGreaterThan(0)
    const { ledger } = openTestLedger(folder)
    expect(problem(ledger)).toBe('open')
    expect(ledger.reads.sums.totals(allTickets).lost).toBe(3)
  })

  it('begins again after a stop at the very beginning', () => {
    const folder = tempFolder()
    openDatabase(databaseIn(folder), ledgerMigrations).close()
    expect(problem(openTestLedger(folder).ledger)).toBe('open')
    const { ledger, folder: begun } = openTestLedger()
    ledger.close()
    rmSync(witnessIn(begun))
    expect(problem(openTestLedger(begun).ledger)).toBe('open')
  })

  it('brings tables in line that had not followed before a stop', () => {
    const { ledger, folder } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket())
    gradeLegs(ledger, ticketId, ['won', 'won'])
    const again = openTestLedger(copyAsStopped(folder)).ledger
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
  it('verifies all of its records, also those written meanwhile', async () => {
    const { ledger } = openTestLedger(closedLedger())
    ledger.record(makeTicket())
    const verified = () => {
      const { status } = ledger.snapshot()
      return status.kind === 'open' && status.verified === status.records
    }
    while (!verified()) await once(ledger, 'changed')
    ledger.record(makeTicket())
    while (!verified()) await once(ledger, 'changed')
    expect(ledger.snapshot().status).toMatchObject({ kind: 'open', tickets: 5 })
  })

  it('closes when it is found damaged, and refuses all calls', async () => {
    const folder = closedLedger()
    alter(folder, `UPDATE tickets SET profit_minor = 1 WHERE id = 2`)
    const { ledger } = openTestLedger(folder)
    await once(ledger, 'closed')
    expect(ledger.snapshot().status).toEqual({
      kind: 'closed',
      problem: 'damaged',
      sentence: 'What is shown of ticket 2 doesn’t match its records.',
    })
    expect(() => ledger.reads).toThrow('storage')
  })
})

describe('opening refuses a ledger, and leaves its files unchanged,', () => {
  it.each<[string, string, (folder: string) => void]>([
    ['gone', 'missing', folder => rmSync(databaseIn(folder))],
    ['empty', 'missing', folder => writeFileSync(databaseIn(folder), '')],
    ['not a database', 'damaged', folder => writeFileSync(databaseIn(folder), 'x'.repeat(8_192))],
    ['cut', 'damaged', folder => truncateSync(databaseIn(folder), 20_000)],
    ['of a newer version', 'newer', folder => alter(folder, 'PRAGMA user_version = 99')],
    ['without its witness', 'unwitnessed', folder => rmSync(witnessIn(folder))],
    [
      'beside an unreadable witness',
      'unwitnessed',
      folder => writeFileSync(witnessIn(folder), 'x'.repeat(512)),
    ],
    [
      'beside the witness of another',
      'damaged',
      folder => copyFileSync(witnessIn(closedLedger(2)), witnessIn(folder)),
    ],
    [
      'short of its last records',
      'behind',
      folder => alter(folder, `${withoutTriggers} DELETE FROM log WHERE seq > 8`),
    ],
    ['short of all its records', 'missing', folder => alter(folder, `${withoutTriggers} DELETE FROM log`)],
    [
      'with other records than those witnessed',
      'damaged',
      folder => {
        const other = copyAsStopped(folder)
        for (const each of [folder, other]) {
          const { ledger } = openTestLedger(each)
          ledger.record(makeTicket())
          ledger.close()
        }
        copyFileSync(databaseIn(other), databaseIn(folder))
      },
    ],
    [
      'changed in a record',
      'damaged',
      folder => alter(folder, `${withoutTriggers} UPDATE log SET at = at + 1 WHERE seq = 5`),
    ],
    [
      'replaced by an older copy',
      'behind',
      folder => {
        const older = copyAsStopped(folder)
        const { ledger } = openTestLedger(folder)
        ledger.record(makeTicket())
        ledger.close()
        copyFileSync(databaseIn(older), databaseIn(folder))
      },
    ],
  ])('when it is %s', (_case, expected, damage) => {
    const folder = closedLedger()
    damage(folder)
    const before = hashFiles(folder)
    const { ledger } = openTestLedger(folder)
    expect(problem(ledger)).toBe(expected)
    const { status } = ledger.snapshot()
    expect(status.kind === 'closed' ? status.sentence : '').toMatch(/^[A-Z].*\.$/)
    expect(() => ledger.record(makeTicket())).toThrow('storage')
    ledger.close()
    expect(hashFiles(folder)).toEqual(before)
  })

  it.skipIf(!hasPipes).each(otherKinds.flatMap(kind => databaseEndings.map(end => [end, ...kind] as const)))(
    'by name, when ledger.db%s is %s',
    async (end, _, make, words) => {
      const folder = closedLedger()
      rmSync(databaseIn(folder) + end, { force: true })
      await make(databaseIn(folder) + end)
      expect(openTestLedger(folder).ledger.snapshot().status).toEqual({
        kind: 'closed',
        problem: 'unusable',
        sentence: `“ledger.db${end}” ${words}`,
      })
    },
  )

  it('when another program holds it', () => {
    const folder = closedLedger()
    const other = openDatabase(databaseIn(folder), ledgerMigrations)
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    expect(problem(openTestLedger(folder).ledger)).toBe('unusable')
    other.exec('ROLLBACK')
    other.close()
    expect(problem(openTestLedger(folder).ledger)).toBe('open')
  })

  it.runIf(existsSync('/proc'))('when its folder cannot be written', () => {
    expect(problem(openTestLedger('/proc').ledger)).toBe('unusable')
  })
})

it('The write-ahead log stays small while tickets are recorded without a pause', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { ledger, folder } = openTestLedger()
  onTestFinished(() => ledger.close())
  const recordFor = (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      ledger.record(makeTicket())
      vi.advanceTimersByTime(1_000)
    }
    return statSync(join(folder, 'ledger.db-wal')).size
  }
  const size = recordFor(25)
  expect(recordFor(75)).toBeLessThan(1.5 * size)
})
