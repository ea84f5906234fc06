/**
 * The closed list of failures, and the text of each. A kind carries exactly what the screen needs to explain it and to
 * offer its remedy. Errors cross the bridge only as one of these.
 */
import { z } from 'zod'
import { describeConnectionError } from './connection-error.ts'

/**
 * Files cannot be read or written; a call that cannot be recorded is not sent. `remedy` is absent when the sentence
 * contains it.
 */
const storageFailure = z.strictObject({
  kind: z.literal('storage'),
  sentence: z.string(),
  remedy: z.string().optional(),
})

/** A call to the odds service that gave no usable answer. These are also what a cell can show as failed. */
export const CallFailure = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('timed-out'), afterMs: z.number() }),
  z.strictObject({ kind: z.literal('unreachable'), host: z.string(), detail: z.string() }),
  /** HTTP 429. `untilAt`: epoch ms until which this host is not called. */
  z.strictObject({ kind: z.literal('limited'), untilAt: z.number() }),
  /** Nothing was sent, because this host failed too often in a row. It is called again at `untilAt`, epoch ms. */
  z.strictObject({ kind: z.literal('host-failing'), host: z.string(), untilAt: z.number() }),
  /** The answer does not follow the interface; `detail` says why. */
  z.strictObject({ kind: z.literal('unreadable'), status: z.number(), detail: z.string() }),
  z.strictObject({ kind: z.literal('server-error'), status: z.number(), detail: z.string() }),
  /** Redirects are never followed: the key is in the address. */
  z.strictObject({ kind: z.literal('redirected'), status: z.number() }),
  z.strictObject({ kind: z.literal('too-large'), limitBytes: z.number() }),
  /** `reason`: a sentence on why a saved key could not be read; without it no key was saved. */
  z.strictObject({ kind: z.literal('key-missing'), reason: z.string().optional() }),
  z.strictObject({ kind: z.literal('key-refused') }),
  /** HTTP 403 without a reason, from a service that accepted the key in another call. */
  z.strictObject({ kind: z.literal('forbidden') }),
  /** The address in the profile or the book's host id cannot be called. */
  /** `detail`: a sentence. */
  z.strictObject({ kind: z.literal('bad-address'), detail: z.string() }),
  storageFailure,
])
export type CallFailure = z.infer<typeof CallFailure>

const OtherFailure = z.discriminatedUnion('kind', [
  /** Invalid input; `field` names it, `sentence` says what to change. */
  z.strictObject({ kind: z.literal('invalid'), field: z.string(), sentence: z.string() }),
  z.strictObject({ kind: z.literal('not-found'), what: z.string() }),
  /** The book's link may not be opened; `sentence` says why. */
  z.strictObject({ kind: z.literal('link-refused'), sentence: z.string() }),
  /** A host this user has not approved for this book yet: show the whole address and ask. */
  z.strictObject({ kind: z.literal('link-unapproved'), host: z.string(), url: z.string() }),
  /** The team's server or log refuses it; both sentences are complete. */
  z.strictObject({ kind: z.literal('team'), sentence: z.string(), remedy: z.string() }),
  /** An error of the program; `reference` finds it in the log. */
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

/** Creates the Refusal of an input; the sentence says what to change. */
export const invalidInput = (field: string, sentence: string) =>
  new Refusal({ kind: 'invalid', field, sentence })

/** Closes a switch over a union: a member without a branch does not compile. */
export function assertNever(value: never): never {
  throw new Error(`unexpected member: ${JSON.stringify(value)}`)
}

export interface FailureText {
  readonly headline: string
  /** Empty if the headline contains it. */
  readonly remedy: string
}

/** Formats of the text, which differ between window and notifications. */
export interface FailureFormat {
  readonly clockTime: (at: number) => string
  readonly clockSeconds: (at: number) => string
  readonly byteSize: (bytes: number) => string
}

const text = (headline: string, remedy = ''): FailureText => ({ headline, remedy })

const texts: {
  readonly [K in Failure['kind']]: (
    failure: Extract<Failure, { kind: K }>,
    format: FailureFormat,
  ) => FailureText
} = {
  invalid: ({ sentence }) => text(sentence),
  'not-found': ({ what }) => text(`Not found: ${what}.`, 'The list may have changed; choose again.'),
  'link-refused': ({ sentence }) => text(sentence, 'Nothing was opened. Copy the link to check it yourself.'),
  'link-unapproved': ({ host }) =>
    text(`You haven’t approved ${host} for this book.`, 'Open the link once to approve it.'),
  storage: ({ sentence, remedy }) => text(sentence, remedy),
  team: ({ sentence, remedy }) => text(sentence, remedy),
  internal: ({ reference }) =>
    text(
      `Something went wrong (reference ${reference}).`,
      'Try again. The log has details under this reference.',
    ),
  'timed-out': ({ afterMs }) => text(`Timed out after ${Math.round(afterMs / 1000)}s.`, 'Try again.'),
  unreachable: ({ host, detail }) =>
    text(
      `Can’t reach ${host}: ${describeConnectionError(detail)}.`,
      'Check your connection and the address in Settings, then try again.',
    ),
  limited: ({ untilAt }, { clockSeconds }) =>
    text('Rate limit reached.', `Resets at ${clockSeconds(untilAt)}.`),
  'host-failing': ({ host, untilAt }, { clockTime }) =>
    text(`The host ${host} is down.`, `Retrying at ${clockTime(untilAt)}.`),
  unreadable: ({ status, detail }) =>
    text(
      `Unreadable response (HTTP ${status}): ${detail}.`,
      'Try again. If it keeps happening, check the address in Settings.',
    ),
  'server-error': ({ status, detail }) =>
    text(`The service had an error (HTTP ${status}): ${detail}.`, 'Try again in a moment.'),
  redirected: ({ status }) =>
    text(
      `The address redirects (HTTP ${status}), which is blocked to protect your key.`,
      'Enter the final address in Settings.',
    ),
  'too-large': ({ limitBytes }, { byteSize }) =>
    text(
      `The response was over ${byteSize(limitBytes)}, too large to read.`,
      'Check the address in Settings.',
    ),
  'key-missing': ({ reason }) =>
    reason === undefined
      ? text('No API key yet.', 'Add it in Settings.')
      : text(reason, 'Unlock it, then press Try again in Settings.'),
  'key-refused': () => text('Your API key was rejected.', 'Update it in Settings.'),
  forbidden: () =>
    text(
      'The service rejected this call (HTTP 403).',
      'Try again. If it keeps happening, check that your plan includes it.',
    ),
  'bad-address': ({ detail }) => text(`Bad address: ${detail}`, 'Fix it in Settings.'),
}

/** The text of a failure: the problem and its remedy. */
export function toFailureText(failure: Failure, format: FailureFormat): FailureText {
  return describe(failure.kind, failure, format)
}

const toIsoTime = (at: number) => new Date(at).toISOString()
const scriptFormat: FailureFormat = {
  clockTime: toIsoTime,
  clockSeconds: toIsoTime,
  byteSize: bytes => `${bytes} bytes`,
}

/** The text of a failure for a script. */
export const toScriptText = (failure: Failure): FailureText => toFailureText(failure, scriptFormat)

/** The same in one line. */
export function toScriptSentence(failure: Failure): string {
  const { headline, remedy } = toScriptText(failure)
  return `${headline} ${remedy}`.trim()
}

/** Generic, so that the compiler matches the text of a kind with a failure of that kind. */
function describe<K extends Failure['kind']>(
  kind: K,
  failure: Extract<Failure, { readonly kind: K }>,
  format: FailureFormat,
): FailureText {
  return texts[kind](failure, format)
}
