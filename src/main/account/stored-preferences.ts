/** Views of the settings file, one for each part. Most parts belong to the profile in use. */
import type { LinkApproval } from '../../shared/model/price/link-outcome.ts'
import type { AutoRefreshState, CallLimits } from '../../shared/model/settings/budget.ts'
import { maxRecentCommands } from '../../shared/model/settings/recent-commands.ts'
import { plainLayout, type GridLayout, type KeepLimits } from '../../shared/model/settings/settings.ts'
import type { WindowName } from '../../shared/model/settings/windows.ts'
import {
  readOfProfile,
  writeOfProfile,
  type SettingsFile,
  type StoredPlace,
  type StoredSource,
} from './stored-settings.ts'

const learned: CallLimits = { kind: 'learned' }

type StoredAuto = Omit<AutoRefreshState, 'rows'>

/** Limits of calls, and auto-refresh. */
export type StoredCallSettings = ReturnType<typeof openStoredCallSettings>
export const openStoredCallSettings = (settings: SettingsFile) => ({
  getLimits: (profileId: string): CallLimits => readOfProfile(settings, 'callLimits', profileId) ?? learned,
  /** Sets the limits of the profile in use. */
  setLimits: (limits: CallLimits) => writeOfProfile(settings, 'callLimits', limits),
  auto: {
    read(): StoredAuto {
      const { autoSeconds, autoShare, isAutoWhileHidden } = settings.read()
      return { everySeconds: autoSeconds, share: autoShare, isOnWhileHidden: isAutoWhileHidden }
    },
    write(change: Partial<StoredAuto>): void {
      const { everySeconds, share, isOnWhileHidden } = { ...this.read(), ...change }
      settings.write({ autoSeconds: everySeconds, autoShare: share, isAutoWhileHidden: isOnWhileHidden })
    },
  },
})

/** Folder of the file that was chosen or saved last. */
export const openStoredFolder = (settings: SettingsFile) => ({
  read: () => settings.read().lastFolder,
  write: (lastFolder: string) => settings.write({ lastFolder }),
})

/** Limits of the price history. */
export type StoredKeepLimits = ReturnType<typeof openStoredKeepLimits>
export const openStoredKeepLimits = (settings: SettingsFile) => ({
  read: () => settings.read().keepPrices,
  write: (keepPrices: KeepLimits) => settings.write({ keepPrices }),
})

/** Places of windows. */
export const openStoredPlaces = (settings: SettingsFile) => ({
  read: () => settings.read().windows,
  write: (name: WindowName, place: StoredPlace) =>
    settings.write({ windows: { ...settings.read().windows, [name]: place } }),
})

/** Layouts of the price grid. */
export type StoredGrids = ReturnType<typeof openStoredGrids>
export const openStoredGrids = (settings: SettingsFile) => ({
  read: (): GridLayout => readOfProfile(settings, 'grids') ?? plainLayout,
  write: (layout: GridLayout) => writeOfProfile(settings, 'grids', layout),
})

/** Commands run last from the palette, newest first. */
export type StoredRecentCommands = ReturnType<typeof openStoredRecentCommands>
export const openStoredRecentCommands = (settings: SettingsFile) => ({
  read: (): string[] => readOfProfile(settings, 'recentCommands') ?? [],
  remember(name: string): void {
    const others = this.read().filter(other => other !== name)
    writeOfProfile(settings, 'recentCommands', [name, ...others].slice(0, maxRecentCommands))
  },
})

const maxRecent = 30
const maxPinned = 500

/** Selections the user pinned, and selections used last, newest first. */
export type StoredSelections = ReturnType<typeof openStoredSelections>
export function openStoredSelections(settings: SettingsFile) {
  const get = (kind: 'pins' | 'recents'): readonly string[] => readOfProfile(settings, kind) ?? []
  const put = (kind: 'pins' | 'recents', first: readonly string[], without: readonly string[], max: number) =>
    writeOfProfile(
      settings,
      kind,
      [...first, ...get(kind).filter(key => !without.includes(key))].slice(0, max),
    )
  return {
    pinned: () => get('pins'),
    recent: () => get('recents'),
    pin: (key: string, isPinned: boolean) => put('pins', isPinned ? [key] : [], [key], maxPinned),
    /** Adds selections that the user put on the desk. */
    use: (keys: readonly string[]) => put('recents', [...new Set(keys)], keys, maxRecent),
  }
}

export type StoredSources = ReturnType<typeof openStoredSources>
export const openStoredSources = (settings: SettingsFile) => ({
  read: (profileId: string): readonly StoredSource[] => readOfProfile(settings, 'sources', profileId) ?? [],
  write: (profileId: string, sources: readonly StoredSource[]) =>
    writeOfProfile(settings, 'sources', [...sources], profileId),
})

/** Hosts whose links this user approved "always", by book. */
export type StoredApprovals = ReturnType<typeof openStoredApprovals>
export function openStoredApprovals(settings: SettingsFile) {
  // A map, because a book's id may be any text, such as `constructor`.
  const readHosts = () => new Map(Object.entries(readOfProfile(settings, 'approvedHosts') ?? {}))
  const change = (bookId: string, toHosts: (hosts: readonly string[]) => string[]) => {
    const hosts = readHosts()
    hosts.set(bookId, toHosts(hosts.get(bookId) ?? []))
    writeOfProfile(
      settings,
      'approvedHosts',
      Object.fromEntries([...hosts].filter(([, of]) => of.length > 0)),
    )
  }
  return {
    has: (bookId: string, host: string) => readHosts().get(bookId)?.includes(host) ?? false,
    list: (): LinkApproval[] =>
      [...readHosts()].flatMap(([bookId, hosts]) => [...new Set(hosts)].map(host => ({ bookId, host }))),
    add: (bookId: string, host: string) => change(bookId, hosts => [...hosts, host]),
    revoke: ({ bookId, host }: LinkApproval) => change(bookId, hosts => hosts.filter(each => each !== host)),
  }
}

const dayMs = 86_400_000
const toDay = (at: number) => Math.floor(at / dayMs)

/**
 * Start of the demo's world, epoch ms: the one stored today, else now, which is then stored. Bets of the demo thus
 * settle as if the program had kept running. Each day (UTC) starts a new world, in which the games of earlier days are
 * over.
 */
export function keepDemoEpoch(settings: SettingsFile, now: number): number {
  const { demoBegunAt: kept } = settings.read()
  if (kept !== null && kept <= now && toDay(kept) === toDay(now)) return kept
  settings.write({ demoBegunAt: now })
  return now
}
