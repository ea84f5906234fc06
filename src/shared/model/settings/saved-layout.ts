/**
 * Layouts saved by name. They are shared by all profiles. Applying a layout replaces the columns and row order of the
 * profile: books by their ids, with unknown books unchanged; My order only in the profile in which it was made.
 */
import { z } from 'zod'
import { Book } from '../game/book.ts'
import { ProfileId } from './profile.ts'
import { GridLayout, maxOwnOrder } from './settings.ts'
import { DeskPanes, LedgerLayout, StoredPanes } from './view.ts'

export const maxLayouts = 20
export const maxLayoutName = 40
export const maxFilterLength = 200

/** Everything that the user arranged on screen, under a profile. */
export const Arrangement = z.strictObject({
  profileId: ProfileId,
  panes: DeskPanes,
  ledger: LedgerLayout,
  grid: GridLayout,
  /** In the order of their columns. */
  books: z.array(Book.pick({ id: true, name: true, isOn: true })).max(500),
  filter: z.strictObject({
    tag: z.string().max(maxFilterLength).nullable(),
    text: z.string().max(maxFilterLength),
  }),
})
export type Arrangement = Readonly<z.infer<typeof Arrangement>>

export const SavedLayout = z.strictObject({
  name: z.string().trim().min(1).max(maxLayoutName),
  arrangement: Arrangement,
})
export type SavedLayout = Readonly<z.infer<typeof SavedLayout>>

/** In alphabetical order. */
export const SavedLayouts = z.array(SavedLayout).max(maxLayouts)
export type SavedLayouts = readonly SavedLayout[]

/** In the settings file. */
export const StoredLayouts = z
  .array(SavedLayout.extend({ arrangement: Arrangement.extend({ panes: StoredPanes }) }))
  .max(maxLayouts)

const toKey = (name: string): string => name.trim().toLowerCase()

/** The layout of that name, in any letter case. */
export const findLayout = (layouts: SavedLayouts, name: string): SavedLayout | undefined =>
  layouts.find(layout => toKey(layout.name) === toKey(name))

/** The layouts with this one, which replaces one of the same name. */
export const withLayout = (layouts: SavedLayouts, layout: SavedLayout): SavedLayout[] =>
  [...withoutLayout(layouts, layout.name), layout].sort((a, b) => a.name.localeCompare(b.name))

export const withoutLayout = (layouts: SavedLayouts, name: string): SavedLayout[] =>
  layouts.filter(layout => toKey(layout.name) !== toKey(name))

export const hasUniqueNames = (layouts: SavedLayouts): boolean =>
  new Set(layouts.map(({ name }) => toKey(name))).size === layouts.length

/** Applies a layout to the current arrangement. */
export function applyLayout(layout: Arrangement, current: Arrangement): Arrangement {
  const known = new Map(current.books.map(book => [book.id, book]))
  const named = new Set(layout.books.map(({ id }) => id))
  const isKnown = (bookId: string) => known.has(bookId) && named.has(bookId)
  const wanted = layout.books.flatMap(({ id, isOn }) => {
    const book = known.get(id)
    return book === undefined ? [] : [{ ...book, isOn }]
  })
  return {
    ...layout,
    profileId: current.profileId,
    books: [...wanted, ...current.books.filter(({ id }) => !named.has(id))],
    grid: {
      ...layout.grid,
      frozen: [
        ...layout.grid.frozen.filter(isKnown),
        ...current.grid.frozen.filter(bookId => !isKnown(bookId)),
      ],
      widths: [
        ...layout.grid.widths.filter(({ bookId }) => isKnown(bookId)),
        ...current.grid.widths.filter(({ bookId }) => !isKnown(bookId)),
      ],
      myOrder: applyMyOrder(layout, current),
    },
  }
}

/** Ids of parlays are only valid in their profile. Parlays added since come last. */
function applyMyOrder(layout: Arrangement, { profileId, grid }: Arrangement): number[] {
  const isOwn = layout.grid.rowSort === 'mine' && layout.profileId === profileId
  if (!isOwn) return grid.myOrder
  return [...new Set([...layout.grid.myOrder, ...grid.myOrder])].slice(0, maxOwnOrder)
}

/** Names of books that a layout shows and this profile lacks. */
export function listMissingBooks(layout: Arrangement, { books }: Arrangement): string[] {
  const here = new Set(books.map(({ id }) => id))
  return layout.books.filter(({ id, isOn }) => isOn && !here.has(id)).map(({ name }) => name)
}
