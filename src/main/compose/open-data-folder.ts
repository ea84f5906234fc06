/**
 * Prepares the data folder at the start: creates it when it is missing, and ends the program with a message when it
 * cannot be used.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FatalError } from '../fatal.ts'
import { settingsVersion } from '../account/stored-settings.ts'
import { readSettingsVersion } from '../account/settings-file.ts'
import { deskMigrations } from '../storage/migrations/desk/desk-migrations.ts'
import { ledgerMigrations } from '../storage/migrations/ledger/ledger-migrations.ts'
import { teamMigrations } from '../storage/migrations/team/team-migrations.ts'
import { explainStorageError } from '../storage/storage-failure.ts'
import { readStoredVersion } from '../storage/stored-version.ts'

const ownFiles = ['ledger.db', 'desk.db', 'settings.json', 'backups', 'team.db']

/** Databases, with the newest version that this program reads. */
const databases = { 'ledger.db': ledgerMigrations, 'desk.db': deskMigrations, 'team.db': teamMigrations }

/**
 * Throws FatalError when a newer version of the program wrote the data, of which it changes nothing, and when the folder
 * cannot be written and is empty. Existing data can be read without writing.
 */
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
  refuseNewerData(folder)
}

/** Part of the data may be readable, but what this version writes beside the rest could contradict it. */
function refuseNewerData(folder: string): void {
  const newer = Object.entries(databases).flatMap(([name, migrations]) =>
    readStoredVersion(join(folder, name)) > migrations.length ? [name] : [],
  )
  if (readSettingsVersion(folder) > settingsVersion) newer.push('settings.json')
  if (newer.length === 0) return
  throw new FatalError(
    `The data in ${folder} is from a newer version of Parlay Desk (${newer.join(', ')}). This version can’t read it, and changed nothing.`,
    'Start the newer version, or update Parlay Desk. To start without this data, use --user-data-dir=FOLDER.',
  )
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
