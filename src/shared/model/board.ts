/** The board as the renderer knows it: its size and last load, and answers to searches. Its rows stay in a worker. */
import { z } from 'zod'
import { BookId } from './book.ts'
import { GameInfo, SelectionKey, SelectionLine } from './selection.ts'

/** What one load took and what it left out, each reason counted with an example. */
export const LoadReport = z.strictObject({
  source: z.string(),
  at: z.number(),
  taken: z.number().int(),
  /** Offers that replaced an older one of the same book and selection. */
  replaced: z.number().int(),
  leftOut: z.array(z.strictObject({ reason: z.string(), count: z.number().int(), example: z.string() })),
})
export type LoadReport = Readonly<z.infer<typeof LoadReport>>

export const BoardStatus = z.strictObject({
  selections: z.number().int(),
  offers: z.number().int(),
  books: z.number().int(),
  games: z.number().int(),
  loading: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('idle') }),
    z.strictObject({
      kind: z.literal('loading'),
      source: z.string(),
      done: z.number().int(),
      of: z.number().int(),
    }),
    z.strictObject({ kind: z.literal('failed'), source: z.string(), sentence: z.string() }),
  ]),
  lastLoad: LoadReport.nullable(),
})
export type BoardStatus = Readonly<z.infer<typeof BoardStatus>>

export const SearchGroup = z.strictObject({ game: GameInfo, selections: z.array(SelectionLine) })
export const SearchAnswer = z.strictObject({
  /** All that match, shown or not. */
  total: z.number().int(),
  groups: z.array(SearchGroup),
})
export type SearchAnswer = Readonly<z.infer<typeof SearchAnswer>>

/** What a parlay of these legs would have: books that carry all of them, and warnings in plain words. */
export const SlipCheck = z.strictObject({
  completeBooks: z.array(BookId),
  legs: z.array(z.strictObject({ key: SelectionKey, books: z.number().int() })),
  warnings: z.array(z.string()),
})
export type SlipCheck = Readonly<z.infer<typeof SlipCheck>>
