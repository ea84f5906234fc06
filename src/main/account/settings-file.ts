/**
 * The settings file, through electron-store: its only importer. A file that cannot be read is set aside under a new
 * name, never overwritten, and defaults load with a notice.
 */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import Store from 'electron-store'
import { z } from 'zod'
import { type SettingsFile, StoredSettings } from './stored-settings.ts'

const name = 'settings'
const unsaved = 'Settings cannot be saved. What you change lasts until the program ends.'

/** Opens `settings.json` in the folder. Never throws: without a file, settings last until the program ends. */
export function openSettingsFile(folder: string, now: number): SettingsFile {
  const { store, notice } = openStore(folder, now)
  let stored: StoredSettings = StoredSettings.parse(store?.store ?? {})
  let report: ((sentence: string) => void) | undefined
  return {
    notice,
    read: () => stored,
    write(change) {
      stored = { ...stored, ...change }
      try {
        if (store !== undefined) store.store = stored
      } catch {
        report?.(unsaved)
        report = undefined
      }
    },
    onUnsaved(listener) {
      report = listener
    },
  }
}

/** Without a store where the file cannot be used at all. */
function openStore(folder: string, now: number): { store?: Store; notice?: string } {
  try {
    return { store: openFitting(folder) }
  } catch (error) {
    // Only a file that was read and makes no sense is set aside; one that could not be read may be good.
    const isUnfit = error instanceof SyntaxError || error instanceof z.ZodError
    if (!isUnfit) return { notice: unsaved }
  }
  const kept = `${name}.unreadable-${now}.json`
  try {
    renameSync(join(folder, `${name}.json`), join(folder, kept))
    const notice = `The settings file could not be read. It was kept as ${kept}, and settings start anew.`
    return { store: openFitting(folder), notice }
  } catch {
    return { notice: unsaved }
  }
}

/** Throws SyntaxError or ZodError for a file whose content does not fit. */
function openFitting(folder: string): Store {
  const store = new Store({ name, cwd: folder, clearInvalidConfig: false })
  StoredSettings.parse(store.store)
  return store
}
