/**
 * The one error that calls to the odds service throw: a failure from the closed list. It carries no header, address or
 * key. The original error is not its cause, because a parser error of undici contains bytes of the answer, which may
 * echo the address with the key; only its code is kept.
 */
import type { CallFailure } from '../../shared/failure.ts'
import type { AddressCheck } from '../../shared/model/settings/service-address.ts'

export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly failure: CallFailure
  constructor(failure: CallFailure) {
    super(Object.values(failure).join(' '))
    this.failure = failure
  }
}

/** The error of a call that its caller cancelled. */
export const cancelledCall = (host: string): ServiceError =>
  new ServiceError({ kind: 'unreachable', host, detail: 'aborted' })

/** Returns the address if its check passed. Throws ServiceError (bad-address) otherwise. */
export function requireAddress(check: AddressCheck): URL {
  if (check.ok) return check.url
  throw new ServiceError({ kind: 'bad-address', detail: check.sentence })
}

/** True if a retry of a read may help. Not after a rate limit: the call budget waits for its end. */
export const isRetryable = ({ kind }: CallFailure): boolean =>
  kind === 'timed-out' || kind === 'unreachable' || kind === 'server-error'
