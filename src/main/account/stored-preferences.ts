/** Views of the settings file, each with one part of it: most belong to the profile in use. */
import type { CallLimits } from '../../shared/model/settings/budget.ts'
import type { SettingsFile } from './settings-file.ts'
import type { KeepLimits } from '../../shared/model/settings/quote-keeping.ts'
import { plainLayout, type GridLayout } from '../../shared/model/settings/grid-layout.ts'
import type { StoredSource } from './stored-source.ts'
import type { Approvals } from '../links/deep-link.ts'

/** Limits of calls, and refreshing while the window is hidden. */
export interface StoredCallSettings {
  getLimits(profileId: string): CallLimits
  /** Sets the limits of the profile in use. */
  setLimits(limits: CallLimits): void
  readonly isAutoWhileHidden: boolean
  setAutoWhileHidden(isOn: boolean): void
}

const learned: CallLimits = { kind: 'learned' }

export function openStoredCallSettings(settings: SettingsFile): StoredCallSettings {
  return {
    getLimits: profileId => settings.read().callLimits[profileId] ?? learned,
    setLimits(limits) {
      const { callLimits, activeProfileId } = settings.read()
      settings.write({ callLimits: { ...callLimits, [activeProfileId]: limits } })
    },
    get isAutoWhileHidden() {
      return settings.read().isAutoWhileHidden
    },
    setAutoWhileHidden(isOn) {
      settings.write({ isAutoWhileHidden: isOn })
    },
  }
}

/** Limits of the price history. */
export interface StoredKeepLimits {
  read(): KeepLimits
  write(limits: KeepLimits): void
}

export function openStoredKeepLimits(settings: SettingsFile): StoredKeepLimits {
  return {
    read: () => settings.read().keepPrices,
    write: keepPrices => settings.write({ keepPrices }),
  }
}

/** The grid's layout under the profile in use. */
export interface StoredLayouts {
  read(): GridLayout
  write(layout: GridLayout): void
}

export function openStoredLayouts(settings: SettingsFile): StoredLayouts {
  return {
    read: () => settings.read().grids[settings.read().activeProfileId] ?? plainLayout,
    write(layout) {
      const { grids, activeProfileId } = settings.read()
      settings.write({ grids: { ...grids, [activeProfileId]: layout } })
    },
  }
}

/** Selections the user pinned, and selections used last, under the profile in use. */
export interface StoredSelections {
  /** Newest first. */
  pinned(): readonly string[]
  recent(): readonly string[]
  pin(key: string, isPinned: boolean): void
  /** The user put these on the desk. */
  use(keys: readonly string[]): void
}

const maxRecent = 30
const maxPinned = 500

export function openStoredSelections(settings: SettingsFile): StoredSelections {
  const get = (kind: 'pins' | 'recents') => settings.read()[kind][settings.read().activeProfileId] ?? []
  const write = (kind: 'pins' | 'recents', keys: string[]) => {
    const { [kind]: all, activeProfileId } = settings.read()
    settings.write({ [kind]: { ...all, [activeProfileId]: keys } })
  }
  const without = (kind: 'pins' | 'recents', keys: readonly string[]) =>
    get(kind).filter(key => !keys.includes(key))
  return {
    pinned: () => get('pins'),
    recent: () => get('recents'),
    pin: (key, isPinned) =>
      write('pins', [...(isPinned ? [key] : []), ...without('pins', [key])].slice(0, maxPinned)),
    use: keys => write('recents', [...new Set(keys), ...without('recents', keys)].slice(0, maxRecent)),
  }
}

/** Sources of odds, by profile. */
export interface StoredSources {
  read(profileId: string): readonly StoredSource[]
  write(profileId: string, sources: readonly StoredSource[]): void
}

export function openStoredSources(settings: SettingsFile): StoredSources {
  return {
    read: profileId => settings.read().sources[profileId] ?? [],
    write: (profileId, sources) =>
      settings.write({ sources: { ...settings.read().sources, [profileId]: [...sources] } }),
  }
}

/** Hosts whose links this user approved "always", by profile and book. */
export function openStoredApprovals(settings: SettingsFile): Approvals {
  // A map, because a book may be called anything, `constructor` too.
  const readHosts = () =>
    new Map(Object.entries(settings.read().approvedHosts[settings.read().activeProfileId] ?? {}))
  return {
    has: (bookId, host) => readHosts().get(bookId)?.includes(host) ?? false,
    add(bookId, host) {
      const { approvedHosts, activeProfileId } = settings.read()
      const hosts = readHosts()
      hosts.set(bookId, [...(hosts.get(bookId) ?? []), host])
      settings.write({ approvedHosts: { ...approvedHosts, [activeProfileId]: Object.fromEntries(hosts) } })
    },
  }
}

const dayMs = 86_400_000
const dayOf = (at: number) => Math.floor(at / dayMs)

/**
 * Beginning of the demo's world: the one stored today, or else now, which is then stored. So a bet of the demo ends as if
 * the program had run on; each day (UTC) has a world of its own, in which the games of earlier days are over.
 */
export function keepDemoEpoch(settings: SettingsFile, now: number): number {
  const { demoBegunAt: kept } = settings.read()
  if (kept !== null && kept <= now && dayOf(kept) === dayOf(now)) return kept
  settings.write({ demoBegunAt: now })
  return now
}
