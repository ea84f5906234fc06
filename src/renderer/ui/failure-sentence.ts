/** Every failure in plain words: what happened, and what to do about it. */
import { assertNever, type CallFailure, type Failure } from '../../shared/failure.ts'
import { byteSize } from '../format/number-text.ts'
import { clockSeconds, clockTime } from '../format/time-text.ts'

export interface FailureSentence {
  readonly says: string
  /** Empty where `says` already tells what to change. */
  readonly remedy: string
}

const said = (says: string, remedy = ''): FailureSentence => ({ says, remedy })

export function failureSentence(failure: Failure): FailureSentence {
  switch (failure.kind) {
    case 'invalid':
      return said(failure.sentence)
    case 'not-found':
      return said(`Not found: ${failure.what}.`, 'The list may have changed meanwhile; choose again.')
    case 'link-refused':
      return said(failure.sentence, 'Nothing was opened. Copy the link to look at it yourself.')
    case 'link-unapproved':
      return said(
        `Links to ${failure.host} are not approved for this book yet.`,
        'Open it once to approve them.',
      )
    case 'storage':
      return said(failure.sentence, 'Check the free space and the rights of the data folder, then try again.')
    case 'internal':
      return said(
        `Something went wrong in the program itself (reference ${failure.reference}).`,
        'Try again; the log tells more under this reference.',
      )
    case 'redirected':
    case 'too-large':
    case 'key-missing':
    case 'key-refused':
    case 'bad-address':
      return setupSentence(failure)
    case 'timed-out':
    case 'unreachable':
    case 'limited':
    case 'host-failing':
    case 'unreadable':
    case 'server-error':
      return passingSentence(failure)
    default:
      return assertNever(failure)
  }
}

type SetupKind = 'redirected' | 'too-large' | 'key-missing' | 'key-refused' | 'bad-address'

/** What may be over at the next try. */
function passingSentence(failure: Exclude<CallFailure, { kind: SetupKind }>): FailureSentence {
  switch (failure.kind) {
    case 'timed-out':
      return said(`No answer within ${Math.round(failure.afterMs / 1000)} s.`, 'Try again.')
    case 'unreachable':
      return said(
        `The host ${failure.host} could not be reached: ${failure.detail}.`,
        'Check the connection and the address in Settings, then try again.',
      )
    case 'limited':
      return said(
        'The service takes no more calls for now.',
        `It may be asked again at ${clockSeconds(failure.untilAt)}.`,
      )
    case 'host-failing':
      return said(
        `The host ${failure.host} keeps failing, so it is left alone for now.`,
        `It is tried again at ${clockTime(failure.untilAt)}.`,
      )
    case 'unreadable':
      return said(
        `The answer (HTTP ${failure.status}) could not be read: ${failure.detail}.`,
        'Try again; if it stays so, check the address in Settings.',
      )
    case 'server-error':
      return said(`The service failed (HTTP ${failure.status}): ${failure.detail}.`, 'Try again in a moment.')
    default:
      return assertNever(failure)
  }
}

/** What stays until Settings change. */
function setupSentence(failure: Extract<CallFailure, { kind: SetupKind }>): FailureSentence {
  switch (failure.kind) {
    case 'redirected':
      return said(
        `The address answered with a redirect (HTTP ${failure.status}), which is never followed: the key would travel along.`,
        'Enter the final address in Settings.',
      )
    case 'too-large':
      return said(
        `The answer was larger than ${byteSize(failure.limitBytes)} and was not read.`,
        'Check the address in Settings.',
      )
    case 'key-missing':
      return said('This profile has no API key.', 'Enter it in Settings.')
    case 'key-refused':
      return said('The service refused the API key.', 'Enter a valid key in Settings.')
    case 'bad-address':
      return said(`The address cannot be called: ${failure.detail}.`, 'Correct it in Settings.')
    default:
      return assertNever(failure)
  }
}
