import type { Handlers } from '../../../shared/contract.ts'
import type { UserSettings } from '../../account/settings.ts'

/** What the user sets. Every act answers the whole of it. */
export function createSettingsHandlers(settings: UserSettings): Handlers['settings'] {
  const after = (act: () => void) => {
    act()
    return settings.state()
  }
  return {
    snapshot: () => settings.state(),
    setPriceFormat: ({ format }) => after(() => settings.setPriceFormat(format)),
    setStaleAfter: ({ ms }) => after(() => settings.setStaleAfter(ms)),
    setValue: value => after(() => settings.setValue(value)),
    saveBook: book => after(() => settings.saveBook(book)),
    orderBooks: ({ ids }) => after(() => settings.orderBooks(ids)),
  }
}
