/** The program is killed at work: the old or the new files are left, never half of each. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { openTestLedger, makeTicket } from '../../../support/ledger/tickets.ts'
import { openTestBackups } from '../../../support/ledger/test-backups.ts'

const rounds = 6

/** Kills the program a while after a number of lines; returns the lines it printed. */
async function killAtWork(
  folder: string,
  task: string,
  after: { lines: number; ms: number },
): Promise<string[]> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../support/ledger/killed-program.ts'), folder, task],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exit = once(child, 'exit')
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (lines.length === after.lines) setTimeout(() => child.kill('SIGKILL'), after.ms)
  }
  expect(await exit).toEqual([null, 'SIGKILL'])
  return lines
}

const moments = Array.from({ length: rounds }, (_, round) => ({ lines: 1 + (round % 3), ms: round * 7 }))

describe('A program killed during', () => {
  it.each(moments)(
    'a backup, after %o, loses no ticket and leaves only whole backups',
    { timeout: 60_000 },
    async after => {
      const folder = tempFolder()
      const lines = await killAtWork(folder, 'backup', after)
      const { ledger, backups } = openTestBackups(folder)
      const status = ledger.snapshot().status
      expect(status).toMatchObject({ kind: 'open' })
      expect(status.kind === 'open' && status.tickets).toBeGreaterThanOrEqual(lines.length)
      expect(backups.list().map(({ problem }) => problem)).toEqual(backups.list().map(() => null))
      ledger.record(makeTicket())
      await backups.makeIfDue()
      expect(backups.list()[0]).toMatchObject({ problem: null })
    },
  )

  it.each(moments)('an import, after %o, leaves all of it or nothing', { timeout: 60_000 }, async after => {
    const folder = tempFolder()
    const lines = await killAtWork(folder, 'import', { lines: 1 + 2 * (after.lines - 1), ms: after.ms * 4 })
    const status = openTestLedger(folder).ledger.snapshot().status
    const tickets = status.kind === 'open' ? status.tickets : -1
    expect(tickets % 500).toBe(0)
    const imported = lines.filter(line => line === 'imported').length
    expect(tickets).toBeGreaterThanOrEqual(imported * 500)
    expect(tickets).toBeLessThanOrEqual((imported + 1) * 500)
  })

  it.each(moments)(
    'a restore, after %o, leaves the old ledger or the new one',
    { timeout: 60_000 },
    async after => {
      const folder = tempFolder()
      const before = openTestBackups(folder)
      before.ledger.record(makeTicket())
      before.ledger.record(makeTicket())
      await before.backups.makeIfDue()
      before.ledger.close()
      await killAtWork(folder, 'restore', { ...after, ms: after.ms * 2 })
      const status = openTestLedger(folder).ledger.snapshot().status
      expect(status).toMatchObject({ kind: 'open' })
      expect([0, 2]).toContain(status.kind === 'open' ? status.tickets : -1)
    },
  )
})
