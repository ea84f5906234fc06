/** Times of shared calls, in ms; the server's are in schema/002-calls.ts. Tests shorten them all. */
export interface CallTimes {
  /** A sent call counts this long. */
  readonly windowMs: number
  /** A slot may be used this long after the desk began to request it. */
  readonly useMs: number
  /** A desk asks at least so often, which keeps its share. */
  readonly renewMs: number
  /** A desk without the server may use its share from this long after its last request. */
  readonly shareFromMs: number
  /** It may use the share until this long after the server's last answer. */
  readonly shareForMs: number
  /** A desk whose calls wait asks again after this, at most: another desk may have returned slots. */
  readonly askAgainMs: number
  /** Slots that were used or returned are reported within this time. */
  readonly reportWithinMs: number
}

export const callTimes: CallTimes = {
  windowMs: 60_500,
  useMs: 5_000,
  renewMs: 5_000,
  shareFromMs: 95_000,
  shareForMs: 12 * 60 * 60_000,
  askAgainMs: 1_000,
  reportWithinMs: 100,
}
