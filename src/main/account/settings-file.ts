/**
 * The settings file, through electron-store: its only importer. A file that cannot be read is set aside under a new
 * name, never overwritten, and defaults load with a notice.
 */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import Store from 'electron-store'
import { z } from 'zod'
import { Book } from '../../shared/model/game/book.ts'
import { CallLimits } from '../../shared/model/settings/budget.ts'
import { GridLayout } from '../../shared/model/settings/grid-layout.ts'
import { Profile, ProfileId, demoProfileId } from '../../shared/model/settings/profile.ts'
import { defaultKeepLimits, KeepLimits } from '../../shared/model/settings/quote-keeping.ts'
import { SelectionKey } from '../../shared/model/game/selection.ts'
import {
  defaultStaleAfterMs,
  Settings,
  defaultValueSettings,
  ValueSettings,
} from '../../shared/model/settings/settings.ts'
import { StoredSource } from './stored-source.ts'

const WindowBounds = z.strictObject({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
})
export type WindowBounds = Readonly<z.infer<typeof WindowBounds>>

const StoredSettings = z.strictObject({
  version: z.literal(1).default(1),
  profiles: z.array(Profile).default([]),
  activeProfileId: ProfileId.default(demoProfileId),
  priceFormat: Settings.shape.priceFormat.default('american'),
  staleAfterMs: Settings.shape.staleAfterMs.default(defaultStaleAfterMs),
  value: ValueSettings.default(defaultValueSettings),
  /** Limits of the price history. */
  keepPrices: KeepLimits.default(defaultKeepLimits),
  /** By profile, in column order. */
  books: z.record(ProfileId, z.array(Book)).default({}),
  /** Limits of keyed calls, by profile; learned from the service where none is set. */
  callLimits: z.record(ProfileId, CallLimits).default({}),
  /** True if prices go on refreshing while the window is hidden. */
  isAutoWhileHidden: z.boolean().default(false),
  /** Hosts whose links may be opened, by profile, then by book. */
  approvedHosts: z.record(ProfileId, z.record(z.string(), z.array(z.string()))).default({}),
  /** Sources of the board's odds, by profile, oldest first. */
  sources: z.record(ProfileId, z.array(StoredSource)).default({}),
  /** Selections the user pinned, and those used last, by profile, newest first. */
  pins: z.record(ProfileId, z.array(SelectionKey)).default({}),
  recents: z.record(ProfileId, z.array(SelectionKey)).default({}),
  /** Layout of the price grid, by profile. */
  grids: z.record(ProfileId, GridLayout).default({}),
  demoBegunAt: z.number().int().nullable().default(null),
  windowBounds: WindowBounds.nullable().default(null),
})
export type StoredSettings = Readonly<z.infer<typeof StoredSettings>>

export interface SettingsFile {
  read(): StoredSettings
  /** Takes effect at once; where the file cannot be written, until the program ends. */
  write(change: Partial<StoredSettings>): void
  /** Problem met at opening, in plain words, or undefined. */
  readonly notice: string | undefined
  /** Calls back in plain words when a change could not be saved, the first time only. */
  onUnsaved(listener: (sentence: string) => void): void
}

type ByProfile = 'books' | 'callLimits' | 'approvedHosts' | 'sources' | 'pins' | 'recents' | 'grids'
type OfProfile = { [K in ByProfile]: StoredSettings[K][string] }

/** One profile's part of a setting: of the profile in use unless given. */
export function readOfProfile<K extends ByProfile>(
  settings: SettingsFile,
  kind: K,
  profileId = settings.read().activeProfileId,
): OfProfile[K] | undefined {
  const all: { [P in ByProfile]: Readonly<Record<string, OfProfile[P]>> } = settings.read()
  return all[kind][profileId]
}

export function writeOfProfile<K extends ByProfile>(
  settings: SettingsFile,
  kind: K,
  value: OfProfile[K],
  profileId = settings.read().activeProfileId,
): void {
  settings.write({ [kind]: { ...settings.read()[kind], [profileId]: value } })
}

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
    return isUnfit ? setAside(folder, now) : { notice: unsaved }
  }
}

/** Throws SyntaxError or ZodError for a file whose content does not fit. */
function openFitting(folder: string): Store {
  const store = new Store({ name, cwd: folder, clearInvalidConfig: false })
  StoredSettings.parse(store.store)
  return store
}

function setAside(folder: string, now: number): { store?: Store; notice: string } {
  const kept = `${name}.unreadable-${now}.json`
  try {
    renameSync(join(folder, `${name}.json`), join(folder, kept))
    const notice = `The settings file could not be read. It was kept as ${kept}, and settings start anew.`
    return { store: openFitting(folder), notice }
  } catch {
    return { notice: unsaved }
  }
}
