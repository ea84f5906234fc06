/** The user's layout of the price grid under a profile. Columns and their order follow the list of books. */
import { z } from 'zod'
import { BookId } from '../game/book.ts'

/** Columns narrower than this would cut prices; wider ones are of no use. CSS pixels. */
export const columnWidthRange = { min: 60, max: 320 } as const

const maxBooks = 200

export const GridLayout = z.strictObject({
  density: z.enum(['comfortable', 'compact']),
  /** Books whose columns stay at the left while the others scroll. */
  frozen: z.array(BookId).max(maxBooks),
  /** Widths the user set, in CSS pixels; all other columns share the room there is. */
  widths: z
    .array(
      z.strictObject({
        bookId: BookId,
        px: z.number().int().min(columnWidthRange.min).max(columnWidthRange.max),
      }),
    )
    .max(maxBooks),
})
export type GridLayout = Readonly<z.infer<typeof GridLayout>>

export const plainLayout: GridLayout = { density: 'comfortable', frozen: [], widths: [] }
