/**
 * Replaces the ledger by another and keeps the old files. The new ledger is prepared in a separate folder. Renaming
 * that folder commits the exchange, which the next opening finishes if necessary. A crash thus leaves either the old
 * ledger or the new one.
 */
import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from '../../storage/durable.ts'
import type { LedgerFiles } from './inspect.ts'

const ready = 'ledger.next'
const unready = 'ledger.next.part'

/**
 * Replaces the ledger, which must be closed. `prepare` creates the new one, durable on the disk. `keepIn`: folder for
 * the old files. Throws errors of `prepare`, or of moving the files; the old ledger is then unchanged.
 */
export async function replaceLedger(
  files: LedgerFiles,
  keepIn: string,
  prepare: (next: LedgerFiles) => Promise<void> | void,
): Promise<void> {
  const home = dirname(files.database)
  const making = join(home, unready)
  rmSync(making, { recursive: true, force: true })
  try {
    mkdirSync(making)
    await prepare(nextIn(making, files))
    keepAside(files, keepIn)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    throw error
  }
  syncFolder(making)
  renameSync(making, join(home, ready))
  syncFolder(home)
  finishReplacing(files)
}

/** Finishes a committed exchange. Called before each opening. */
export function finishReplacing(files: LedgerFiles): void {
  const home = dirname(files.database)
  const folder = join(home, ready)
  if (!existsSync(folder)) return
  const next = nextIn(folder, files)
  if (existsSync(next.database)) {
    // SQLite would apply the old file's log to the new file.
    for (const end of logs) rmSync(files.database + end, { force: true })
    renameSync(next.database, files.database)
  }
  if (existsSync(next.witness)) renameSync(next.witness, files.witness)
  syncFolder(home)
  rmSync(folder, { recursive: true })
}

const logs = ['-wal', '-shm', '-journal']

const nextIn = (folder: string, files: LedgerFiles): LedgerFiles => ({
  database: join(folder, basename(files.database)),
  witness: join(folder, basename(files.witness)),
})

/** Hard-links the files, which takes no space; copies them when the file system has no hard links. */
function keepAside({ database, witness }: LedgerFiles, folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const file of [database, `${database}-wal`, witness]) {
    if (!existsSync(file)) continue
    const kept = join(folder, basename(file))
    try {
      linkSync(file, kept)
    } catch {
      copyFileSync(file, kept)
    }
  }
  syncFolder(folder)
}
