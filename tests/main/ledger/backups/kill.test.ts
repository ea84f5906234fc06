/** The program is killed at work: the old or the new files are left, never half of each. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { verifyCopy } from '../../../../src/main/ledger/backups/backup-files.ts'
import { ledgerFilesIn, openLedgerFile } from '../../../../src/main/ledger/opening/ledger-file.ts'
import { verify } from '../../../../src/main/ledger/opening/verify.ts'
import { ledgerMigrations } from '../../../../src/main/storage/migrations/ledger/ledger-migrations.ts'
import { bundleProgram } from '../../../support/bundled-program.ts'
import { findUnsafeRenames, killAtEachChange, live } from '../../../support/storage/lives.ts'
import { makeSchema, readSchema } from '../../../support/storage/schemas.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { databaseIn, openTestLedger, makeTicket } from '../../../support/ledger/tickets.ts'
import { openTestBackups } from '../../../support/ledger/test-backups.ts'

const script = bundleProgram(join(import.meta.dirname, '../../../support/ledger/killed-program.ts'))
const timeout = 120_000
const rounds = 3

/** Kills the program a while after a number of lines; returns the lines it printed. */
async function killAtWork(
  folder: string,
  task: string,
  after: { lines: number; ms: number },
): Promise<string[]> {
  const child = spawn(process.execPath, [script, folder, task], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (lines.length === after.lines) setTimeout(() => child.kill('SIGKILL'), after.ms)
  }
  expect(await exit).toEqual([null, 'SIGKILL'])
  return lines
}

const moments = Array.from({ length: rounds }, (_, round) => ({ lines: 1 + round, ms: round * 14 }))

/** A closed ledger with this many tickets and a backup of it; `later` tickets were recorded after the backup. */
async function makeLedger(tickets: number, later = 0): Promise<string> {
  const { ledger, backups, folder } = openTestBackups()
  for (let at = 0; at < tickets; at++) ledger.record(makeTicket())
  await backups.makeIfDue()
  expect(backups.list()).toMatchObject([{ tickets, problem: null }])
  for (let at = 0; at < later; at++) ledger.record(makeTicket())
  backups.stop()
  ledger.close()
  return folder
}

/** Opens a ledger as the next start does, verifies every record and table, and returns the number of its tickets. */
function countTickets(folder: string): number {
  const { ledger, faults } = openTestLedger(folder)
  expect(ledger.snapshot().status).toMatchObject({ kind: 'open', readOnly: null })
  const steps = verify(ledger.core)
  while (steps.next().done !== true);
  const { lastTicketId } = ledger.core.log
  ledger.close()
  expect(faults).toEqual([])
  return lastTicketId
}

/** Verifies every record of the ledgers in a folder below, and returns the numbers of their records, oldest first. */
function countRecords(...folder: string[]): number[] {
  const path = join(...folder)
  const names = existsSync(path) ? readdirSync(path).filter(name => name.endsWith('.db')) : []
  return names.toSorted().map(name => {
    const steps = verifyCopy(join(path, name), null)
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) return value.records
    }
  })
}

/** Numbers of the records of a ledger with this many tickets: its first one, and two for each ticket. */
const recordsOf = (tickets: number) => 1 + 2 * tickets

describe('A program killed at each change of its files during', () => {
  it('the first start leaves no ledger or an empty one, which opens', { timeout }, async () => {
    const { lines } = await killAtEachChange(
      { script, args: ['open', '1'], prepared: tempFolder() },
      left => {
        expect(countTickets(left.folder)).toBe(0)
      },
    )
    expect(lines).toEqual(['opened with 0'])
  })

  it(
    'an update leaves a file of one version, with all tickets and a backup of the old file',
    { timeout },
    async () => {
      const prepared = makeFirstLedger(2)
      const { lines } = await killAtEachChange({ script, args: ['open', '1'], prepared }, ({ folder }) => {
        const { version, schema } = readSchema(databaseIn(folder))
        expect(schema).toEqual(makeSchema(ledgerMigrations.slice(0, version)).schema)
        if (version > 1) expect(countRecords(folder, 'backups')).toEqual([3])
        expect(countTickets(folder)).toBe(2)
        expect(readSchema(databaseIn(folder)).version).toBe(ledgerMigrations.length)
        expect(countRecords(folder, 'backups')[0]).toEqual(3)
      })
      expect(lines).toEqual(['opened with 2'])
    },
  )

  it('a backup leaves whole backups only, the former one among them', { timeout }, async () => {
    const prepared = await makeLedger(2)
    const whole = await killAtEachChange(
      { script, args: ['backup', '1'], prepared },
      async ({ folder, lines }) => {
        const records = countRecords(folder, 'backups')
        expect([[recordsOf(2)], [recordsOf(2), recordsOf(3)]]).toContainEqual(records)
        if (lines.includes('backed up')) expect(records).toHaveLength(2)
        const tickets = countTickets(folder)
        expect(tickets === 3 || (tickets === 2 && lines.length === 0)).toBe(true)
        const { ledger, backups, clock } = openTestBackups(folder)
        clock.now = Date.now() + 3 * 86_400_000
        ledger.record(makeTicket())
        await backups.makeIfDue()
        backups.stop()
        ledger.close()
        expect(countRecords(folder, 'backups').at(-1)).toBe(recordsOf(tickets + 1))
        const names = readdirSync(join(folder, 'backups'))
        expect(names.filter(name => !/\.(?:db|witness)$/.test(name))).toEqual([])
      },
    )
    expect(whole.lines).toEqual(['recorded 3', 'backed up'])
    expect(findUnsafeRenames(whole)).toEqual({ files: [], names: [] })
  })

  it('an import leaves all of it or nothing', { timeout }, async () => {
    const prepared = await makeLedger(2)
    const { lines } = await killAtEachChange({ script, args: ['import of three', '1'], prepared }, left => {
      expect(left.lines.includes('imported') ? [5] : [2, 5]).toContain(countTickets(left.folder))
    })
    expect(lines).toEqual(['begun', 'imported'])
  })

  it('a restore leaves the old ledger or the new one, and the old files are kept', { timeout }, async () => {
    const prepared = await makeLedger(1, 1)
    const whole = await killAtEachChange(
      { script, args: ['restore', '1'], prepared },
      ({ folder, lines }) => {
        const tickets = countTickets(folder)
        expect(lines.includes('restored') ? [1] : [2, 1]).toContain(tickets)
        const kept = tickets === 2 ? [] : readdirSync(join(folder, 'kept'))
        expect(kept.flatMap(name => countRecords(folder, 'kept', name))).toEqual(
          tickets === 2 ? [] : [recordsOf(2)],
        )
        expect(countRecords(folder, 'backups')).toEqual([recordsOf(1)])
      },
    )
    expect(whole.lines).toEqual(['restored'])
    expect(findUnsafeRenames(whole)).toEqual({ files: [], names: [] })
  })
})

it('A program that replaces the ledger by an empty one syncs it before it takes the place', async () => {
  const whole = await live({ script, args: ['start new', '1'], prepared: await makeLedger(1) })
  expect(whole.lines).toEqual(['started new'])
  expect(countTickets(whole.folder)).toBe(0)
  expect(findUnsafeRenames(whole)).toEqual({ files: [], names: [] })
})

/** A ledger of the first version, whose tables never followed its records. */
function makeFirstLedger(tickets: number): string {
  const folder = tempFolder()
  const first = openLedgerFile(ledgerFilesIn(folder), { migrations: ledgerMigrations.slice(0, 1) })
  for (let at = 0; at < tickets; at++) {
    const { log } = first
    log.commit(() => log.append(at, log.nextTicketId(), { kind: 'recorded', facts: makeTicket() }))
  }
  first.close()
  return folder
}

describe('A program killed at any time during', () => {
  it.each(moments)(
    'a backup, after %o, loses no ticket and leaves only whole backups',
    { timeout },
    async after => {
      const folder = tempFolder()
      const lines = (await killAtWork(folder, 'backup', after)).filter(line => line.startsWith('recorded'))
      expect(countTickets(folder)).toBeGreaterThanOrEqual(lines.length)
      countRecords(folder, 'backups')
    },
  )

  it.each(moments)('an import, after %o, leaves all of it or nothing', { timeout }, async after => {
    const folder = tempFolder()
    const lines = await killAtWork(folder, 'import', { lines: 1 + 2 * (after.lines - 1), ms: after.ms * 4 })
    const imported = lines.filter(line => line === 'imported').length
    expect([imported * 500, (imported + 1) * 500]).toContain(countTickets(folder))
  })
})
