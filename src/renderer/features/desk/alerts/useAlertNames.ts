/** What alerts are about, by the names that people read. */
import { computed, type ComputedRef } from 'vue'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { useSettingsStore } from '../../settings/settings-store.ts'
import { useDeskStore } from '../desk-store.ts'
import { rowTitle } from '../grid/grid-cell.ts'

export interface AlertNames {
  readonly format: PriceFormat
  readonly nameOf: (bookId: string) => string
  /** A parlay by the name that the user gave it, else by its legs; null stands for every one. */
  readonly parlayOf: (parlayId: number | null) => string
}

export function useAlertNames(): ComputedRef<AlertNames> {
  const settings = useSettingsStore()
  const desk = useDeskStore()
  return computed(() => ({
    format: settings.priceFormat,
    nameOf: bookId => settings.books.find(({ id }) => id === bookId)?.name ?? bookId,
    parlayOf: parlayId => {
      if (parlayId === null) return 'Every parlay'
      const row = desk.rowRef(parlayId)?.value
      return row === undefined ? 'A parlay that has left the desk' : rowTitle(row)
    },
  }))
}
