/** Files of a team's desk that are damaged, or put back from before the team. */
import { cpSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { Backups } from '../../../../src/main/ledger/backups/backups.ts'
import { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { ledgerFilesIn } from '../../../../src/main/ledger/opening/ledger-file.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { readShared, verifyDesk } from '../../../support/ledger/read-shared.ts'
import { openPair, SharedDesk } from '../../../support/ledger/shared-desks.ts'
import { openTestBackups } from '../../../support/ledger/test-backups.ts'
import { makeTicket } from '../../../support/ledger/tickets.ts'

const Shared = z.object({ tickets: z.array(z.unknown()) })
const readTickets = (desk: SharedDesk) => {
  const { tickets } = Shared.parse(readShared(desk))
  return tickets
}

function openAlone(folder: string): Ledger {
  const log = (error: unknown) => {
    throw error
  }
  const ledger = new Ledger({ files: ledgerFilesIn(folder), isDemo: () => false, log, member: () => null })
  ledger.open()
  onTestFinished(() => ledger.close())
  return ledger
}

it('What a desk writes while it cannot read which member it is, it shares once it can', () => {
  const { log, first, second } = openPair()
  first.ledger.close()
  const alone = openAlone(first.folder)
  alone.record(makeTicket({ note: 'meanwhile' }))
  alone.decide(1, { kind: 'result', result: 'won' }, 'box score')
  expect(alone.shared.unsharedCount()).toBe(2)
  alone.close()
  const again = new SharedDesk(first.member, log, first.folder)
  const desks = [again, second]
  again.send()
  for (const desk of desks) desk.read()
  expect(again.ledger.shared.unsharedCount()).toBe(0)
  const [here, there] = desks.map(readTickets)
  expect(here).toEqual(there)
  expect(there).toHaveLength(2)
  for (const desk of desks) verifyDesk(desk)
})

it('A backup of a team’s ledger gets what the team wrote since, also by this desk', () => {
  const { log, first, second, settle } = openPair()
  first.ledger.record(makeTicket({ note: 'not shared in the backup' }))
  first.ledger.close()
  const folder = tempFolder()
  cpSync(first.folder, folder, { recursive: true })
  first.ledger.open()
  first.ledger.decide(1, { kind: 'result', result: 'won' }, 'box score')
  settle()
  first.ledger.close()
  const restored = new SharedDesk(first.member, log, folder)
  restored.read()
  expect(restored.ledger.shared.unsharedCount()).toBe(0)
  expect(readShared(restored)).toEqual(readShared(second))
  verifyDesk(restored)
})

it.each([
  ['refuses a backup from before the team while in one', 'aa'.repeat(8)],
  ['takes it without a team', null],
])('Backups %s', async (_, member) => {
  const { ledger, folder, files, clock } = openTestBackups()
  ledger.record(makeTicket())
  const log = () => {}
  const backups = new Backups({ ledger, folder, files, log, now: () => clock.now, member: () => member })
  await backups.makeIfDue()
  const [backup] = backups.list()
  const restored = backups.restore(backup?.name ?? '')
  if (member === null) await expect(restored).resolves.toMatch(/^ledger-/)
  else await expect(restored).rejects.toThrow('storage')
  expect(ledger.snapshot().status.kind).toBe('open')
})
