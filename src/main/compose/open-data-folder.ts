/**
 * Prepares the data folder at the start: creates it when it is missing, and ends the program with a message when it
 * cannot be used.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FatalError } from '../fatal.ts'
import { explainStorageError } from '../storage/storage-failure.ts'

const ownFiles = ['ledger.db', 'desk.db', 'settings.json', 'backups', 'team.db']

/** Throws FatalError when the folder cannot be written and is empty. Existing data can be read without writing. */
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

/** Writes a file and removes it: the disk may be full, and a folder's attributes mean little on Windows. */
function probe(folder: string): void {
  const inside = mkdtempSync(join(folder, '.probe-'))
  try {
    writeFileSync(join(inside, 'file'), 'x')
  } finally {
    rmSync(inside, { recursive: true, force: true })
  }
}
