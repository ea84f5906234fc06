/**
 * The settings file, through electron-store: its only importer. A file that cannot be read is set aside under a new
 * name, never overwritten, and defaults load with a notice.
 */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import Store from 'electron-store'
import { z } from 'zod'
import { Book } from '../../shared/model/book.ts'
import { Profile, ProfileId, demoProfileId } from '../../shared/model/profile.ts'
import { defaultStaleAfterMs, Settings } from '../../shared/model/settings.ts'

const WindowBounds = z.strictObject({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
})
export type WindowBounds = Readonly<z.infer<typeof WindowBounds>>

const Stored = z.strictObject({
  version: z.literal(1).default(1),
  profiles: z.array(Profile).default([]),
  activeProfileId: ProfileId.default(demoProfileId),
  priceFormat: Settings.shape.priceFormat.default('american'),
  staleAfterMs: Settings.shape.staleAfterMs.default(defaultStaleAfterMs),
  /** By profile, in column order. */
  books: z.record(ProfileId, z.array(Book)).default({}),
  /** Hosts whose links may be opened, by profile, then by book. */
  approvedHosts: z.record(ProfileId, z.record(z.string(), z.array(z.string()))).default({}),
  windowBounds: WindowBounds.nullable().default(null),
})
export type Stored = Readonly<z.infer<typeof Stored>>

export interface SettingsFile {
  read(): Stored
  write(change: Partial<Stored>): void
  /** What went wrong at opening, in plain words, or undefined. */
  readonly notice: string | undefined
}

const name = 'settings'

/** Opens `settings.json` in the folder. */
export function openSettingsFile(folder: string, now: number): SettingsFile {
  const open = () => new Store({ name, cwd: folder, clearInvalidConfig: false })
  const setAside = (): string => {
    const kept = `${name}.unreadable-${now}.json`
    renameSync(join(folder, `${name}.json`), join(folder, kept))
    return `The settings file could not be read. It was kept as ${kept}, and settings start anew.`
  }
  let store: Store
  let notice: string | undefined
  try {
    store = open()
    if (!Stored.safeParse(store.store).success) throw new SyntaxError('settings do not fit their schema')
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    notice = setAside()
    store = open()
  }
  let stored: Stored = Stored.parse(store.store)
  return {
    notice,
    read: () => stored,
    write(change) {
      stored = { ...stored, ...change }
      store.store = stored
    },
  }
}
