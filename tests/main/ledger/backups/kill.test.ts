/** What is left when the program is killed in the middle of it: the old or the new, never half. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { openTestLedger, makeTicket } from '../../../support/ledger/tickets.ts'
import { openedBackups } from '../../../support/ledger/opened-backups.ts'

const rounds = 6

/** Runs the work until so many lines were told and a moment has passed; answers what was told by then. */
async function struck(folder: string, work: string, after: { lines: number; ms: number }): Promise<string[]> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../support/ledger/killed-program.ts'), folder, work],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exit = once(child, 'exit')
  const told: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    told.push(line)
    if (told.length === after.lines) setTimeout(() => child.kill('SIGKILL'), after.ms)
  }
  expect(await exit).toEqual([null, 'SIGKILL'])
  return told
}

const moments = Array.from({ length: rounds }, (_, round) => ({ lines: 1 + (round % 3), ms: round * 7 }))

describe('killed in the middle of', () => {
  it.each(moments)(
    'a backup, %o: no ticket is lost and every backup is whole',
    { timeout: 60_000 },
    async after => {
      const folder = tempFolder()
      const told = await struck(folder, 'backup', after)
      const { ledger, backups } = openedBackups(folder)
      const status = ledger.snapshot().status
      expect(status).toMatchObject({ kind: 'open' })
      expect(status.kind === 'open' && status.tickets).toBeGreaterThanOrEqual(told.length)
      expect(backups.list().map(({ problem }) => problem)).toEqual(backups.list().map(() => null))
      ledger.record(makeTicket())
      await backups.makeIfDue()
      expect(backups.list()[0]).toMatchObject({ problem: null })
    },
  )

  it.each(moments)('an import, %o: it is there whole, or not at all', { timeout: 60_000 }, async after => {
    const folder = tempFolder()
    const told = await struck(folder, 'import', { lines: 1 + 2 * (after.lines - 1), ms: after.ms * 4 })
    const status = openTestLedger(folder).ledger.snapshot().status
    const tickets = status.kind === 'open' ? status.tickets : -1
    expect(tickets % 500).toBe(0)
    const imported = told.filter(line => line === 'imported').length
    expect(tickets).toBeGreaterThanOrEqual(imported * 500)
    expect(tickets).toBeLessThanOrEqual((imported + 1) * 500)
  })

  it.each(moments)(
    'a restore, %o: the ledger is the old one or the new one',
    { timeout: 60_000 },
    async after => {
      const folder = tempFolder()
      const before = openedBackups(folder)
      before.ledger.record(makeTicket())
      before.ledger.record(makeTicket())
      await before.backups.makeIfDue()
      before.ledger.close()
      await struck(folder, 'restore', { ...after, ms: after.ms * 2 })
      const status = openTestLedger(folder).ledger.snapshot().status
      expect(status).toMatchObject({ kind: 'open' })
      expect([0, 2]).toContain(status.kind === 'open' ? status.tickets : -1)
    },
  )
})
