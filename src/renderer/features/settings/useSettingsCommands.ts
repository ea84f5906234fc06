/** What can be set by name: the format of prices. */
import { priceFormats } from '../../../shared/odds/price.ts'
import { priceFormatNames } from '../../format/price-text.ts'
import { useCommands } from '../palette/palette-store.ts'
import { useSettingsStore } from './settings-store.ts'

export function useSettingsCommands(): void {
  const settings = useSettingsStore()
  useCommands({
    group: 'Show prices as',
    commands: () =>
      priceFormats.map(format => ({
        title: priceFormatNames[format],
        note: format === settings.priceFormat ? 'in use' : undefined,
        words: 'price format',
        run: () => settings.setPriceFormat(format),
      })),
  })
}
