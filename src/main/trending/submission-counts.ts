/** How many submissions are in each state, kept by the moves, so that a long history costs nothing. */
import type { StateKind } from '../../shared/model/parlay/submission.ts'
import type { TrendingCounts } from '../../shared/model/parlay/trending.ts'

/** What the service has been given. */
const given = [
  'sending',
  'full',
  'unknown',
  'queued',
  'already-queued',
  'event-not-found',
  'refused',
] as const
const open = ['waiting', 'sending', 'needs-key', 'full', 'limited', 'unreached', 'unknown'] as const

export class Tally {
  readonly #byKind: Map<StateKind, number>

  constructor(byKind: ReadonlyMap<StateKind, number>) {
    this.#byKind = new Map(byKind)
  }

  add(kind: StateKind, by: 1 | -1 = 1): void {
    this.#byKind.set(kind, this.#of(kind) + by)
  }

  counts(): TrendingCounts {
    const sum = (kinds: readonly StateKind[]) => kinds.reduce((total, kind) => total + this.#of(kind), 0)
    return {
      sent: sum(given),
      waiting: sum(open),
      queued: sum(['queued', 'already-queued']),
      refused: sum(['refused', 'event-not-found']),
      cancelled: this.#of('cancelled'),
    }
  }

  #of(kind: StateKind): number {
    return this.#byKind.get(kind) ?? 0
  }
}
