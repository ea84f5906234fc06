import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import {
  BackupFiles,
  backupsForOpening,
  verifyCopy,
} from '../../../../src/main/ledger/backups/backup-files.ts'
import { openLedgerFile } from '../../../../src/main/ledger/opening/ledger-file.ts'
import { readDatabase, vacuumInto } from '../../../../src/main/storage/database.ts'
import { ledgerMigrations } from '../../../../src/main/storage/migrations/ledger/ledger-migrations.ts'
import { Refusal } from '../../../../src/shared/failure.ts'
import { allTickets } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { hasPipes, otherKinds } from '../../../support/storage/other-kinds.ts'
import { openTestLedger, makeTicket } from '../../../support/ledger/tickets.ts'
import { openTestBackups, type OpenedBackups } from '../../../support/ledger/test-backups.ts'

const day = 24 * 3_600_000
const toFileTime = (at: number) => new Date(at).toISOString().replaceAll(':', '-')
const open = ({ ledger }: OpenedBackups) => ledger.reads.sums.totals(allTickets).open
const status = ({ ledger }: OpenedBackups) => ledger.snapshot().status

/** Two tickets backed up, a third one not. */
async function startBackedUp(): Promise<OpenedBackups & { name: string }> {
  const opened = openTestBackups()
  opened.ledger.record(makeTicket())
  opened.ledger.record(makeTicket())
  await opened.backups.makeIfDue()
  expect(opened.faults).toEqual([])
  opened.ledger.record(makeTicket())
  return { ...opened, name: opened.backups.list()[0]?.name ?? '' }
}

describe('Backups.makeIfDue', () => {
  it('makes a whole backup of two files, and says what it holds', async () => {
    const opened = await startBackedUp()
    expect(opened.backups.list()).toMatchObject([{ tickets: 2, records: 5, problem: null }])
    expect(readdirSync(join(opened.folder, 'backups')).toSorted()).toEqual(
      [opened.name, opened.name.replace('.db', '.witness')].toSorted(),
    )
    expect(opened.backups.state()).toEqual({ newestAt: opened.clock.now, failure: null })
  })

  it('makes one a day while there is something new, and removes old ones', async () => {
    const opened = openTestBackups()
    for (let at = 0; at < 20; at++) {
      opened.ledger.record(makeTicket())
      opened.clock.now += day
      await opened.backups.makeIfDue()
      await opened.backups.makeIfDue()
    }
    expect(opened.backups.list()).toHaveLength(14)
    expect(opened.backups.list()[0]).toMatchObject({ tickets: 20, problem: null })
  })

  it('is written under a name that no one can foresee, and follows no link of that name', () => {
    const opened = openTestBackups()
    opened.ledger.record(makeTicket())
    const folder = join(opened.folder, 'backups')
    const target = join(opened.folder, 'target')
    mkdirSync(folder)
    writeFileSync(target, 'private')
    symlinkSync(target, join(folder, `ledger-${toFileTime(opened.clock.now)}.db.part`))
    const parts: string[] = []
    const { tail } = opened.ledger
    if (tail === undefined) throw new Error('no log')
    const copy = (file: string) => {
      parts.push(file.slice(folder.length + 1))
      expect(statSync(file).size).toBe(0)
      readDatabase(opened.files.database, database => vacuumInto(database, file))
    }
    const files = new BackupFiles(folder)
    for (const at of [opened.clock.now, opened.clock.now + 1]) files.makeNow(at, tail, copy)
    expect(opened.backups.list()).toMatchObject([{ problem: null }, { problem: null }])
    expect(readFileSync(target, 'utf8')).toBe('private')
    const hex = parts.map(name => /\.db\.([0-9a-f]{16})\.part$/.exec(name)?.[1] ?? '')
    expect(new Set(hex).size).toBe(2)
    expect(hex).not.toContain('')
  })

  it('does not offer a backup that went bad', async () => {
    const opened = await startBackedUp()
    const file = join(opened.folder, 'backups', opened.name)
    const bytes = readFileSync(file)
    bytes.fill(0x55, 100, 4_000)
    writeFileSync(file, bytes)
    expect(opened.backups.list()[0]?.problem).toMatch(/\.$/)
    await expect(opened.backups.restore(opened.name)).rejects.toThrow('storage')
    expect(open(opened)).toBe(3)
  })

  it.skipIf(!hasPipes).each(otherKinds)(
    'does not offer %s with the name of a backup',
    async (_, make, words) => {
      const opened = await startBackedUp()
      const name = 'ledger-2026-01-01T00-00-00.000Z.db'
      await make(join(opened.folder, 'backups', name))
      expect(opened.backups.list()).toContainEqual(
        expect.objectContaining({ name, problem: `“${name}” ${words}` }),
      )
      await expect(opened.backups.restore(name)).rejects.toThrow('storage')
    },
  )

  it.skipIf(!hasPipes).each(otherKinds.slice(1))(
    'names %s in the place of their folder, and goes on once it is gone',
    async (_, make, words) => {
      const opened = openTestBackups()
      opened.ledger.record(makeTicket())
      const folder = join(opened.folder, 'backups')
      await make(folder)
      const failure = `“backups” ${words.replace('file', 'folder')}`
      opened.backups.start()
      expect(opened.backups.state()).toEqual({ newestAt: null, failure })
      await opened.backups.makeIfDue()
      expect(opened.backups.state()).toEqual({ newestAt: null, failure })
      expect(() => opened.backups.list()).toThrow(Refusal)
      rmSync(folder)
      await opened.backups.makeIfDue()
      expect(opened.backups.state()).toMatchObject({ failure: null })
      opened.backups.stop()
    },
  )

  it('without a place to write, reports the failure and leaves nothing behind', async () => {
    const opened = openTestBackups()
    opened.ledger.record(makeTicket())
    writeFileSync(join(opened.folder, 'backups'), 'a file where the folder should be')
    await opened.backups.makeIfDue()
    expect(opened.backups.state().failure).toMatch(/\.$/)
    expect(opened.backups.state().newestAt).toBeNull()
    rmSync(join(opened.folder, 'backups'))
    await opened.backups.makeIfDue()
    expect(opened.backups.state()).toMatchObject({ failure: null })
  })

  it('removes the remains of a backup that was cut short', async () => {
    const opened = openTestBackups()
    const folder = join(opened.folder, 'backups')
    mkdirSync(folder)
    writeFileSync(join(folder, 'ledger-2026-01-01T00-00-00.000Z.db.part'), 'half')
    writeFileSync(join(folder, 'ledger-2026-01-01T00-00-00.000Z.db.0123456789abcdef.part-journal'), 'half')
    writeFileSync(join(folder, 'ledger-2026-01-01T00-00-00.000Z.witness'), 'alone')
    expect(opened.backups.list()).toEqual([])
    opened.ledger.record(makeTicket())
    await opened.backups.makeIfDue()
    expect(readdirSync(folder)).toHaveLength(2)
  })
})

describe('verifyCopy', () => {
  it('refuses a copy whose pages are damaged, although its log is whole', async () => {
    const opened = await startBackedUp()
    const copy = join(opened.folder, 'backups', opened.name)
    const verify = () => verifyCopy(copy, null).toArray()
    expect(verify).not.toThrow()
    const database = new DatabaseSync(copy, { defensive: false })
    // Two indexes of one root page.
    database.exec(`PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (
      SELECT max(rootpage) FROM sqlite_schema WHERE type = 'index') WHERE rootpage = (
      SELECT min(rootpage) FROM sqlite_schema WHERE type = 'index')`)
    database.close()
    expect(verify).toThrow('The copy of the ledger is damaged.')
  })
})

describe('backupsForOpening', () => {
  it('makes a backup before an update of the program changes the file', () => {
    const { ledger, backups, folder, files } = openTestBackups()
    ledger.record(makeTicket())
    ledger.close()
    const migrations = [...ledgerMigrations, 'ALTER TABLE progress ADD COLUMN later TEXT']
    openLedgerFile(files, { migrations, ...backupsForOpening(folder) }).close()
    expect(backups.list()).toMatchObject([{ tickets: 1, records: 3, problem: null }])
  })

  it('without a place to write, keeps the update from the file', () => {
    const { ledger, folder, files } = openTestBackups()
    ledger.record(makeTicket())
    ledger.close()
    writeFileSync(join(folder, 'backups'), '')
    const migrations = [...ledgerMigrations, 'ALTER TABLE progress ADD COLUMN later TEXT']
    const update = () => openLedgerFile(files, { migrations, ...backupsForOpening(folder) })
    expect(update).toThrow(/it wasn’t changed/)
    ledger.open()
    expect(ledger.snapshot().status.kind).toBe('open')
  })
})

describe('Backups.restore', () => {
  it('puts the backup in place and keeps the former files', async () => {
    const opened = await startBackedUp()
    const keptAs = await opened.backups.restore(opened.name)
    expect(open(opened)).toBe(2)
    const kept = join(opened.folder, 'kept', keptAs)
    expect(openTestLedger(kept).ledger.reads.sums.totals(allTickets).open).toBe(3)
  })

  it.each([
    ['is damaged', ({ files }: OpenedBackups) => changeRecord(files.database), 'damaged'],
    ['is gone', ({ files }: OpenedBackups) => rmSync(files.database), 'missing'],
    [
      'is gone with its witness',
      ({ files }: OpenedBackups) => {
        rmSync(files.database)
        rmSync(files.witness)
      },
      'missing',
    ],
    [
      'is empty, without its witness',
      ({ files }: OpenedBackups) => {
        writeFileSync(files.database, '')
        rmSync(files.witness)
      },
      'missing',
    ],
    ['is empty', ({ files }: OpenedBackups) => writeFileSync(files.database, ''), 'missing'],
    [
      'is not a database',
      ({ files }: OpenedBackups) => writeFileSync(files.database, 'hello, hello, hello'),
      'damaged',
    ],
    ['has lost its witness', ({ files }: OpenedBackups) => rmSync(files.witness), 'unwitnessed'],
  ])('brings back a ledger that %s', async (_, harm, problem) => {
    const opened = await startBackedUp()
    opened.ledger.close()
    harm(opened)
    const bytes = existsSync(opened.files.database) ? readFileSync(opened.files.database) : undefined
    opened.ledger.open()
    expect(status(opened)).toMatchObject({ kind: 'closed', problem })
    const keptAs = await opened.backups.restore(opened.name)
    expect(status(opened)).toMatchObject({ kind: 'open', tickets: 2 })
    const kept = join(opened.folder, 'kept', keptAs, 'ledger.db')
    if (bytes === undefined) expect(existsSync(kept)).toBe(false)
    else expect(readFileSync(kept).equals(bytes)).toBe(true)
  })

  it('keeps the log of a ledger whose file is gone, with what was not yet written to the file', async () => {
    const opened = await startBackedUp()
    const { database } = opened.files
    const log = readFileSync(`${database}-wal`)
    opened.ledger.close()
    rmSync(database)
    writeFileSync(`${database}-wal`, log)
    opened.ledger.open()
    const keptAs = await opened.backups.restore(opened.name)
    expect(status(opened)).toMatchObject({ kind: 'open', tickets: 2 })
    expect(readFileSync(join(opened.folder, 'kept', keptAs, 'ledger.db-wal')).equals(log)).toBe(true)
  })

  it('of a file that is not a backup, changes nothing', async () => {
    const opened = await startBackedUp()
    for (const name of ['../ledger.db', 'ledger.db', ''])
      await expect(opened.backups.restore(name)).rejects.toThrow('not-found')
    expect(open(opened)).toBe(3)
  })

  it('without a place for the former files, leaves them as they were', async () => {
    const opened = await startBackedUp()
    writeFileSync(join(opened.folder, 'kept'), '')
    await expect(opened.backups.restore(opened.name)).rejects.toThrow('storage')
    expect(open(opened)).toBe(3)
  })
})

describe('Backups of a ledger that cannot be used', () => {
  it('startNew begins an empty ledger and keeps the damaged one', async () => {
    const opened = await startBackedUp()
    opened.ledger.close()
    changeRecord(opened.files.database)
    opened.ledger.open()
    const keptAs = await opened.backups.startNew()
    expect(status(opened)).toMatchObject({ kind: 'open', tickets: 0, records: 1 })
    expect(readdirSync(join(opened.folder, 'kept', keptAs))).toContain('ledger.db')
    expect(opened.backups.list()).toHaveLength(1)
  })

  it('adopt continues with a ledger whose witness is lost', async () => {
    const opened = await startBackedUp()
    opened.ledger.close()
    rmSync(opened.files.witness)
    opened.ledger.open()
    await opened.backups.adopt()
    expect(open(opened)).toBe(3)
  })

  it('adopt refuses a ledger in which a record was changed', async () => {
    const opened = await startBackedUp()
    opened.ledger.close()
    changeRecord(opened.files.database)
    opened.ledger.open()
    await expect(opened.backups.adopt()).rejects.toThrow('storage')
    expect(status(opened)).toMatchObject({ kind: 'closed', problem: 'damaged' })
  })
})

/** Changes the text of a record in place. */
function changeRecord(file: string): void {
  const bytes = readFileSync(file)
  const at = bytes.indexOf('"stakeMinor":4000')
  expect(at).toBeGreaterThan(0)
  for (let from = at; from >= 0; from = bytes.indexOf('"stakeMinor":4000', from + 1))
    bytes.write('5', from + 13)
  writeFileSync(file, bytes)
}
