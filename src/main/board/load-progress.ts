/** Progress of the loads under way, together and by source, and the last failure. */
import type { SourceName } from './facts/load.ts'
import type { BoardStatus } from '../../shared/model/game/board.ts'

/** `done` and `of` are bytes of text. */
export interface SourceProgress {
  readonly done: number
  readonly of: number
  /** Odds objects taken. */
  readonly objects: number
  /** Null until enough is done for an estimate. */
  readonly secondsLeft: number | null
}

/** One load under way; its worker reports the share. */
export interface LoadStep {
  readonly source: SourceName
  readonly bytes: number
  /** 0 to 1. */
  share: number
  objects: number
}

interface BusySource {
  readonly startedAt: number
  readonly steps: Set<LoadStep>
  of: number
  /** Bytes of loads that have ended. */
  done: number
  objects: number
}

/** A smaller share or a shorter time is no basis for an estimate. */
const minEstimateShare = 0.05
const minEstimateMs = 500

export class LoadProgress {
  readonly #busy = new Map<string, BusySource>()
  /** Bytes of sources whose loads have ended while others have not. */
  #ended = 0
  #name = ''
  #failed: { readonly source: string; readonly sentence: string } | undefined

  begin(source: SourceName, bytes: number): LoadStep {
    if (this.#busy.size === 0) {
      this.#ended = 0
      this.forget()
    }
    const newSource = { startedAt: performance.now(), steps: new Set<LoadStep>(), of: 0, done: 0, objects: 0 }
    const busy = this.#busy.get(source.id) ?? newSource
    const step = { source, bytes, share: 0, objects: 0 }
    busy.of += bytes
    busy.steps.add(step)
    this.#busy.set(source.id, busy)
    this.#name = source.name
    return step
  }

  end(step: LoadStep): void {
    const busy = this.#busy.get(step.source.id)
    if (busy === undefined) return
    busy.steps.delete(step)
    busy.done += step.bytes
    busy.objects += step.objects
    if (busy.steps.size > 0) return
    this.#busy.delete(step.source.id)
    this.#ended += busy.of
  }

  fail(source: string, sentence: string): void {
    this.#failed = { source, sentence }
  }

  /** Forgets the failure, which is about an earlier board or load. */
  forget(): void {
    this.#failed = undefined
  }

  /** Returns undefined when no load of the source is under way. */
  of(id: string): SourceProgress | undefined {
    const busy = this.#busy.get(id)
    return busy && toProgress(busy)
  }

  /** A failure shows after all loads have ended, until the next one begins. */
  state(): BoardStatus['loading'] {
    if (this.#busy.size === 0)
      return this.#failed === undefined ? { kind: 'idle' } : { kind: 'failed', ...this.#failed }
    let done = this.#ended
    let of = this.#ended
    for (const busy of this.#busy.values()) {
      done += countDone(busy)
      of += busy.of
    }
    return { kind: 'loading', source: this.#name, done, of }
  }
}

function countDone({ done, steps }: BusySource): number {
  return Math.floor([...steps].reduce((sum, { bytes, share }) => sum + bytes * share, done))
}

function toProgress(busy: BusySource): SourceProgress {
  const done = countDone(busy)
  const objects = [...busy.steps].reduce((sum, step) => sum + step.objects, busy.objects)
  const ms = performance.now() - busy.startedAt
  const canEstimate = ms >= minEstimateMs && done > busy.of * minEstimateShare
  const secondsLeft = canEstimate ? Math.ceil((ms * (busy.of / done - 1)) / 1_000) : null
  return { done, of: busy.of, objects, secondsLeft }
}
