/**
 * One thing to bet on, the same at every book: event, market and selection name. Its key is the odds id without the
 * book, so offers of different books share it.
 */
import { z } from 'zod'
import { cleanText } from '../../clean-text.ts'

export const SelectionKey = z.string().min(5).max(1000)

/** A selection in a list. Times are epoch ms; `price` is the best single price as its book wrote it. */
export const SelectionLine = z.strictObject({
  key: SelectionKey,
  name: z.string(),
  market: z.string(),
  /** Number of books of the board with an sgp token for it. */
  books: z.number().int(),
  price: z.string().nullable(),
  /** Book of that price. */
  priceBookId: z.string().nullable(),
  isPinned: z.boolean(),
})
export type SelectionLine = Readonly<z.infer<typeof SelectionLine>>

export const GameInfo = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** Short form for dense rows, `RVT at HBR`. */
  short: z.string(),
  league: z.string(),
  startAt: z.number().nullable(),
  isLive: z.boolean(),
})
export type GameInfo = Readonly<z.infer<typeof GameInfo>>

/**
 * Splits an odds id `<book>#<event>#<market>#<selection>` at its first three `#`; the selection name may contain more.
 * Parts are cleaned; `key` is the selection's. Undefined when a part is missing or empty (docs/service-interface.md,
 * 2.1).
 */
export function splitOddsId(id: string) {
  const first = id.indexOf('#')
  const second = id.indexOf('#', first + 1)
  const third = id.indexOf('#', second + 1)
  if (first < 0 || second < 0 || third < 0) return undefined
  const clean = (from: number, to?: number) => cleanText(id.slice(from, to))
  const book = clean(0, first)
  const event = clean(first + 1, second)
  const market = clean(second + 1, third)
  const name = clean(third + 1)
  if (book === '' || event === '' || market === '' || name === '') return undefined
  return { book, event, market, name, key: `${event}#${market}#${name}` }
}
