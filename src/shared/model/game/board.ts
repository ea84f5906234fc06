/** The board for the renderer: its size and last load, and search results. Its rows stay in a worker. */
import { z } from 'zod'
import { BookId } from './book.ts'
import { LoadReport, Source } from './source.ts'
import { GameInfo, SelectionKey, SelectionLine } from './selection.ts'

/** Name of the load that restores the board at the start of the program. */
export const lastSession = 'Last session'

export const BoardStatus = z.strictObject({
  selections: z.number().int(),
  offers: z.number().int(),
  books: z.number().int(),
  games: z.number().int(),
  /** Games that the grader has called final since the odds of this profile were opened. */
  finalGames: z.number().int(),
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
  sources: z.array(Source),
  /** Leagues that have offers, by name. */
  leagues: z.array(z.string()),
  /** Time of loading, epoch ms; before the program's start for a board stored earlier. */
  asOf: z.number().nullable(),
})
export type BoardStatus = Readonly<z.infer<typeof BoardStatus>>

/** Limits of a search; null or false limits nothing. */
export const SearchFilter = z.strictObject({
  league: z.string().nullable(),
  /** Only selections this book has a token for. */
  bookId: BookId.nullable(),
  isLiveOnly: z.boolean(),
  isMainOnly: z.boolean(),
  /** Only selections that the user pinned. */
  isPinnedOnly: z.boolean(),
})
export type SearchFilter = Readonly<z.infer<typeof SearchFilter>>

export const SearchGroup = z.strictObject({
  game: GameInfo,
  /** True once the grader has called the game final; its odds may be left over from before. */
  isFinal: z.boolean(),
  selections: z.array(SelectionLine),
})
export type SearchGroup = Readonly<z.infer<typeof SearchGroup>>

export const SearchAnswer = z.strictObject({
  /** All that match, shown or not. */
  total: z.number().int(),
  /** Words searched in place of misspelled ones; empty when the query matched as typed. */
  similar: z.array(z.string()),
  groups: z.array(SearchGroup),
  /** The user's pinned and recent selections that are offered; only for an empty query. */
  pinned: z.array(SearchGroup),
  recent: z.array(SearchGroup),
})
export type SearchAnswer = Readonly<z.infer<typeof SearchAnswer>>

/** Legs of typed or pasted ids, or of one book's sgp tokens, and problems with the rest. */
export const TypedLegs = z.strictObject({
  legs: z.array(z.strictObject({ game: GameInfo, line: SelectionLine })),
  problems: z.array(z.string()),
})
export type TypedLegs = Readonly<z.infer<typeof TypedLegs>>

/** Legs that a text such as `flint o21.5 pts + ml` names, found within one game. */
export const NamedLegs = z.strictObject({
  /** Null until one of `games` is chosen, and when no part is found. */
  game: GameInfo.nullable(),
  /** Games that fit equally well, the one on now or next to start first; empty when there is no choice. */
  games: z.array(GameInfo),
  parts: z.array(
    z.strictObject({
      text: z.string(),
      leg: SelectionLine.nullable(),
      /**
       * Selections that the text fits equally well, for the user to choose from, or beside a problem the nearest lines;
       * empty beside a leg.
       */
      choices: z.array(SelectionLine),
      /** Sentence that says why nothing was found; null beside a leg. */
      problem: z.string().nullable(),
    }),
  ),
})
export type NamedLegs = Readonly<z.infer<typeof NamedLegs>>

/** Books that offer all legs of a slip, and warnings in plain words. */
export const SlipCheck = z.strictObject({
  completeBooks: z.array(BookId),
  legs: z.array(z.strictObject({ key: SelectionKey, books: z.number().int(), flags: z.array(z.string()) })),
  warnings: z.array(z.string()),
  /** Reason why no bet on these legs can win or be made, a sentence; null without one. */
  obstacle: z.string().nullable(),
})
export type SlipCheck = Readonly<z.infer<typeof SlipCheck>>
