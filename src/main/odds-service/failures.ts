/**
 * The one family of errors that calls to the odds service throw. None carries a header, an address or a key, and
 * none keeps the original error as its cause: a parser error of undici holds the answer's bytes, which may echo our
 * own address. What remains of the original is its code.
 */
import type { CallFailure } from '../../shared/failure.ts'
import type { AddressCheck } from '../../shared/model/settings/service-address.ts'

export abstract class ServiceError extends Error {
  abstract readonly failure: CallFailure
}

/** No connection, or one that broke before the answer was whole. */
export class Unreachable extends ServiceError {
  override readonly name = 'Unreachable'
  readonly failure: CallFailure
  constructor(host: string, code: string) {
    super(`${host} could not be reached (${code})`)
    this.failure = { kind: 'unreachable', host, detail: code }
  }
}

export class TimedOut extends ServiceError {
  override readonly name = 'TimedOut'
  readonly failure: CallFailure
  constructor(afterMs: number) {
    super(`no whole answer within ${afterMs} ms`)
    this.failure = { kind: 'timed-out', afterMs }
  }
}

/** The body passed its cap, on the wire or when inflated. */
export class TooLarge extends ServiceError {
  override readonly name = 'TooLarge'
  readonly failure: CallFailure
  constructor(limitBytes: number) {
    super(`the answer is larger than ${limitBytes} bytes`)
    this.failure = { kind: 'too-large', limitBytes }
  }
}

/** The answer came but cannot be used: a status of refusal, a redirect, or a body of another shape. */
export class Refused extends ServiceError {
  override readonly name = 'Refused'
  readonly failure: CallFailure
  constructor(failure: CallFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

/** The address could not be built, or may not be called. */
export class BadAddress extends ServiceError {
  override readonly name = 'BadAddress'
  readonly failure: CallFailure
  constructor(detail: string) {
    super(detail)
    this.failure = { kind: 'bad-address', detail }
  }
}

/** The address, if its check passed. Throws BadAddress otherwise. */
export function requireAddress(check: AddressCheck): URL {
  if (check.ok) return check.url
  throw new BadAddress(check.sentence)
}

const retryableStatus = (status: number) => status === 408 || status === 425 || status >= 500

/** True if a retry of a read may help. Not after a rate limit: the call budget waits for its end. */
export function isRetryable(failure: CallFailure): boolean {
  if (failure.kind === 'timed-out' || failure.kind === 'unreachable') return true
  return failure.kind === 'server-error' && retryableStatus(failure.status)
}
