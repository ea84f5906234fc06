/** Loads under way: their progress, together and by source, and how to cancel them; and the last failure. */
import type { SourceName } from './facts/load.ts'
import type { BoardStatus } from '../../shared/model/game/board.ts'
import type { SourceState } from '../../shared/model/game/source.ts'

/** `done` and `of` are bytes of text; `secondsLeft` is null until enough is done for an estimate. */
export type SourceProgress = Omit<Extract<SourceState, { kind: 'loading' }>, 'kind'>

/** One load under way, or ended before the others of its source. */
export interface ActiveLoad {
  readonly source: SourceName
  readonly controller: AbortController
  readonly bytes: number
  /** 0 to 1, as its worker reports it; 1 when it has ended. */
  share: number
  objects: number
  hasEnded: boolean
}

interface BusySource {
  readonly startedAt: number
  readonly loads: ActiveLoad[]
}

/** A smaller share or a shorter time is no basis for an estimate. */
const minEstimateShare = 0.05
const minEstimateMs = 500

export class ActiveLoads {
  readonly #busy = new Map<string, BusySource>()
  /** Bytes of sources whose loads have ended while others have not. */
  #ended = 0
  #failed: { readonly source: string; readonly sentence: string } | undefined

  begin(source: SourceName, bytes: number): ActiveLoad {
    if (this.#busy.size === 0) {
      this.#ended = 0
      this.forget()
    }
    const busy = this.#busy.get(source.id) ?? { startedAt: performance.now(), loads: [] }
    const controller = new AbortController()
    const load = { source, controller, bytes, share: 0, objects: 0, hasEnded: false }
    busy.loads.push(load)
    this.#busy.set(source.id, busy)
    return load
  }

  end(load: ActiveLoad): void {
    load.share = 1
    load.hasEnded = true
    const busy = this.#busy.get(load.source.id)
    if (busy?.loads.every(({ hasEnded }) => hasEnded) !== true) return
    this.#busy.delete(load.source.id)
    this.#ended += countBytes(busy)
  }

  /** Aborts all loads of the source, begun or not. */
  cancel(id: string): void {
    for (const { controller } of this.#busy.get(id)?.loads ?? []) controller.abort()
  }

  fail(source: string, sentence: string): void {
    this.#failed = { source, sentence }
  }

  /** Forgets the failure, which is about an earlier board or load. */
  forget(): void {
    this.#failed = undefined
  }

  of(id: string): SourceProgress | undefined {
    const busy = this.#busy.get(id)
    return busy && toProgress(busy)
  }

  /**
   * A failure shows after all loads have ended, until the next one begins. Of several loads the one that began first is
   * named, so that the name does not change back and forth.
   */
  state(): BoardStatus['loading'] {
    if (this.#busy.size === 0)
      return this.#failed === undefined ? { kind: 'idle' } : { kind: 'failed', ...this.#failed }
    let done = this.#ended
    let of = this.#ended
    for (const busy of this.#busy.values()) {
      done += countDone(busy)
      of += countBytes(busy)
    }
    const [first] = this.#busy.values()
    return { kind: 'loading', source: first?.loads[0]?.source.name ?? '', done, of }
  }
}

const countBytes = ({ loads }: BusySource) => loads.reduce((sum, { bytes }) => sum + bytes, 0)

const countDone = ({ loads }: BusySource) =>
  Math.floor(loads.reduce((sum, { bytes, share }) => sum + bytes * share, 0))

function toProgress(busy: BusySource): SourceProgress {
  const [done, of] = [countDone(busy), countBytes(busy)]
  const objects = busy.loads.reduce((sum, load) => sum + load.objects, 0)
  const ms = performance.now() - busy.startedAt
  const canEstimate = ms >= minEstimateMs && done > of * minEstimateShare
  return { done, of, objects, secondsLeft: canEstimate ? Math.ceil((ms * (of / done - 1)) / 1_000) : null }
}
