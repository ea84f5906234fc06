/** The disk is full, or the data folder cannot be written, before the ledger is opened. */
import { cpSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../../src/shared/failure.ts'
import { allTickets, newestFirst } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { exportLedger, getRefusal } from '../../../support/ledger/import-export.ts'
import { smallDisk } from '../../../support/ledger/small-disk.ts'
import { canMount } from '../../../support/storage/mounts.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { makeLeg, makeTicket, openTestLedger, readTotals } from '../../../support/ledger/tickets.ts'

/** A small disk with a ledger of three tickets, from a program that quit or was killed. */
function diskWithLedger(end: 'quit' | 'killed') {
  const disk = smallDisk()
  const { ledger, folder } = openTestLedger()
  for (const note of ['', '', 'needle']) ledger.record(makeTicket({ note }))
  expect(readTotals(ledger).open).toBe(3)
  if (end === 'quit') ledger.close()
  cpSync(folder, disk.folder, { recursive: true })
  return disk
}

const record = (ledger: Ledger) => getRefusal(Promise.resolve().then(() => ledger.record(makeTicket())))
const readOnly = (ledger: Ledger) => {
  const { status } = ledger.snapshot()
  return status.kind === 'open' ? status.readOnly : status
}

/** Looks, searches and exports. */
async function readAll(ledger: Ledger) {
  const found = ledger.reads.list.page({
    filter: { ...allTickets, text: 'needle' },
    sort: newestFirst,
    after: null,
    limit: 10,
  })
  const path = await exportLedger(ledger, tempFolder(), 'csv')
  return {
    open: readTotals(ledger).open,
    found: found.lines.length,
    exported: readFileSync(path, 'utf8').trim().split('\n').length - 1,
  }
}
const everything = { open: 3, found: 1, exported: 3 }

describe.skipIf(!canMount)('opening a ledger', () => {
  it.each(['quit', 'killed'] as const)(
    'in a folder that cannot be written, after a program that %s, answers reads and refuses tickets',
    async end => {
      const disk = diskWithLedger(end)
      expect(disk.lock()).toBe(true)
      const { ledger } = openTestLedger(disk.folder)
      expect(readOnly(ledger)).toBe('The data folder can’t be written.')
      expect(await readAll(ledger)).toEqual(everything)
      expect(await record(ledger)).toBe('The data folder can’t be written.')
      ledger.close()
      expect(disk.unlock()).toBe(true)
    },
  )

  it.each(['quit', 'killed'] as const)(
    'on a full disk, after a program that %s, answers reads, and records once there is room',
    async end => {
      const disk = diskWithLedger(end)
      disk.fill(0)
      const { ledger } = openTestLedger(disk.folder)
      expect(await readAll(ledger)).toEqual(everything)
      expect(await record(ledger)).toBe('The disk is full.')
      if (end === 'quit') expect(readOnly(ledger)).toBe('The disk is full.')
      disk.empty()
      ledger.record(makeTicket())
      expect(readTotals(ledger).open).toBe(4)
      expect(readOnly(ledger)).toBeNull()
      ledger.close()
      expect(readTotals(openTestLedger(disk.folder).ledger).open).toBe(4)
    },
  )

  it('in a folder that cannot be written, after a program that was killed, records again once it can be', async () => {
    const disk = diskWithLedger('killed')
    expect(disk.lock()).toBe(true)
    const { ledger } = openTestLedger(disk.folder)
    expect(disk.unlock()).toBe(true)
    // The connection that reads keeps all others of the process from writing.
    expect(await record(ledger)).toBe('The data folder can’t be written.')
    expect(readOnly(ledger)).toBe('The data folder can’t be written.')
    ledger.retry()
    ledger.record(makeTicket())
    expect(readTotals(ledger).open).toBe(4)
    expect(readOnly(ledger)).toBeNull()
  })

  it('on a full disk, whose tables had not followed, saves a rule once there is room', () => {
    const disk = smallDisk()
    const { ledger, folder } = openTestLedger()
    ledger.record(makeTicket())
    ledger.close()
    cpSync(folder, disk.folder, { recursive: true })
    disk.fill(0)
    const { ledger: reopened } = openTestLedger(disk.folder)
    const save = () => reopened.savePolicy({ bookId: 'bravo', policy: 'tie_loses', source: '', asOf: null })
    expect(save).toThrow(Refusal)
    disk.empty()
    save()
    expect(reopened.policies()).toMatchObject([{ policy: 'tie_loses' }])
  })

  it.each([
    ['on a full disk', 'The disk is full.'],
    ['in a folder that cannot be written', 'The data folder can’t be written.'],
  ])(
    '%s, after a program that was killed before its tables had all, exports from the log and says what lists lack',
    async (place, reason) => {
      const disk = smallDisk()
      const { ledger, folder } = openTestLedger()
      ledger.void(ledger.record(makeTicket()).ticketId, 'a mistake')
      const { ticketId } = ledger.record(
        makeTicket({ legs: ['One', 'Two', 'Three'].map(name => makeLeg(name)) }),
      )
      ledger.decide(ticketId, { kind: 'payout', payoutMinor: 9_000 }, 'paid')
      ledger.close()
      cpSync(folder, disk.folder, { recursive: true })
      const { ledger: whole } = openTestLedger(folder)
      if (place === 'on a full disk') disk.fill(0)
      else expect(disk.lock()).toBe(true)
      const { ledger: reopened } = openTestLedger(disk.folder)
      for (const format of ['csv', 'json'] as const) {
        const [found, expected] = [
          await exportLedger(reopened, tempFolder(), format),
          await exportLedger(whole, tempFolder(), format),
        ]
        expect(readFileSync(found, 'utf8')).toBe(readFileSync(expected, 'utf8'))
      }
      expect(readTotals(reopened).open).toBe(0)
      expect(reopened.snapshot().status).toMatchObject({ kind: 'open', behind: reason })
      expect(await getRefusal(Promise.resolve().then(() => reopened.reads.ticket(ticketId)))).toBe(
        'Ticket 2 is saved, but can’t be shown while the ledger is read-only. Export to see it.',
      )
      reopened.close()
      disk.unlock()
    },
  )

  it('where there is none and none can be begun, says why', () => {
    const disk = smallDisk()
    expect(disk.lock()).toBe(true)
    const { ledger } = openTestLedger(disk.folder)
    expect(ledger.snapshot().status).toEqual({
      kind: 'closed',
      problem: 'unusable',
      sentence: 'The data folder can’t be written.',
    })
    disk.unlock()
  })
})
