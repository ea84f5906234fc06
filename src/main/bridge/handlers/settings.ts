import type { Handlers } from '../../../shared/contract.ts'
import type { UserSettings } from '../../account/settings.ts'

/** The user's settings. Every change answers all of them. */
export function createSettingsHandlers(settings: UserSettings): Handlers['settings'] {
  const after = (change: () => void) => {
    change()
    return settings.state()
  }
  return {
    snapshot: () => settings.state(),
    setPriceFormat: ({ format }) => after(() => settings.set({ priceFormat: format })),
    setStaleAfter: ({ ms }) => after(() => settings.set({ staleAfterMs: ms })),
    setValue: value => after(() => settings.set({ value })),
    saveBook: book => after(() => settings.saveBook(book)),
    orderBooks: ({ ids }) => after(() => settings.orderBooks(ids)),
  }
}
