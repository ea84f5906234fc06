/** Number of submissions in each state, updated by their moves, so that a long history costs nothing. */
import type { StateKind } from '../../shared/model/parlay/submission.ts'
import type { TrendingCounts } from '../../shared/model/parlay/trending.ts'

/** States of submissions that were sent to the service. */
const sent = ['sending', 'full', 'unknown', 'queued', 'already-queued', 'event-not-found', 'refused'] as const
const open = ['waiting', 'sending', 'needs-key', 'full', 'limited', 'unreached', 'unknown'] as const

export class SubmissionCounts {
  readonly #byKind: Map<StateKind, number>

  constructor(byKind: ReadonlyMap<StateKind, number>) {
    this.#byKind = new Map(byKind)
  }

  add(kind: StateKind, by: 1 | -1 = 1): void {
    this.#byKind.set(kind, this.#count(kind) + by)
  }

  counts(): TrendingCounts {
    const sum = (kinds: readonly StateKind[]) => kinds.reduce((total, kind) => total + this.#count(kind), 0)
    return {
      sent: sum(sent),
      waiting: sum(open),
      queued: sum(['queued', 'already-queued']),
      refused: sum(['refused', 'event-not-found']),
      cancelled: this.#count('cancelled'),
    }
  }

  #count(kind: StateKind): number {
    return this.#byKind.get(kind) ?? 0
  }
}
