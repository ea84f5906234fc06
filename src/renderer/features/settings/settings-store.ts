/** Mirror of the user's settings and of the books of the profile in use, in the order of their columns. */
import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { Outcome } from '../../../shared/failure.ts'
import type { Book } from '../../../shared/model/game/book.ts'
import {
  defaultStaleAfterMs,
  type Settings,
  defaultValueSettings,
  type Theme,
  type ValueSettings,
} from '../../../shared/model/settings/settings.ts'
import { type PriceFormat, priceFormats } from '../../../shared/odds/price.ts'
import { bridge } from '../../bridge.ts'
import { createMirror } from '../../mirror.ts'
import { priceFormatNames } from '../../format/price-text.ts'
import { useCommandList } from '../../commands/command-store.ts'
import { useNavigationStore } from '../../navigation-store.ts'
import { settingIds, settingList } from './setting-list.ts'

export const themeNames: Readonly<Record<Theme, string>> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
}

const themes: readonly Theme[] = ['system', 'light', 'dark']

export const useSettingsStore = defineStore('settings', () => {
  const { value: state, failure, start, adopt } = createMirror<Settings>(() => bridge().settings)

  const priceFormat = computed<PriceFormat>(() => state.value?.priceFormat ?? 'american')
  const staleAfterMs = computed(() => state.value?.staleAfterMs ?? defaultStaleAfterMs)
  const value = computed(() => state.value?.value ?? defaultValueSettings)
  const books = computed<readonly Book[]>(() => state.value?.books ?? [])

  /** The book's name; its id if the book is unknown. */
  const getBookName = (bookId: Book['id']): string =>
    books.value.find(({ id }) => id === bookId)?.name ?? bookId

  const theme = computed<Theme>(() => state.value?.theme ?? 'system')

  type Changed = Promise<Outcome<Settings>>
  const setTheme = async (to: Theme): Changed => adopt(await bridge().settings.setTheme({ theme: to }))
  const setPriceFormat = async (format: PriceFormat): Changed =>
    adopt(await bridge().settings.setPriceFormat({ format }))
  const setStaleAfter = async (ms: number): Changed => adopt(await bridge().settings.setStaleAfter({ ms }))
  const setValue = async (given: ValueSettings): Changed => adopt(await bridge().settings.setValue(given))
  const saveBook = async (book: Book): Changed => adopt(await bridge().settings.saveBook(book))

  const orderBooks = async (ids: Book['id'][]): Changed => adopt(await bridge().settings.orderBooks({ ids }))

  /** Moves a book's column one place towards the front (-1) or the back. */
  async function moveBook(id: Book['id'], step: -1 | 1): Changed {
    const ids = books.value.map(book => book.id)
    const from = ids.indexOf(id)
    ids.splice(from + step, 0, ...ids.splice(from, 1))
    return orderBooks(ids)
  }

  return {
    state,
    failure,
    theme,
    priceFormat,
    staleAfterMs,
    value,
    books,
    getBookName,
    start,
    setTheme,
    setPriceFormat,
    setStaleAfter,
    setValue,
    saveBook,
    orderBooks,
    moveBook,
  }
})

/** Commands that set the price format and the theme by name, and that lead to each setting. */
export function useSettingsCommands(): void {
  const settings = useSettingsStore()
  const navigation = useNavigationStore()
  useCommandList({
    group: 'Settings',
    commands: () => [
      ...settingIds.map(id => ({
        title: `Settings: ${settingList[id].name}`,
        words: settingList[id].words,
        run: () => navigation.showSetting(id),
      })),
      ...settings.books.map(({ id, name }) => ({
        id: `book ${id}`,
        title: `Settings: ${name}`,
        words: settingList.books.words,
        run: () => navigation.showBookSettings(id),
      })),
    ],
  })
  useCommandList({
    group: 'Show prices as',
    commands: () =>
      priceFormats.map(format => ({
        title: priceFormatNames[format],
        note: format === settings.priceFormat ? 'in use' : undefined,
        words: 'price format',
        run: () => settings.setPriceFormat(format),
      })),
  })
  useCommandList({
    group: 'Window',
    commands: () =>
      themes.map(theme => ({
        title: `${themeNames[theme]} theme`,
        note: theme === settings.theme ? 'in use' : undefined,
        words: 'appearance colors mode',
        run: () => settings.setTheme(theme),
      })),
  })
}
