/** A call of the desk that failed: it is not running, or it answered with an error. */
export class DeskProblem extends Error {
  override readonly name = 'DeskProblem'
  /** Status of the desk's answer; null when there was none. */
  readonly status: number | null
  /** Kind of failure, as the desk names it. */
  readonly kind: string
  readonly retryAfterMs: number | null

  /** `sentence`: what happened and what to do. */
  constructor(
    sentence: string,
    {
      status = null,
      kind,
      retryAfterMs = null,
    }: { status?: number | null; kind: string; retryAfterMs?: number | null },
  ) {
    super(sentence)
    this.status = status
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}
