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
  /** Number of texts of the whole load; 0 when unknown, and only those that began count. */
  texts: number
}

/** A smaller share, or a shorter time, is too little for an estimate. */
const minEstimateShare = 0.05
const minEstimateMs = 500

export class ActiveLoads {
  readonly #busy = new Map<string, BusySource>()
  /** Bytes of sources whose loads have ended while others have not. */
  #ended = 0
  #failed: { readonly source: string; readonly sentence: string } | undefined

  /** Counts the source as busy until `release`, and its progress by this number of texts. */
  expect(id: string, texts: number): void {
    this.#busyOf(id).texts = texts
  }

  release(id: string): void {
    const busy = this.#busy.get(id)
    if (busy === undefined) return
    busy.texts = 0
    this.#endIfDone(id, busy)
  }

  begin(source: SourceName, bytes: number): ActiveLoad {
    const controller = new AbortController()
    const load = { source, controller, bytes, share: 0, objects: 0, hasEnded: false }
    this.#busyOf(source.id).loads.push(load)
    return load
  }

  #busyOf(id: string): BusySource {
    if (this.#busy.size === 0) {
      this.#ended = 0
      this.forget()
    }
    const busy = this.#busy.get(id) ?? { startedAt: performance.now(), loads: [], texts: 0 }
    this.#busy.set(id, busy)
    return busy
  }

  end(load: ActiveLoad): void {
    load.share = 1
    load.hasEnded = true
    const busy = this.#busy.get(load.source.id)
    if (busy !== undefined) this.#endIfDone(load.source.id, busy)
  }

  #endIfDone(id: string, busy: BusySource): void {
    if (busy.texts > 0 || busy.loads.some(({ hasEnded }) => !hasEnded)) return
    this.#busy.delete(id)
    this.#ended += countBytes(busy)
  }

  /** Aborts all loads of the source, begun or not. */
  cancel(id: string): void {
    for (const { controller } of this.#busy.get(id)?.loads ?? []) controller.abort()
  }

  fail(source: string, sentence: string): void {
    this.#failed = { source, sentence }
  }

  /** Clears the failure, which belongs to an earlier board or load. */
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

/** Assumes that texts still to come are as long as those that have begun. */
function countBytes({ loads, texts }: BusySource): number {
  const bytes = loads.reduce((sum, load) => sum + load.bytes, 0)
  return texts > loads.length ? Math.ceil((bytes / Math.max(1, loads.length)) * texts) : bytes
}

/** Counts texts where their number is known: lengths are estimates, and progress must never fall. */
function countDone(busy: BusySource): number {
  const { loads, texts } = busy
  if (texts === 0) return Math.floor(loads.reduce((sum, { bytes, share }) => sum + bytes * share, 0))
  const share = loads.reduce((sum, load) => sum + load.share, 0) / Math.max(texts, loads.length)
  return Math.floor(countBytes(busy) * share)
}

function toProgress(busy: BusySource): SourceProgress {
  const [done, of] = [countDone(busy), countBytes(busy)]
  const objects = busy.loads.reduce((sum, load) => sum + load.objects, 0)
  const ms = performance.now() - busy.startedAt
  const canEstimate = ms >= minEstimateMs && done > of * minEstimateShare
  return { done, of, objects, secondsLeft: canEstimate ? Math.ceil((ms * (of / done - 1)) / 1_000) : null }
}
