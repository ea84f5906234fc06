/** Shortcut keys that the user assigned to commands, stored in the settings file. */
import { EventEmitter } from 'node:events'
import type { KeyBindings } from '../../shared/model/settings/key-bindings.ts'
import type { SettingsFile } from './stored-settings.ts'

export class KeySettings extends EventEmitter<{ changed: [] }> {
  readonly #file: SettingsFile

  constructor(file: SettingsFile) {
    super()
    this.#file = file
  }

  state(): KeyBindings {
    return this.#file.read().keys
  }

  save(keys: KeyBindings): void {
    this.#file.write({ keys })
    this.emit('changed')
  }
}
