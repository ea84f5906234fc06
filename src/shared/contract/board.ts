/** The board: sources of odds, search, and checks of a slip. */
import { z } from 'zod'
import {
  BoardStatus,
  NamedLegs,
  SearchAnswer,
  SearchFilter,
  SlipCheck,
  TypedLegs,
} from '../model/game/board.ts'
import { BookId } from '../model/game/book.ts'
import { LoadReport, FeedPlan, Source, SourceId } from '../model/game/source.ts'
import { SelectionKey } from '../model/game/selection.ts'
import { call, event, Nothing, Selections, forScripts } from './entry.ts'

const maxPartBytes = 8 * 1024 * 1024

export const board = {
  snapshot: forScripts('read', call(Nothing, BoardStatus)),
  /** Adds pasted text (UTF-8) or a dropped file in parts of bytes; the last part loads them and reports. */
  add: call(
    {
      upload: z.uuid(),
      /** Name of the dropped file; null for pasted text. */
      name: z.string().max(200).nullable(),
      bytes: z.instanceof(Uint8Array).refine(({ byteLength }) => byteLength <= maxPartBytes),
      isLast: z.boolean(),
    },
    LoadReport.nullable(),
  ),
  /** Opens the system's dialog and adds each chosen file as a source. Returns the number chosen. */
  openFiles: call(Nothing, { chosen: z.number().int() }),
  /** Opens the system's dialog for a file or folder to watch. */
  watch: call({ isFolder: z.boolean() }, { chosen: z.number().int() }),
  /** Changes which part of the profile's feed is fetched, and when. */
  planFeed: call({ id: SourceId, plan: FeedPlan }, BoardStatus),
  /** Cost of a plan before it is saved: calls a load, as in `Source`, and calls a minute when it repeats. */
  estimateFeed: call({ plan: FeedPlan }, { calls: Source.shape.calls, perMinute: z.number() }),
  /** Loads a source again. */
  load: call({ id: SourceId }, LoadReport),
  /** Cancels a load under way; the board stays as it was before. */
  cancelLoad: call({ id: SourceId }, z.null()),
  setSourceEnabled: call({ id: SourceId, isOn: z.boolean() }, BoardStatus),
  /** Removes a source and its offers, as turning it off does, and reloads the sources it had overridden. Files stay. */
  removeSource: call({ id: SourceId }, BoardStatus),
  /** Lists the `limit` best matches by game, and sends the first `sent` of that list; all of it without `sent`. */
  search: forScripts(
    'read',
    call(
      {
        query: z.string().max(200),
        limit: z.number().int().min(1).max(500),
        sent: z.number().int().min(1).optional(),
        filter: SearchFilter,
      },
      SearchAnswer,
    ),
  ),
  pin: forScripts('desk', call({ key: SelectionKey, isPinned: z.boolean() }, z.null())),
  checkSlip: forScripts('read', call({ selections: Selections }, SlipCheck)),
  /** Finds the legs of typed odds ids, or of one book's sgp tokens. */
  readTyped: forScripts('read', call({ text: z.string().max(60_000), bookId: BookId.nullable() }, TypedLegs)),
  /** Finds the legs that a text such as `flint o21.5 pts + ml` names, in the game given or the one that has them. */
  findNamedLegs: forScripts(
    'read',
    call(
      {
        text: z.string().max(1_000),
        gameId: z.string().max(1_000).nullable(),
        slipGameId: z.string().max(1_000).nullable(),
      },
      NamedLegs,
    ),
  ),
  changed: forScripts('watch', event(BoardStatus)),
} as const
