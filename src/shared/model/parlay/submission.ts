/**
 * One parlay sent to the service's trending queue: the odds ids of one book's offers, verbatim. It belongs to a profile,
 * and its sorted ids are its identity: the same parlay is never two submissions.
 */
import { z } from 'zod'
import { CallFailure } from '../../failure.ts'
import { BookId } from '../game/book.ts'
import { LegView } from './parlay.ts'

/** Reason why an answer that is none of the documented outcomes is left to the user. */
const Reason = z.discriminatedUnion('kind', [
  /** The service's own words. */
  z.strictObject({ kind: z.literal('said'), text: z.string() }),
  /** Its parts do not agree, or say nothing we know. */
  z.strictObject({ kind: z.literal('unclear'), text: z.string() }),
  z.strictObject({ kind: z.literal('failed'), failure: CallFailure }),
])

/** Outcome of one POST (docs/service-interface.md, 4.2 and 7). */
export const SendOutcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('queued') }),
  z.strictObject({ kind: z.literal('already-queued') }),
  z.strictObject({ kind: z.literal('event-not-found') }),
  /** `notBeforeAt`: the service named a time (epoch ms) before which it should not be tried again. */
  z.strictObject({ kind: z.literal('full'), notBeforeAt: z.number().nullable() }),
  /** A rate limit, which says nothing of the parlay. */
  z.strictObject({ kind: z.literal('limited'), untilAt: z.number() }),
  z.strictObject({ kind: z.literal('no-key'), failure: CallFailure }),
  /** No whole, readable answer came: the service may have queued the parlay. */
  z.strictObject({ kind: z.literal('lost'), failure: CallFailure }),
  /** Nothing left this machine. */
  z.strictObject({ kind: z.literal('unsent'), failure: CallFailure }),
  z.strictObject({ kind: z.literal('refused'), reason: Reason }),
])
export type SendOutcome = Readonly<z.infer<typeof SendOutcome>>

/** An answer as it came, made fit to show and cut. */
export const RawAnswer = z.strictObject({ status: z.number().int(), body: z.string() })
export type RawAnswer = Readonly<z.infer<typeof RawAnswer>>

/** `tries`: POSTs since the user last touched it. `isUnsure`: an earlier answer was lost, so it may be queued. */
const Open = { tries: z.number().int(), isUnsure: z.boolean() }
/** `againAt`: epoch ms of the next automatic try. */
const Timed = { ...Open, againAt: z.number() }

export const SubmissionState = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('waiting'), ...Open }),
  z.strictObject({ kind: z.literal('sending'), ...Open }),
  z.strictObject({ kind: z.literal('needs-key'), ...Open }),
  z.strictObject({ kind: z.literal('full'), ...Timed }),
  z.strictObject({ kind: z.literal('limited'), ...Timed }),
  /** The host could not be reached; nothing was sent. */
  z.strictObject({ kind: z.literal('unreached'), ...Timed }),
  /** Sent, and the answer was lost: sent again, where "Already queued" then counts as done. */
  z.strictObject({ kind: z.literal('unknown'), ...Timed }),
  z.strictObject({ kind: z.literal('queued') }),
  z.strictObject({ kind: z.literal('already-queued') }),
  /** `missing`: events of its ids that the board no longer has; null until that is known. */
  z.strictObject({ kind: z.literal('event-not-found'), missing: z.array(z.string()).nullable() }),
  z.strictObject({ kind: z.literal('refused'), isUnsure: z.boolean() }),
  z.strictObject({ kind: z.literal('cancelled'), isUnsure: z.boolean() }),
  /** Off the list; its history stays. */
  z.strictObject({ kind: z.literal('removed') }),
])
export type SubmissionState = Readonly<z.infer<typeof SubmissionState>>
export type StateKind = SubmissionState['kind']

/** An event of a submission. Its history is a list of these, and its state follows from them. */
export const SubmissionEvent = z.discriminatedUnion('kind', [
  /** Written before the request leaves. */
  z.strictObject({ kind: z.literal('sent') }),
  z.strictObject({ kind: z.literal('answered'), outcome: SendOutcome, raw: RawAnswer.nullable() }),
  /** It could not be sent at all. */
  z.strictObject({ kind: z.literal('held'), outcome: SendOutcome }),
  /** The program ended, or could not write, between the request and its answer. */
  z.strictObject({ kind: z.literal('interrupted') }),
  z.strictObject({ kind: z.literal('compared'), missing: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('key-came') }),
  z.strictObject({ kind: z.literal('retried') }),
  z.strictObject({ kind: z.literal('cancelled') }),
  z.strictObject({ kind: z.literal('removed') }),
])
export type SubmissionEvent = Readonly<z.infer<typeof SubmissionEvent>>

export const SubmissionStep = z.strictObject({ at: z.number(), event: SubmissionEvent })
export type SubmissionStep = Readonly<z.infer<typeof SubmissionStep>>

export const maxTitleLength = 200

/** A submission as lists show it. `title` is what its parlay was called on the desk. */
export const Submission = z.strictObject({
  id: z.number().int(),
  bookId: BookId,
  title: z.string(),
  legs: z.array(LegView),
  addedAt: z.number(),
  state: SubmissionState,
  /** Start of that state. */
  stateAt: z.number(),
  /** Outcome of the last POST. */
  outcome: SendOutcome.nullable(),
})
export type Submission = Readonly<z.infer<typeof Submission>>

/** Groups that a list filters by; every state but `removed` is in one. */
export const shelves = ['waiting', 'queued', 'refused', 'cancelled'] as const
export type Shelf = (typeof shelves)[number]

/** `sent` counts what the service has been given; the others count the shelves. */
export const TrendingCounts = z.strictObject({
  sent: z.number().int(),
  waiting: z.number().int(),
  queued: z.number().int(),
  refused: z.number().int(),
  cancelled: z.number().int(),
})
export type TrendingCounts = Readonly<z.infer<typeof TrendingCounts>>

/** The trending queue of the profile in use as it crosses the bridge: bounded, however long its history is. */
export const TrendingStatus = z.strictObject({
  counts: TrendingCounts,
  /** The newest, newest first. */
  recent: z.array(Submission),
  /** True if those that found the queue full are retried automatically. */
  retriesFull: z.boolean(),
  /** Time of the next such retry; null if none waits for room. */
  fullAgainAt: z.number().nullable(),
  /** A rate limit until then, epoch ms: nothing is sent. */
  limitedUntilAt: z.number().nullable(),
  /** The one that is sent next and waits for its permit; null for none. */
  nextId: z.number().int().nullable(),
})
export type TrendingStatus = Readonly<z.infer<typeof TrendingStatus>>

/** A book's ids of a parlay's legs, in leg order; `ids` is empty if it lacks any. */
export const BookIds = z.strictObject({
  bookId: BookId,
  ids: z.array(z.string()),
  lacks: z.number().int(),
  /** The same ids that are on the list already. */
  known: Submission.nullable(),
})
export type BookIds = Readonly<z.infer<typeof BookIds>>

export const SubmissionFilter = z.enum(['all', ...shelves])
export type SubmissionFilter = z.infer<typeof SubmissionFilter>

/** Submissions of a filter from a place on: by their place in the queue while they wait, else newest first. */
export const SubmissionPage = z.strictObject({ rows: z.array(Submission), total: z.number().int() })
export type SubmissionPage = Readonly<z.infer<typeof SubmissionPage>>

/** One submission whole: the ids it sends and all that happened, newest first, as far back as is shown. */
export const SubmissionHistory = z.strictObject({
  submission: Submission,
  ids: z.array(z.string()),
  steps: z.array(SubmissionStep),
  /** Number of older steps left out. */
  older: z.number().int(),
})
export type SubmissionHistory = Readonly<z.infer<typeof SubmissionHistory>>
