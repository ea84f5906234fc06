/** One part of the settings file, read and written whole. Schemas and defaults are in `StoredSettings`. */
import { EventEmitter } from 'node:events'
import type { SettingsFile, StoredSettings } from './stored-settings.ts'

/** A part that all profiles share. */
export class StoredPart<K extends keyof StoredSettings> extends EventEmitter<{ changed: [] }> {
  readonly #file: SettingsFile
  readonly #key: K

  constructor(file: SettingsFile, key: K) {
    super()
    this.#file = file
    this.#key = key
  }

  read(): StoredSettings[K] {
    return this.#file.read()[this.#key]
  }

  write(value: StoredSettings[K]): void {
    this.#file.write({ [this.#key]: value })
    this.emit('changed')
  }
}

type ProfileKey =
  | 'books'
  | 'callLimits'
  | 'approvedHosts'
  | 'sources'
  | 'pins'
  | 'recents'
  | 'grids'
  | 'recentCommands'
  | 'scans'
type Values = { [K in ProfileKey]: StoredSettings[K][string] }

/** A part that each profile has for itself: that of the profile in use, unless another is named. */
export class ProfilePart<K extends ProfileKey> {
  readonly #file: SettingsFile
  readonly #key: K
  readonly #initial: Values[K]

  /** `initial` is the value of a profile that has none stored. */
  constructor(file: SettingsFile, key: K, initial: Values[K]) {
    this.#file = file
    this.#key = key
    this.#initial = initial
  }

  read(profileId = this.#file.read().activeProfileId): Values[K] {
    return this.#all()[profileId] ?? this.#initial
  }

  write(value: Values[K], profileId = this.#file.read().activeProfileId): void {
    this.#file.write({ [this.#key]: { ...this.#all(), [profileId]: value } })
  }

  #all(): Readonly<Record<string, Values[K]>> {
    const parts: { [P in ProfileKey]: Readonly<Record<string, Values[P]>> } = this.#file.read()
    return parts[this.#key]
  }
}
