/** The data folder at the start: made where there is none, and refused in words where nothing could be shown of it. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FatalError } from '../fatal.ts'
import { explainStorageError } from '../storage/storage-failure.ts'

const ownFiles = ['ledger.db', 'desk.db', 'settings.json', 'backups']

/** Throws FatalError where nothing can be written and nothing is there. Data that is there can be read all the same. */
export function openDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    if (!ownFiles.some(name => existsSync(join(folder, name)))) probe(folder)
  } catch (error) {
    const why = explainStorageError(error) ?? 'The folder can’t be created.'
    throw new FatalError(
      `Parlay Desk keeps its data in ${folder}, and can’t start there. ${why}`,
      'Free up space or allow writing there, or start with --user-data-dir=FOLDER.',
      error,
    )
  }
}

/** Writes a file and removes it: a folder can be full, and its attributes say little on Windows. */
function probe(folder: string): void {
  const inside = mkdtempSync(join(folder, '.probe-'))
  try {
    writeFileSync(join(inside, 'file'), 'x')
  } finally {
    rmSync(inside, { recursive: true, force: true })
  }
}
