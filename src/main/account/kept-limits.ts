/** How long the price history is kept, in the settings file. */
import type { KeepLimits } from '../../shared/model/settings/quote-keeping.ts'
import type { SettingsFile } from './settings-file.ts'

export interface KeptLimits {
  read(): KeepLimits
  write(limits: KeepLimits): void
}

export function keepLimitsOf(settings: SettingsFile): KeptLimits {
  return {
    read: () => settings.read().keepPrices,
    write: keepPrices => settings.write({ keepPrices }),
  }
}
