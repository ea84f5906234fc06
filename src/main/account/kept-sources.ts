/** The sources of odds by profile, in the settings file. */
import type { SettingsFile } from './settings-file.ts'
import type { StoredSource } from './stored-source.ts'

export interface KeptSources {
  read(profileId: string): readonly StoredSource[]
  write(profileId: string, sources: readonly StoredSource[]): void
}

export function sourcesOf(settings: SettingsFile): KeptSources {
  return {
    read: profileId => settings.read().sources[profileId] ?? [],
    write: (profileId, sources) =>
      settings.write({ sources: { ...settings.read().sources, [profileId]: [...sources] } }),
  }
}
