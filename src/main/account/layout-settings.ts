/** Named layouts, stored in the settings file. */
import { EventEmitter } from 'node:events'
import type { SavedLayouts } from '../../shared/model/settings/saved-layout.ts'
import type { SettingsFile } from './stored-settings.ts'

export class LayoutSettings extends EventEmitter<{ changed: [] }> {
  readonly #file: SettingsFile

  constructor(file: SettingsFile) {
    super()
    this.#file = file
  }

  state(): SavedLayouts {
    return this.#file.read().layouts
  }

  save(layouts: SavedLayouts): void {
    this.#file.write({ layouts: [...layouts] })
    this.emit('changed')
  }
}
