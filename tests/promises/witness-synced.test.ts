/** Source: docs/quality.md, 2. The calls of the file system are real; the test only writes them down. */
import { statSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { ledgerFilesIn } from '../../src/main/ledger/opening/ledger-file.ts'
import { readWitness } from '../../src/main/storage/witness.ts'
import { makeTicket, openTestLedger } from '../support/ledger/tickets.ts'

/** Writes and syncs in order, with the inode of their file. */
const calls = vi.hoisted(() => new Array<{ readonly kind: 'write' | 'sync'; readonly inode: number }>())
vi.mock('node:fs', async load => {
  const real = await load<typeof import('node:fs')>()
  const noting =
    <A extends unknown[], R>(kind: 'write' | 'sync', call: (handle: number, ...rest: A) => R) =>
    (handle: number, ...rest: A): R => {
      const done = call(handle, ...rest)
      calls.push({ kind, inode: real.fstatSync(handle).ino })
      return done
    }
  return {
    ...real,
    writeSync: noting('write', (handle: number, text: string, at: number) =>
      real.writeSync(handle, text, at),
    ),
    fdatasyncSync: noting('sync', real.fdatasyncSync),
    fsyncSync: noting('sync', real.fsyncSync),
  }
})

describe('Each commit of the ledger is acknowledged only after its witness is synced to the disk.', () => {
  it('writes the witness and syncs it before a ticket is confirmed, each time', () => {
    const { ledger, folder } = openTestLedger()
    const { witness } = ledgerFilesIn(folder)
    const { ino } = statSync(witness)
    const callsFor = (act: () => unknown) => {
      calls.splice(0)
      act()
      return calls.flatMap(({ kind, inode }) => (inode === ino ? [kind] : []))
    }
    for (let ticket = 0; ticket < 3; ticket += 1) {
      const before = readWitness(witness)?.records ?? 0
      expect(callsFor(() => ledger.record(makeTicket()))).toEqual(['write', 'sync'])
      expect(readWitness(witness)?.records).toBeGreaterThan(before)
    }
  })

  it('syncs a new witness and its folder before the first record is confirmed', () => {
    calls.splice(0)
    const { folder } = openTestLedger()
    const synced = calls.flatMap(({ kind, inode }) => (kind === 'sync' ? [inode] : []))
    expect(synced).toContain(statSync(folder).ino)
    expect(synced).toContain(statSync(ledgerFilesIn(folder).witness).ino)
  })
})
