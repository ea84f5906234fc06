/**
 * A source of odds objects. One that is off has no offers on the board; turning it on loads it again. An offer belongs
 * to the source that brought it last, and overrides those of the same book and selection from others.
 */
import { z } from 'zod'

/** Offers that one load added and left out; each reason for leaving out is counted, with an example. */
export const LoadReport = z.strictObject({
  source: z.string(),
  at: z.number(),
  taken: z.number().int(),
  /** Offers that replaced an older one of the same book and selection. */
  replaced: z.number().int(),
  leftOut: z.array(z.strictObject({ reason: z.string(), count: z.number().int(), example: z.string() })),
})
export type LoadReport = Readonly<z.infer<typeof LoadReport>>

/** The parts of a profile's feed that are fetched: each league from each book shown. */
export const FeedPlan = z.strictObject({
  /** Empty requests all leagues together. */
  leagues: z.array(z.string().trim().min(1).max(40)).max(40),
  isLiveOnly: z.boolean(),
  isMainOnly: z.boolean(),
  /** Seconds between fetches; null fetches on demand. */
  everySeconds: z.number().int().min(10).max(86_400).nullable(),
})
export type FeedPlan = Readonly<z.infer<typeof FeedPlan>>

export const SourceKind = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('paste') }),
  /** A file read once, dropped or chosen. */
  z.strictObject({ kind: z.literal('file') }),
  /** A file or folder read again whenever it changes. */
  z.strictObject({ kind: z.literal('watch'), isFolder: z.boolean() }),
  z.strictObject({ kind: z.literal('feed'), plan: FeedPlan }),
])
export type SourceKind = Readonly<z.infer<typeof SourceKind>>

export const SourceId = z.string().regex(/^[a-z0-9-]{1,40}$/)

export const SourceState = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('never') }),
  z.strictObject({
    kind: z.literal('loading'),
    /** Bytes read, and to read as far as known. */
    done: z.number().int(),
    of: z.number().int(),
    /** Odds objects taken so far. */
    objects: z.number().int(),
    secondsLeft: z.number().nullable(),
  }),
  z.strictObject({ kind: z.literal('ready'), at: z.number() }),
  /** The last load failed or was cancelled; earlier offers stay. */
  z.strictObject({ kind: z.literal('failed'), at: z.number(), sentence: z.string() }),
])
export type SourceState = Readonly<z.infer<typeof SourceState>>

export const Source = z.strictObject({
  id: SourceId,
  /** Name for people: a file's name, `Pasted at 2:05 PM`, `Odds feed`. Never a whole path. */
  name: z.string().min(1).max(200),
  kind: SourceKind,
  isOn: z.boolean(),
  state: SourceState,
  /** Offers on the board that came from it. */
  offers: z.number().int(),
  lastLoad: LoadReport.nullable(),
  /** Sources it has overridden. They are reloaded when it is removed, except a feed, because that makes calls. */
  overrides: z.array(z.strictObject({ name: z.string().min(1).max(200), isFeed: z.boolean() })),
  /** True when a source that overrode it was removed, and it is not reloaded yet. */
  needsReload: z.boolean(),
  /**
   * Calls that one load makes; 0 unless it is a feed. Null while no books are known: one call then finds them, and the
   * load after it makes one for each.
   */
  calls: z.number().int().nullable(),
})
export type Source = Readonly<z.infer<typeof Source>>
