/**
 * Permits to send one call with the key. Every send acquires one first, retries included, so that no part of the
 * program can exceed the key's limit. The desk's call budgets grant them (`compose/services.ts` passes
 * `Budgets.acquire` to the Caller).
 */

/**
 * Order of calls: closing prices, for which calls are reserved, then rechecks, other requests of the user, visible
 * rows, and the rest.
 */
export const priority = { closing: 4, recheck: 3, user: 2, visible: 1, background: 0 } as const
export type Priority = (typeof priority)[keyof typeof priority]

/** A call that needs a permit. The same object stays in the queue for all attempts of the call. */
export interface CallRequest {
  readonly profileId: string
  /** Key by which limits and failures are counted: the host, or for a book its host id. */
  readonly host: string
  readonly priority: Priority
  /** Removes the request from the queue when aborted. */
  readonly signal?: AbortSignal | undefined
  /** Pauses the request stays queued through: a rate limit of its host, or any. In other pauses it is refused. */
  readonly waitsThrough?: 'limits' | 'any'
}

/** Outcome of a permit. `limited`: HTTP 429, with the epoch ms until which the host wants no call. */
export type PermitOutcome =
  | { readonly kind: 'answered' | 'failed' | 'called-off' | 'unsent' }
  | { readonly kind: 'limited'; readonly untilAt: number }

export interface Permit {
  /**
   * Reports that the call leaves now, because its connection is open. It counts from now on. False if that is too late,
   * and it must not leave.
   */
  left(): boolean
  /**
   * Reports the outcome; only the first report counts. `unsent`, and `failed` before the call left, return it to the
   * budget.
   */
  release(outcome: PermitOutcome): void
  /** Acquires a permit for another attempt; false when none is granted within `withinMs`. */
  renew(withinMs: number): Promise<boolean>
}

/** Waits for a permit. Throws ServiceError: `limited` during a pause, `host-failing` while the host keeps failing. */
export type AcquirePermit = (request: CallRequest) => Promise<Permit>
