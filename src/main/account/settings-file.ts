/**
 * The settings file, through electron-store: its only importer. An invalid value is replaced by its default, and an
 * unreadable file is moved aside. Either way the original is kept under another name, and a notice says so.
 */
import { constants, copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Store from 'electron-store'
import { assertRegularFile } from '../files/regular-file.ts'
import { OpenedFile } from '../storage/opened-file.ts'
import { explainStorageError } from '../storage/storage-failure.ts'
import { cleanNames } from './profile-names.ts'
import { migrateSettings } from './migrate-settings.ts'
import { repairSettings } from './repair-settings.ts'
import { settingsVersion, StoredSettings, type SettingsFile } from './stored-settings.ts'

const name = 'settings'
const unsaved = 'Settings can’t be saved. Changes will be lost when you quit.'

/** Opens `settings.json` in the folder. Never throws: without a file, settings last until the program ends. */
export function openSettingsFile(folder: string, now: number): SettingsFile {
  const opened = openStore(folder, now)
  const { store, notice } = opened
  const place = new OpenedFile(folder)
  let stored: StoredSettings = opened.settings ?? StoredSettings.parse({})
  let isUnsaved = store === undefined
  let isReported = isUnsaved
  let report: ((sentence: string | undefined) => void) | undefined
  const setUnsaved = (to: boolean) => {
    const sentence = to && !isReported ? unsaved : undefined
    const hasChanged = to !== isUnsaved
    isUnsaved = to
    if (!hasChanged || report === undefined) return
    isReported ||= to
    report(sentence)
  }
  return {
    notice,
    get isUnsaved() {
      return isUnsaved
    },
    read: () => stored,
    write(change) {
      stored = { ...stored, ...change }
      try {
        // The store would recreate a folder that was moved away, or overwrite the settings of another one in its place.
        if (place.findPlace() !== 'in-place') throw new Error('the data folder is gone')
        if (store !== undefined) store.store = stored
        setUnsaved(store === undefined)
      } catch {
        setUnsaved(true)
      }
    },
    onUnsaved(listener) {
      report = listener
    },
  }
}

/** Returns 0 for a file that is missing or unreadable, or has no version. */
export function readSettingsVersion(folder: string): number {
  try {
    const file = join(folder, `${name}.json`)
    assertRegularFile(file)
    const content: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''))
    const isVersioned = typeof content === 'object' && content !== null && 'version' in content
    return isVersioned && typeof content.version === 'number' ? content.version : 0
  } catch {
    return 0
  }
}

interface OpenedStore {
  /** Undefined when the file cannot be used at all. */
  readonly store?: Store
  readonly settings?: StoredSettings
  readonly notice?: string
}

function openStore(folder: string, now: number): OpenedStore {
  const file = join(folder, `${name}.json`)
  const kept = `${name}.unreadable-${now}.json`
  try {
    // Reading a named pipe would block for ever.
    if (existsSync(file)) assertRegularFile(file)
    return openFitting(folder, () => {
      copyFileSync(file, join(folder, kept), constants.COPYFILE_EXCL)
      return kept
    })
  } catch (error) {
    // Only a file with invalid content is moved aside; one that could not be read may be valid.
    if (!(error instanceof SyntaxError)) {
      const reason = explainStorageError(error)
      return { notice: reason === undefined ? unsaved : `${reason} ${unsaved}` }
    }
    try {
      renameSync(file, join(folder, kept))
      const reason = error instanceof NewerSettings ? error.message : 'The settings file couldn’t be read.'
      const notice = `${reason} It’s kept as ${kept}, and settings were reset.`
      return { ...openFitting(folder, () => kept), notice }
    } catch {
      return { notice: unsaved }
    }
  }
}

/** Calls `keepCopy` before it replaces anything in the file. Throws SyntaxError for a file without settings. */
function openFitting(folder: string, keepCopy: () => string): OpenedStore {
  const store = new Store({ name, cwd: folder, clearInvalidConfig: false, deserialize: parseObject })
  const { settings: repaired, damaged } = repairSettings(migrateSettings(store.store))
  // Saved with the next change: the names are valid, only hard to distinguish on screen.
  const settings = { ...repaired, profiles: cleanNames(repaired.profiles) }
  if (damaged.size === 0) return { store, settings }
  const list = new Intl.ListFormat('en').format(new Set([...damaged].map(describeKey)))
  const left = `Some settings couldn’t be read and were reset: ${list}.`
  try {
    const kept = keepCopy()
    store.store = settings
    return { store, settings, notice: `${left} The old file is kept as ${kept}.` }
  } catch {
    return { settings, notice: `${left} ${unsaved}` }
  }
}

/** A file that a later version of the program wrote. */
class NewerSettings extends SyntaxError {
  override readonly name = 'NewerSettings'
}

/** Throws SyntaxError for all but one JSON object of this version. */
function parseObject(text: string): Record<string, unknown> {
  const content: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new SyntaxError('not an object')
  const fields = { ...content }
  if ('version' in fields && typeof fields.version === 'number' && fields.version > settingsVersion)
    throw new NewerSettings('The settings file is from a newer version of Parlay Desk.')
  return fields
}

const keyNames: Readonly<Record<keyof StoredSettings, string>> = {
  version: 'the version',
  profiles: 'service profiles',
  activeProfileId: 'the profile in use',
  savedKeys: 'which profiles have a saved key',
  theme: 'the theme',
  priceFormat: 'the price format',
  staleAfterMs: 'the age at which prices are stale',
  value: 'how prices are valued',
  keepPrices: 'how long prices are kept',
  books: 'books',
  callLimits: 'call limits',
  autoSeconds: 'auto-refresh',
  autoShare: 'calls for auto-refresh',
  isAutoWhileHidden: 'background refresh',
  approvedHosts: 'approved bet slip sites',
  sources: 'odds sources',
  pins: 'pinned legs',
  recents: 'recent legs',
  grids: 'the grid layout',
  slips: 'the legs of a new parlay',
  ticketForms: 'tickets not recorded yet',
  layouts: 'your layouts',
  demoBegunAt: 'the demo’s start time',
  zoom: 'the zoom',
  panes: 'the desk’s panes',
  keys: 'the keys of commands',
  sounds: 'the sounds',
  recentCommands: 'the recent commands',
  scans: 'the scanner’s settings',
  ledgerLayout: 'the ledger’s table',
  tour: 'the tour',
  isScriptsOn: 'whether scripts may connect',
  windows: 'the places of windows',
  lastFolder: 'the last folder',
  updates: 'whether updates are looked for',
}

const namesByKey = new Map(Object.entries(keyNames))
const describeKey = (key: string) => namesByKey.get(key) ?? 'an unknown setting'
