import type { Announce, Handlers } from '../../../shared/contract.ts'
import { answerAfter } from '../answer-after.ts'
import type { Profile } from '../../../shared/model/settings/profile.ts'
import type { Account } from '../../account/account.ts'
import type { UserSettings } from '../../account/settings.ts'
import type { StoredPart } from '../../account/stored-part.ts'
import type { ViewSettings } from '../../account/view-settings.ts'
import type { StoredRecentCommands } from '../../account/stored-preferences.ts'
import type { WindowName } from '../../../shared/model/settings/windows.ts'
import type { CsvPart } from '../../files/csv-writer.ts'

/** Profiles and the key. Every change returns the whole state, which never contains the key. */
export function createAccountHandlers(
  account: Account,
  testKey: (profile: Profile) => Promise<void>,
): Handlers['account'] {
  const snapshot = () => account.state()
  const after = answerAfter(snapshot)
  return {
    snapshot,
    saveProfile: after(({ id, draft }) => account.save(id, draft)),
    removeProfile: after(({ id }) => account.remove(id)),
    useProfile: after(({ id }) => account.use(id)),
    answerFileChange: after(({ apply }) => account.answerFileChange(apply)),
    setKey: after(({ key }) => account.setKey(key)),
    readKey: after(() => account.readKey()),
    removeKey: after(() => account.removeKey()),
    async testKey() {
      await testKey(await account.profile())
      return null
    },
  }
}

/** The user's settings. Every change returns all of them. */
export function createSettingsHandlers(settings: UserSettings): Handlers['settings'] {
  const snapshot = () => settings.state()
  const after = answerAfter(snapshot)
  return {
    snapshot,
    setTheme: after(({ theme }) => settings.set({ theme })),
    setPriceFormat: after(({ format }) => settings.set({ priceFormat: format })),
    setStaleAfter: after(({ ms }) => settings.set({ staleAfterMs: ms })),
    setValue: after(value => settings.set({ value })),
    saveBook: after(book => settings.saveBook(book)),
    orderBooks: after(({ ids }) => settings.orderBooks(ids)),
  }
}

/** Zoom, panes and the ledger's columns: every change returns all of them. Also the clipboard. */
export function createViewHandlers(
  view: ViewSettings,
  clipboard: {
    readonly copyText: (text: string) => Promise<void>
    /** Parts come in order from each window. */
    readonly copyTable: (part: CsvPart, window: WindowName) => Promise<void>
    readonly copyImage: (png: Uint8Array) => Promise<void>
  },
): Handlers['view'] {
  const snapshot = () => view.state()
  const after = answerAfter(snapshot)
  return {
    snapshot,
    savePanes: after(panes => view.savePanes(panes)),
    saveLedger: after(layout => view.saveLedger(layout)),
    zoom: after(({ to }) => view.zoom(to)),
    saveTour: after(({ tour }) => view.saveTour(tour)),
    async copyText({ text }) {
      await clipboard.copyText(text)
      return null
    },
    async copyTable(part, window) {
      await clipboard.copyTable(part, window)
      return null
    },
    async copyImage({ png }) {
      await clipboard.copyImage(png)
      return null
    },
  }
}

/** Sounds by event. */
export function createSoundsHandlers(sounds: StoredPart<'sounds'>): Handlers['sounds'] {
  const snapshot = () => sounds.read()
  return { snapshot, save: answerAfter(snapshot)(chosen => sounds.write(chosen)) }
}

/** Commands run last from the palette, in any window. */
export function createPaletteHandlers(
  recent: StoredRecentCommands,
  announceToOthers: (window: WindowName) => Announce,
): Handlers['palette'] {
  return {
    snapshot: () => recent.read(),
    remember({ command }, window) {
      recent.remember(command)
      announceToOthers(window)('palette', 'changed', recent.read())
      return recent.read()
    },
  }
}

/** Keys of commands. */
export function createKeysHandlers(keys: StoredPart<'keys'>): Handlers['keys'] {
  const snapshot = () => keys.read()
  return { snapshot, save: answerAfter(snapshot)(saved => keys.write(saved.keys)) }
}
