/** Odds objects in, selections found. */
import { z } from 'zod'
import { BoardStatus, SearchAnswer, SearchFilter, SlipCheck, TypedLegs } from '../model/game/board.ts'
import { BookId } from '../model/game/book.ts'
import { LoadReport, FeedPlan, Source, SourceId } from '../model/game/source.ts'
import { SelectionKey } from '../model/game/selection.ts'
import { call, event, Nothing, Selections } from './entry.ts'

export const board = {
  snapshot: call(Nothing, BoardStatus),
  /**
   * Odds objects pasted or dropped, in parts under the bridge's cap; the last part loads them and reports. Pasted
   * text is `text`; a dropped file comes as `bytes`, one character a byte, with its name.
   */
  add: call(
    z.strictObject({
      upload: z.uuid(),
      name: z.string().max(200).nullable(),
      form: z.enum(['text', 'bytes']),
      part: z.string().max(80_000),
      isLast: z.boolean(),
    }),
    LoadReport.nullable(),
  ),
  /** Asks for files with the system's dialog and adds each as a source. Answers how many were chosen. */
  openFiles: call(Nothing, z.strictObject({ chosen: z.number().int() })),
  /** Asks for a file or folder to watch. */
  watch: call(z.strictObject({ isFolder: z.boolean() }), z.strictObject({ chosen: z.number().int() })),
  /** Sets what of the profile's feed is fetched, and when. */
  planFeed: call(z.strictObject({ id: SourceId, plan: FeedPlan }), BoardStatus),
  /**
   * What a plan would cost, before it is kept: calls a load, as a source says them, and calls a minute when it repeats.
   */
  costOfFeed: call(
    z.strictObject({ plan: FeedPlan }),
    z.strictObject({ calls: Source.shape.calls, perMinute: z.number() }),
  ),
  /** Loads a source again. */
  load: call(z.strictObject({ id: SourceId }), LoadReport),
  /** Ends a load under way; the board stays as it was before it. */
  cancelLoad: call(z.strictObject({ id: SourceId }), z.null()),
  setSourceEnabled: call(z.strictObject({ id: SourceId, isOn: z.boolean() }), BoardStatus),
  /** Forgets a source and drops its offers, as turning it off does; what others have of them follows. Files stay. */
  removeSource: call(z.strictObject({ id: SourceId }), BoardStatus),
  search: call(
    z.strictObject({
      query: z.string().max(200),
      limit: z.number().int().min(1).max(500),
      filter: SearchFilter,
    }),
    SearchAnswer,
  ),
  pin: call(z.strictObject({ key: SelectionKey, isPinned: z.boolean() }), z.null()),
  checkSlip: call(z.strictObject({ selections: Selections }), SlipCheck),
  /** Finds the legs of typed odds ids, or of one book's sgp tokens. */
  readTyped: call(z.strictObject({ text: z.string().max(60_000), bookId: BookId.nullable() }), TypedLegs),
  changed: event(BoardStatus),
} as const
