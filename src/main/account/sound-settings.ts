/** Sounds that the user chose, stored in the settings file. */
import { EventEmitter } from 'node:events'
import type { Sounds } from '../../shared/model/settings/sounds.ts'
import type { SettingsFile } from './stored-settings.ts'

export class SoundSettings extends EventEmitter<{ changed: [] }> {
  readonly #file: SettingsFile

  constructor(file: SettingsFile) {
    super()
    this.#file = file
  }

  state(): Sounds {
    return this.#file.read().sounds
  }

  save(sounds: Sounds): void {
    this.#file.write({ sounds })
    this.emit('changed')
  }
}
