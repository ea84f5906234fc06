/**
 * Every call and event that crosses the bridge, written once: area, then verb. Channel names, types, the handler
 * record and `window.desk` are derived from this object. The key goes one way, `account.setKey`; no answer holds it.
 */
import { z } from 'zod'
import type { Outcome } from './failure.ts'
import { BoardStatus, SearchAnswer, SearchFilter, SlipCheck, TypedLegs } from './model/board.ts'
import { Book, BookId } from './model/book.ts'
import { DeskChange, DeskSnapshot, Recheck } from './model/desk.ts'
import { LoadReport } from './model/load-report.ts'
import { maxLegs, ParlayNote } from './model/parlay.ts'
import { AccountState, ProfileDraft, ProfileId } from './model/profile.ts'
import { PriceFormatName } from './model/quote.ts'
import { SelectionKey } from './model/selection.ts'
import { Settings } from './model/settings.ts'
import { FeedPlan, SourceId } from './model/source.ts'

interface Call<Q extends z.ZodType, A extends z.ZodType> {
  readonly kind: 'call'
  readonly request: Q
  readonly answer: A
}
interface Event<P extends z.ZodType> {
  readonly kind: 'event'
  readonly payload: P
}
const call = <Q extends z.ZodType, A extends z.ZodType>(request: Q, answer: A): Call<Q, A> => ({
  kind: 'call',
  request,
  answer,
})
const event = <P extends z.ZodType>(payload: P): Event<P> => ({ kind: 'event', payload })

const Nothing = z.null()
const ParlayId = z.number().int().positive()
const CellAddress = z.strictObject({ parlayId: ParlayId, bookId: BookId })
const Selections = z.array(SelectionKey).max(maxLegs)

export const contract = {
  account: {
    snapshot: call(Nothing, AccountState),
    /** Adds a profile, or changes the one named by `id`. Addresses are checked as QUALITY 1 says. */
    saveProfile: call(z.strictObject({ id: ProfileId.nullable(), draft: ProfileDraft }), AccountState),
    removeProfile: call(z.strictObject({ id: ProfileId }), AccountState),
    useProfile: call(z.strictObject({ id: ProfileId }), AccountState),
    /** Stores the key of the profile in use, or replaces it. */
    setKey: call(z.strictObject({ key: z.string().trim().min(1).max(500) }), AccountState),
    removeKey: call(Nothing, AccountState),
    changed: event(AccountState),
  },
  settings: {
    snapshot: call(Nothing, Settings),
    setPriceFormat: call(z.strictObject({ format: PriceFormatName }), Settings),
    setStaleAfter: call(z.strictObject({ ms: Settings.shape.staleAfterMs }), Settings),
    /** Changes one book of the profile in use; its id names it. */
    saveBook: call(Book, Settings),
    /** Sets the order of the columns; ids left out keep their place behind. */
    orderBooks: call(z.strictObject({ ids: z.array(BookId).max(200) }), Settings),
    changed: event(Settings),
  },
  board: {
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
    /** What a plan would cost, before it is kept: calls a load, and calls a minute when it repeats. */
    costOfFeed: call(
      z.strictObject({ plan: FeedPlan }),
      z.strictObject({ calls: z.number().int(), perMinute: z.number() }),
    ),
    /** Loads a source again. */
    load: call(z.strictObject({ id: SourceId }), LoadReport),
    /** Ends a load under way; the board stays as it was before it. */
    cancelLoad: call(z.strictObject({ id: SourceId }), z.null()),
    turnSource: call(z.strictObject({ id: SourceId, isOn: z.boolean() }), BoardStatus),
    /** Forgets a source and drops its offers; files on disk stay. */
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
  },
  desk: {
    snapshot: call(Nothing, DeskSnapshot),
    /** Watches a parlay and prices it everywhere. The same legs again answer the row that is there. */
    addParlay: call(
      z.strictObject({ selections: Selections.min(1), note: ParlayNote }),
      z.strictObject({ parlayId: ParlayId, wasThere: z.boolean() }),
    ),
    /** Changes a parlay's name, tags and note. */
    describeParlay: call(z.strictObject({ parlayId: ParlayId, note: ParlayNote }), z.null()),
    removeParlay: call(z.strictObject({ parlayId: ParlayId }), z.null()),
    /** Undoes a removal: the row comes back with its legs and quotes. */
    restoreParlay: call(z.strictObject({ parlayId: ParlayId }), z.null()),
    /** Asks for prices: all of the desk, one row, or one cell. Answers how many calls that plans. */
    price: call(
      z.strictObject({ parlayId: ParlayId.nullable(), bookId: BookId.nullable() }),
      z.strictObject({ calls: z.number().int() }),
    ),
    /** Prices one cell ahead of all others and compares with what was on screen. */
    recheck: call(CellAddress, Recheck),
    changed: event(DeskChange),
  },
  links: {
    /** Opens the cell's betslip link in the native browser. `approve` answers the question about a new host. */
    open: call(
      CellAddress.extend({ approve: z.enum(['no', 'once', 'always']) }),
      z.strictObject({ host: z.string() }),
    ),
    copy: call(CellAddress, z.strictObject({ host: z.string() })),
  },
} as const

type Contract = typeof contract
export type Area = keyof Contract

/** Calls of an area, as `{ verb: request -> answer }`; events left out. */
type CallsOf<A> = { [V in keyof A as A[V] extends Call<z.ZodType, z.ZodType> ? V : never]: A[V] }
type EventsOf<A> = { [V in keyof A as A[V] extends Event<z.ZodType> ? V : never]: A[V] }

type RequestOf<C> = C extends Call<infer Q, z.ZodType> ? z.output<Q> : never
type AnswerOf<C> = C extends Call<z.ZodType, infer A> ? z.output<A> : never
type PayloadOf<E> = E extends Event<infer P> ? z.output<P> : never

/** One handler a call, or it does not compile. */
export type Handlers = {
  readonly [A in Area]: {
    readonly [V in keyof CallsOf<Contract[A]>]: (
      request: RequestOf<Contract[A][V & keyof Contract[A]]>,
    ) => AnswerOf<Contract[A][V & keyof Contract[A]]> | Promise<AnswerOf<Contract[A][V & keyof Contract[A]]>>
  }
}

/** Sends an event to the window. */
export type Announce = <A extends Area, V extends keyof EventsOf<Contract[A]> & string>(
  area: A,
  verb: V,
  payload: PayloadOf<EventsOf<Contract[A]>[V]>,
) => void

type Ask<Q, R> = null extends Q ? () => Promise<Outcome<R>> : (request: Q) => Promise<Outcome<R>>

/** What the renderer sees as `window.desk`: calls answer an Outcome, events take a listener and return its end. */
export type DeskApi = {
  readonly [A in Area]: {
    readonly [V in keyof Contract[A]]: Contract[A][V] extends Event<infer P>
      ? (listener: (payload: z.output<P>) => void) => () => void
      : Ask<RequestOf<Contract[A][V]>, AnswerOf<Contract[A][V]>>
  }
}

/** The contract without its types: area, verb, entry. */
type Entries = Readonly<
  Record<string, Readonly<Record<string, Call<z.ZodType, z.ZodType> | Event<z.ZodType>>>>
>
export const entries: Entries = contract

/** The contract's shape without its schemas, which is all that the preload needs: area, verb, kind. */
export function outline(): Record<string, Record<string, 'call' | 'event'>> {
  const kindsOf = (verbs: Entries[string]) =>
    Object.fromEntries(Object.entries(verbs).map(([verb, { kind }]) => [verb, kind]))
  return Object.fromEntries(Object.entries(entries).map(([area, verbs]) => [area, kindsOf(verbs)]))
}
