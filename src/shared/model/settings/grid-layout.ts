/** How the user arranged the grid of prices under a profile. Which books have a column, and in what order, the books say. */
import { z } from 'zod'
import { BookId } from '../game/book.ts'

/** Columns narrower than this would cut prices; wider ones would help nobody. CSS pixels. */
export const columnWidthRange = { min: 60, max: 320 } as const

const mostBooks = 200

export const GridLayout = z.strictObject({
  density: z.enum(['comfortable', 'compact']),
  /** Books whose columns stay at the left while the others scroll. */
  frozen: z.array(BookId).max(mostBooks),
  /** Widths the user set, in CSS pixels; all other columns share the room there is. */
  widths: z
    .array(
      z.strictObject({
        bookId: BookId,
        px: z.number().int().min(columnWidthRange.min).max(columnWidthRange.max),
      }),
    )
    .max(mostBooks),
})
export type GridLayout = Readonly<z.infer<typeof GridLayout>>

export const plainLayout: GridLayout = { density: 'comfortable', frozen: [], widths: [] }
