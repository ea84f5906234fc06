/** What people call a book. */
import { useSettingsStore } from '../settings/settings-store.ts'

export function useBookName(): (bookId: string) => string {
  const settings = useSettingsStore()
  return bookId => settings.books.find(({ id }) => id === bookId)?.name ?? bookId
}
