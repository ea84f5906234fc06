/** The grid's layout under the profile in use, in the settings file. */
import { plainLayout, type GridLayout } from '../../shared/model/settings/grid-layout.ts'
import type { SettingsFile } from './settings-file.ts'

export interface KeptLayouts {
  read(): GridLayout
  write(layout: GridLayout): void
}

export function layoutsOf(settings: SettingsFile): KeptLayouts {
  return {
    read: () => settings.read().grids[settings.read().activeProfileId] ?? plainLayout,
    write(layout) {
      const { grids, activeProfileId } = settings.read()
      settings.write({ grids: { ...grids, [activeProfileId]: layout } })
    },
  }
}
