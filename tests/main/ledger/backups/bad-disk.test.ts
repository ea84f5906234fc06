/** Nothing can be written: the files stay as they are, and requests are refused in a sentence. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { allTickets } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { canMount } from '../../../support/storage/mounts.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { databaseIn, openTestLedger, makeTicket } from '../../../support/ledger/tickets.ts'
import {
  createImports,
  skipDuplicates,
  exportLedger,
  getRefusal,
} from '../../../support/ledger/import-export.ts'
import { openTestBackups } from '../../../support/ledger/test-backups.ts'
import { smallDisk } from '../../../support/ledger/small-disk.ts'

/** A ledger with three tickets and a backup of two on a small disk. */
async function onSmallDisk() {
  const disk = smallDisk()
  const opened = openTestBackups(disk.folder)
  opened.ledger.record(makeTicket())
  opened.ledger.record(makeTicket())
  await opened.backups.makeIfDue()
  opened.ledger.record(makeTicket())
  opened.clock.now += 24 * 3_600_000
  const open = () => opened.ledger.reads.sums.totals(allTickets).open
  expect(open()).toBe(3)
  return { ...opened, disk, open }
}

describe.skipIf(!canMount)('A full disk', () => {
  it('leaves lists and sums without the newest records, which the status says, until there is room', async () => {
    const { ledger, disk, open } = await onSmallDisk()
    const behind = () => {
      const { status } = ledger.snapshot()
      return status.kind === 'open' ? status.behind : status
    }
    // Recorded in room that is there already, which the tables do not have.
    const { ticketId } = ledger.record(makeTicket({ note: 'x'.repeat(200) }))
    disk.fill(0)
    expect(open()).toBe(3)
    expect(behind()).toBe('The disk is full.')
    expect(await getRefusal(Promise.resolve().then(() => ledger.record(makeTicket())))).toMatch(/full/)
    expect([...ledger.gradableLegs.awaited('own')].flat()).toHaveLength(6)
    disk.empty()
    expect(open()).toBe(4)
    expect(behind()).toBeNull()
    expect(ledger.reads.ticket(ticketId).line.result).toBe('pending')
  })

  it('keeps new records in the log, which is logged once, until there is room', () => {
    const disk = smallDisk()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { ledger, faults } = openTestLedger(disk.folder)
    for (let count = 0; count < 10; count++) ledger.record(makeTicket({ note: 'x'.repeat(900) }))
    const size = () => statSync(databaseIn(disk.folder)).size
    const before = size()
    disk.fill(0)
    vi.advanceTimersByTime(120_000)
    expect(faults.map(String)).toEqual([expect.stringContaining('full')])
    expect(size()).toBe(before)
    disk.empty()
    vi.advanceTimersByTime(60_000)
    expect(size()).toBeGreaterThan(before)
    expect(faults).toHaveLength(1)
  })

  it('fails a backup with a sentence, and leaves the others', async () => {
    const { backups, disk, folder, open } = await onSmallDisk()
    disk.fill(8_192)
    await backups.makeIfDue()
    expect(backups.state().failure).toMatch(/full/)
    expect(readdirSync(join(folder, 'backups'))).toHaveLength(2)
    expect(backups.list()).toMatchObject([{ tickets: 2, problem: null }])
    disk.empty()
    await backups.makeIfDue()
    expect(backups.state().failure).toBeNull()
    expect(open()).toBe(3)
  })

  it('refuses a restore, and leaves the ledger as it was', async () => {
    const { backups, disk, folder, open } = await onSmallDisk()
    disk.fill(8_192)
    const { name = '' } = backups.list()[0] ?? {}
    expect(await getRefusal(backups.restore(name))).toMatch(/full/)
    disk.empty()
    expect(open()).toBe(3)
    expect(readdirSync(folder)).not.toContain('ledger.next.part')
    await backups.restore(name)
    expect(open()).toBe(2)
  })

  it('refuses an import whole', async () => {
    const { ledger: source } = openTestLedger()
    for (let at = 1; at <= 60; at++) source.record(makeTicket({ stakeMinor: at, note: 'x'.repeat(1_000) }))
    const path = await exportLedger(source, tempFolder(), 'json')
    const { ledger, disk, open } = await onSmallDisk()
    const imports = createImports(ledger, path)
    await imports.choose()
    expect(await imports.preview(null)).toMatchObject({ tickets: 60 })
    disk.fill(8_192)
    expect(await getRefusal(imports.commit(skipDuplicates))).toMatch(/full/)
    expect(open()).toBe(3)
    disk.empty()
    expect(await imports.commit(skipDuplicates)).toMatchObject({ imported: 60, skipped: 0 })
    expect(open()).toBe(63)
  })

  it('refuses an export, and leaves the file that was there', async () => {
    const { ledger, disk, folder } = await onSmallDisk()
    await exportLedger(ledger, folder, 'json')
    disk.fill(0)
    expect(await getRefusal(exportLedger(ledger, folder, 'json'))).toMatch(/couldn’t be saved/)
    expect(readdirSync(folder)).toContain('out.json')
    expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([])
  })
})

describe.skipIf(!canMount)('A folder that cannot be written', () => {
  it('refuses backups and exports, and answers reads', async () => {
    const { ledger, backups, disk, folder, open } = await onSmallDisk()
    const { name = '' } = backups.list()[0] ?? {}
    expect(disk.lock()).toBe(true)
    await backups.makeIfDue()
    const refusals = [backups.state().failure, await getRefusal(exportLedger(ledger, folder, 'json'))]
    expect(refusals).toEqual([
      expect.stringMatching(/can’t be written/),
      expect.stringMatching(/couldn’t be saved/),
    ])
    expect(open()).toBe(3)
    expect(disk.unlock()).toBe(true)
    await backups.restore(name)
    expect(open()).toBe(2)
  })
})
