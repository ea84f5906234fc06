/** Errors of the interface: a status, and a body that says what happened and when to try again. */
import { toScriptSentence, type Failure } from '../../shared/failure.ts'

/** Body of every answer that is an error. */
export interface ErrorBody {
  readonly kind: string
  readonly sentence: string
  readonly retryAfterMs?: number
}

export interface ApiError {
  readonly status: number
  readonly body: ErrorBody
}

const error = (status: number, kind: string, sentence: string, retryAfterMs?: number): ApiError => ({
  status,
  body: { kind, sentence, ...(retryAfterMs !== undefined && { retryAfterMs }) },
})

export const maxBodyBytes = 256 * 1024

/** Errors that come before a call. */
export const apiErrors = {
  noToken: error(401, 'no-token', 'Send “Authorization: Bearer TOKEN” with a token from Settings, Scripts.'),
  unknownToken: error(
    401,
    'unknown-token',
    'This token isn’t known, or was revoked. Make a new one in Settings, Scripts.',
  ),
  ofPage: error(403, 'of-page', 'Web pages can’t use this interface.'),
  noRoute: error(404, 'no-route', 'There is no such call. All of them are in /v1/openapi.json.'),
  wrongMethod: error(405, 'wrong-method', 'Send this call as POST.'),
  tooLarge: error(413, 'body-too-large', 'The body is over 256 KiB. Send it in parts.'),
  notJson: error(415, 'not-json', 'Send the body as application/json.'),
  brokenJson: error(400, 'broken-json', 'The body isn’t valid JSON.'),
  busy: error(429, 'busy', 'Too many calls at once. Wait a moment, then try again.', 1_000),
  noStream: error(429, 'busy', 'This script has too many streams of events. End one first.'),
  wrongScope: (scope: string) =>
    error(
      403,
      'wrong-scope',
      `This token lacks the right “${scope}”. Make one with it in Settings, Scripts.`,
    ),
  notAllowed: (sentence: string) => error(403, 'not-allowed', sentence),
  unknownEvent: (name: string) =>
    error(400, 'invalid', `There is no event “${name}”. All of them are in /v1/openapi.json.`),
} as const

const statuses: Partial<Readonly<Record<Failure['kind'], number>>> = {
  ...{ invalid: 400, 'not-found': 404, 'link-refused': 409, 'link-unapproved': 409, team: 409 },
  ...{ limited: 429, internal: 500, 'timed-out': 504 },
  ...{ storage: 503, 'host-failing': 503, 'key-missing': 503, 'key-refused': 503 },
}

/** The error of a call that failed. Failures of the odds service are those of a gateway. */
export function toApiError(failure: Failure, now: number): ApiError {
  const field = failure.kind === 'invalid' && failure.field !== '' ? `${failure.field}: ` : ''
  const retryAfterMs = 'untilAt' in failure ? Math.max(0, failure.untilAt - now) : undefined
  const sentence = `${field}${toScriptSentence(failure)}`
  return error(statuses[failure.kind] ?? 502, failure.kind, sentence, retryAfterMs)
}
