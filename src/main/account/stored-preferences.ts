/** Parts of the settings file with rules of their own. Parts without are a `StoredPart` or a `ProfilePart`. */
import type { LinkApproval } from '../../shared/model/price/link-outcome.ts'
import type { AutoRefreshState } from '../../shared/model/settings/budget.ts'
import { maxRecentCommands } from '../../shared/model/settings/recent-commands.ts'
import type { WindowName } from '../../shared/model/settings/windows.ts'
import type { SavedKeys } from './key-ring.ts'
import { ProfilePart } from './stored-part.ts'
import type { SettingsFile, StoredPlace } from './stored-settings.ts'

type StoredAuto = Omit<AutoRefreshState, 'rows'>

/** Interval of auto-refresh, and its share of the call limit. */
export const openStoredAuto = (settings: SettingsFile) => ({
  read(): StoredAuto {
    const { autoSeconds, autoShare, isAutoWhileHidden } = settings.read()
    return { everySeconds: autoSeconds, share: autoShare, isOnWhileHidden: isAutoWhileHidden }
  },
  write(change: Partial<StoredAuto>): void {
    const { everySeconds, share, isOnWhileHidden } = { ...this.read(), ...change }
    settings.write({ autoSeconds: everySeconds, autoShare: share, isAutoWhileHidden: isOnWhileHidden })
  },
})

/** Places of windows. */
export const openStoredPlaces = (settings: SettingsFile) => ({
  read: () => settings.read().windows,
  write: (name: WindowName, place: StoredPlace) =>
    settings.write({ windows: { ...settings.read().windows, [name]: place } }),
})

/** Commands run last from the palette, newest first. */
export type StoredRecentCommands = ReturnType<typeof openStoredRecentCommands>
export function openStoredRecentCommands(settings: SettingsFile) {
  const part = new ProfilePart(settings, 'recentCommands', [])
  return {
    read: (): string[] => part.read(),
    remember(name: string): void {
      const others = part.read().filter(other => other !== name)
      part.write([name, ...others].slice(0, maxRecentCommands))
    },
  }
}

/** Profiles whose key is saved in the keychain: without it, a locked keychain looks like a key never entered. */
export function openSavedKeys(settings: SettingsFile): SavedKeys {
  const without = (id: string) => settings.read().savedKeys.filter(other => other !== id)
  const has = (id: string) => settings.read().savedKeys.includes(id)
  return {
    has,
    add: id => !has(id) && settings.write({ savedKeys: [...settings.read().savedKeys, id] }),
    delete: id => has(id) && settings.write({ savedKeys: without(id) }),
  }
}

const maxRecent = 30
const maxPinned = 500

/** Selections the user pinned, and selections used last, newest first. */
export type StoredSelections = ReturnType<typeof openStoredSelections>
export function openStoredSelections(settings: SettingsFile) {
  const pins = new ProfilePart(settings, 'pins', [])
  const recents = new ProfilePart(settings, 'recents', [])
  const without = (stored: readonly string[], keys: readonly string[]) =>
    stored.filter(key => !keys.includes(key))
  return {
    pinned: (): readonly string[] => pins.read(),
    recent: (): readonly string[] => recents.read(),
    pin: (key: string, isPinned: boolean) =>
      pins.write([...(isPinned ? [key] : []), ...without(pins.read(), [key])].slice(0, maxPinned)),
    /** Adds selections that the user put on the desk. */
    use: (keys: readonly string[]) =>
      recents.write([...new Set(keys), ...without(recents.read(), keys)].slice(0, maxRecent)),
  }
}

/** Hosts whose links this user approved "always", by book. */
export type StoredApprovals = ReturnType<typeof openStoredApprovals>
export function openStoredApprovals(settings: SettingsFile) {
  const part = new ProfilePart(settings, 'approvedHosts', {})
  // A map, because a book's id may be any text, such as `constructor`.
  const readHosts = () => new Map(Object.entries(part.read()))
  const change = (bookId: string, toHosts: (hosts: readonly string[]) => string[]) => {
    const hosts = readHosts()
    hosts.set(bookId, toHosts(hosts.get(bookId) ?? []))
    part.write(Object.fromEntries([...hosts].filter(([, of]) => of.length > 0)))
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
