/** A ledger with its backups, in a folder of its own, by a clock that the test sets. */
import { onTestFinished } from 'vitest'
import { Backups } from '../../../src/main/ledger/backups/backups.ts'
import { ledgerFilesIn } from '../../../src/main/ledger/opening/ledger-file.ts'
import { tempFolder } from '../storage/temp-folder.ts'
import { openTestLedger, startOfTests } from './tickets.ts'

export function openTestBackups(folder = tempFolder(), maxCopyMs?: number) {
  const { ledger } = openTestLedger(folder)
  const clock = { now: startOfTests + 60_000 }
  const faults: unknown[] = []
  const files = ledgerFilesIn(folder)
  const backups = new Backups({
    ledger,
    folder,
    files,
    log: error => faults.push(error),
    now: () => clock.now,
    ...(maxCopyMs !== undefined && { maxCopyMs }),
  })
  backups.start()
  onTestFinished(() => backups.stop())
  return { ledger, backups, folder, files, clock, faults }
}

export type OpenedBackups = ReturnType<typeof openTestBackups>
