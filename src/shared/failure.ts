/**
 * What can go wrong, as a closed list: each kind carries exactly what the screen needs to say it plainly and to
 * offer the act that mends it. Nothing thrown ever crosses the bridge; it arrives as one of these.
 */
import { z } from 'zod'

/** A call to the odds service that gave no usable answer. These are also what a cell can show as failed. */
export const CallFailure = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('timed-out'), afterMs: z.number() }),
  z.strictObject({ kind: z.literal('unreachable'), host: z.string(), detail: z.string() }),
  /** HTTP 429. `untilAt`: epoch ms before which this host is not asked again. */
  z.strictObject({ kind: z.literal('limited'), untilAt: z.number() }),
  /** Nothing was sent: this host failed too often in a row. It is tried again at `untilAt`, epoch ms. */
  z.strictObject({ kind: z.literal('host-failing'), host: z.string(), untilAt: z.number() }),
  /** The answer came but is not what the interface describes; `detail` says in what. */
  z.strictObject({ kind: z.literal('unreadable'), status: z.number(), detail: z.string() }),
  z.strictObject({ kind: z.literal('server-error'), status: z.number(), detail: z.string() }),
  /** Redirects are never followed: the key is in the address. */
  z.strictObject({ kind: z.literal('redirected'), status: z.number() }),
  z.strictObject({ kind: z.literal('too-large'), limitBytes: z.number() }),
  z.strictObject({ kind: z.literal('key-missing') }),
  z.strictObject({ kind: z.literal('key-refused') }),
  /** The address in the profile or the book's host id cannot be called. */
  z.strictObject({ kind: z.literal('bad-address'), detail: z.string() }),
])
export type CallFailure = z.infer<typeof CallFailure>

const OtherFailure = z.discriminatedUnion('kind', [
  /** What the user entered; `field` names the input, `sentence` says what to change. */
  z.strictObject({ kind: z.literal('invalid'), field: z.string(), sentence: z.string() }),
  z.strictObject({ kind: z.literal('not-found'), what: z.string() }),
  /** The book's link may not be opened by us; `sentence` says why. */
  z.strictObject({ kind: z.literal('link-refused'), sentence: z.string() }),
  /** A host this user has not approved for this book yet: show the whole address and ask. */
  z.strictObject({ kind: z.literal('link-unapproved'), host: z.string(), url: z.string() }),
  z.strictObject({ kind: z.literal('storage'), sentence: z.string() }),
  /** A fault of ours; `reference` finds it in the log. */
  z.strictObject({ kind: z.literal('internal'), reference: z.string() }),
])

export const Failure = z.discriminatedUnion('kind', [CallFailure, OtherFailure])
export type Failure = z.infer<typeof Failure>

/** The result of every call across the bridge. */
export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

/** Thrown inside the main process by code that knows which failure the screen must show. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly failure: Failure
  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.kind, options)
    this.failure = failure
  }
}

/** Closes a switch over a union: a member without a branch does not compile. */
export function assertNever(value: never): never {
  throw new Error(`unexpected member: ${JSON.stringify(value)}`)
}
