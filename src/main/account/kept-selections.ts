/** The selections a user keeps at hand under the profile in use: those pinned, and those used last. */
import type { SettingsFile } from './settings-file.ts'

export interface KeptSelections {
  /** Newest first. */
  pinned(): readonly string[]
  recent(): readonly string[]
  pin(key: string, isPinned: boolean): void
  /** The user put these on the desk. */
  use(keys: readonly string[]): void
}

const mostRecent = 30
const mostPinned = 500

export function selectionsOf(settings: SettingsFile): KeptSelections {
  const of = (kind: 'pins' | 'recents') => settings.read()[kind][settings.read().activeProfileId] ?? []
  const write = (kind: 'pins' | 'recents', keys: string[]) => {
    const { [kind]: all, activeProfileId } = settings.read()
    settings.write({ [kind]: { ...all, [activeProfileId]: keys } })
  }
  const without = (kind: 'pins' | 'recents', keys: readonly string[]) =>
    of(kind).filter(key => !keys.includes(key))
  return {
    pinned: () => of('pins'),
    recent: () => of('recents'),
    pin: (key, isPinned) =>
      write('pins', [...(isPinned ? [key] : []), ...without('pins', [key])].slice(0, mostPinned)),
    use: keys => write('recents', [...new Set(keys), ...without('recents', keys)].slice(0, mostRecent)),
  }
}
