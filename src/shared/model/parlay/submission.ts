/**
 * One parlay sent to the service's trending queue: the odds ids of one book's offers, verbatim. It belongs to a
 * profile, and its sorted ids are its identity, so that a parlay is never submitted twice.
 */
import { z } from 'zod'
import { CallFailure } from '../../failure.ts'
import { BookId } from '../game/book.ts'
import { LegView } from './parlay.ts'

/** Reason for leaving an undocumented answer to the user. */
const Reason = z.discriminatedUnion('kind', [
  /** The service's message. */
  z.strictObject({ kind: z.literal('said'), text: z.string() }),
  /** Its parts contradict each other, or are unknown. */
  z.strictObject({ kind: z.literal('unclear'), text: z.string() }),
  z.strictObject({ kind: z.literal('failed'), failure: CallFailure }),
])

/** Outcome of one POST (docs/service-interface.md, 4.2 and 7). */
export const SendOutcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('queued') }),
  z.strictObject({ kind: z.literal('already-queued') }),
  z.strictObject({ kind: z.literal('event-not-found') }),
  /** `notBeforeAt`: earliest time of the next attempt (epoch ms), if the service named one. */
  z.strictObject({ kind: z.literal('full'), notBeforeAt: z.number().nullable() }),
  /** A rate limit, which does not depend on the parlay. */
  z.strictObject({ kind: z.literal('limited'), untilAt: z.number() }),
  z.strictObject({ kind: z.literal('no-key'), failure: CallFailure }),
  /** No complete, readable answer came; the service may have queued the parlay. */
  z.strictObject({ kind: z.literal('lost'), failure: CallFailure }),
  /** Nothing was sent. */
  z.strictObject({ kind: z.literal('unsent'), failure: CallFailure }),
  z.strictObject({ kind: z.literal('refused'), reason: Reason }),
])
export type SendOutcome = Readonly<z.infer<typeof SendOutcome>>

/** The service's answer, cleaned for the screen and cut. */
export const RawAnswer = z.strictObject({ status: z.number().int(), body: z.string() })
export type RawAnswer = Readonly<z.infer<typeof RawAnswer>>

/** `tries`: POSTs since the user's last action. `isUnsure`: an earlier answer was lost, so it may be queued. */
const Open = { tries: z.number().int(), isUnsure: z.boolean() }
/** `againAt`: epoch ms of the next automatic attempt. */
const Timed = { ...Open, againAt: z.number() }

export const SubmissionState = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('waiting'), ...Open }),
  z.strictObject({ kind: z.literal('sending'), ...Open }),
  z.strictObject({ kind: z.literal('needs-key'), ...Open }),
  z.strictObject({ kind: z.literal('full'), ...Timed }),
  z.strictObject({ kind: z.literal('limited'), ...Timed }),
  /** The host could not be reached; nothing was sent. */
  z.strictObject({ kind: z.literal('unreached'), ...Timed }),
  /** Sent, and the answer was lost: it is sent again, and "Already queued" then counts as success. */
  z.strictObject({ kind: z.literal('unknown'), ...Timed }),
  z.strictObject({ kind: z.literal('queued') }),
  z.strictObject({ kind: z.literal('already-queued') }),
  /** `missing`: events of its ids that the board no longer has; null until that is known. */
  z.strictObject({ kind: z.literal('event-not-found'), missing: z.array(z.string()).nullable() }),
  z.strictObject({ kind: z.literal('refused'), isUnsure: z.boolean() }),
  z.strictObject({ kind: z.literal('cancelled'), isUnsure: z.boolean() }),
  /** Removed from the list; its history stays. */
  z.strictObject({ kind: z.literal('removed') }),
])
export type SubmissionState = Readonly<z.infer<typeof SubmissionState>>
export type StateKind = SubmissionState['kind']

/** An event of a submission. Its history is a list of these, and its state follows from them. */
export const SubmissionEvent = z.discriminatedUnion('kind', [
  /** Recorded before the request leaves. */
  z.strictObject({ kind: z.literal('sent') }),
  z.strictObject({ kind: z.literal('answered'), outcome: SendOutcome, raw: RawAnswer.nullable() }),
  /** It could not be sent. */
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

/** A submission in a list. `title` is the parlay's name on the desk. */
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

/** Number of submissions on each shelf. */
export const TrendingCounts = z.strictObject({
  waiting: z.number().int(),
  queued: z.number().int(),
  refused: z.number().int(),
  cancelled: z.number().int(),
})
export type TrendingCounts = Readonly<z.infer<typeof TrendingCounts>>

/** The trending queue of the profile in use for the renderer, of limited size however long the history is. */
export const TrendingStatus = z.strictObject({
  counts: TrendingCounts,
  /** The newest submissions, newest first. */
  recent: z.array(Submission),
  /** True if submissions that found the queue full are retried automatically. */
  retriesFull: z.boolean(),
  /** Time of the next such retry, epoch ms; null without one. */
  fullAgainAt: z.number().nullable(),
  /** End of a rate limit, epoch ms; nothing is sent before. */
  limitedUntilAt: z.number().nullable(),
  /** The submission that is next and waits for its permit; null for none. */
  nextId: z.number().int().nullable(),
})
export type TrendingStatus = Readonly<z.infer<typeof TrendingStatus>>

/** A book's ids of a parlay's legs, in leg order; `ids` is empty if it lacks any. */
export const BookIds = z.strictObject({
  bookId: BookId,
  ids: z.array(z.string()),
  lacks: z.number().int(),
  /** The submission with the same ids that is listed already. */
  known: Submission.nullable(),
})
export type BookIds = Readonly<z.infer<typeof BookIds>>

export const SubmissionFilter = z.enum(['all', ...shelves])
export type SubmissionFilter = z.infer<typeof SubmissionFilter>

/** Submissions of a filter, from an offset on: in queue order while they wait, else newest first. */
export const SubmissionPage = z.strictObject({ rows: z.array(Submission), total: z.number().int() })
export type SubmissionPage = Readonly<z.infer<typeof SubmissionPage>>

/** One submission in detail: its ids and its newest steps, newest first. */
export const SubmissionHistory = z.strictObject({
  submission: Submission,
  ids: z.array(z.string()),
  steps: z.array(SubmissionStep),
  /** Number of older steps left out. */
  older: z.number().int(),
})
export type SubmissionHistory = Readonly<z.infer<typeof SubmissionHistory>>
