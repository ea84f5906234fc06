/**
 * Replaces the ledger by another and keeps the old files aside. The new one is prepared in a folder of its own; once that
 * folder has its final name the exchange is decided, and the next opening finishes it if need be. So there is the old
 * ledger or the new one, never half of each and never none.
 */
import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from '../../storage/durable.ts'
import type { LedgerFiles } from './inspect.ts'

const ready = 'ledger.next'
const unready = 'ledger.next.part'

/**
 * `prepare` makes the new ledger, whole and on the disk. `keepIn` is the folder where the old bytes go. The ledger must
 * be closed. Throws what `prepare` throws, or why the files cannot be moved; the old ledger is then as it was.
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

/** Finishes an exchange that was decided. Called before each opening. */
export function finishReplacing(files: LedgerFiles): void {
  const home = dirname(files.database)
  const folder = join(home, ready)
  if (!existsSync(folder)) return
  const next = nextIn(folder, files)
  if (existsSync(next.database)) {
    // SQLite would read the old file's log as the new one's.
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

/** Gives the files a second name, which takes no room; copies them where the file system has no hard links. */
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
