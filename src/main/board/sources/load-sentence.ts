/** Why a load failed, in a plain sentence that stays on its source. */
import { assertNever, Refusal, type CallFailure } from '../../../shared/failure.ts'
import { ServiceError } from '../../odds-service/failures.ts'
import { feedTime } from '../../odds-service/feed.ts'

export function loadSentence(error: unknown): string {
  if (error instanceof ServiceError) return callSentence(error.failure)
  if (!(error instanceof Refusal)) return String(error)
  const { failure } = error
  if ('sentence' in failure) return failure.sentence
  if (failure.kind === 'not-found') return `Not found: ${failure.what}.`
  const reference = failure.kind === 'internal' ? ` (reference ${failure.reference})` : ''
  return `The program ran into a fault of its own${reference}; the log tells more.`
}

function callSentence(failure: CallFailure): string {
  switch (failure.kind) {
    case 'timed-out':
      return timedOutSentence(failure.afterMs)
    case 'unreachable':
      return `${failure.host} could not be reached (${failure.detail}). Check the connection, then load it again.`
    case 'limited':
      return 'The service takes no more calls for now. Wait a minute, or ask for fewer leagues.'
    case 'host-failing':
      return `${failure.host} keeps failing and is left alone for some minutes. Load it again later.`
    case 'unreadable':
      return `The answer (HTTP ${failure.status}) is no feed: ${failure.detail}. Check the feed’s address in Settings.`
    case 'server-error':
      return `The service failed (HTTP ${failure.status}): ${failure.detail}. Load it again in a moment.`
    case 'redirected':
      return `The address answered with a redirect (HTTP ${failure.status}), which is never followed. Enter the final address in Settings.`
    case 'too-large':
      return `The answer was over ${Math.round(failure.limitBytes / 1024 ** 2)} MB. Ask for fewer leagues, or for main lines only.`
    case 'key-missing':
      return 'This profile has no API key. Enter it in Settings.'
    case 'key-refused':
      return 'The service refused the API key. Enter a valid one in Settings.'
    case 'bad-address':
      return `The feed’s address cannot be called: ${failure.detail} Correct it in Settings.`
    default:
      return assertNever(failure)
  }
}

/** A feed is given up when it is silent, or when it takes too long in all. */
function timedOutSentence(afterMs: number): string {
  const seconds = Math.round(afterMs / 1_000)
  if (afterMs <= feedTime.idleMs) return `The feed sent nothing for ${seconds} s. Load it again in a moment.`
  return `The feed was not all there after ${seconds} s. Ask for fewer leagues, or for main lines only.`
}
