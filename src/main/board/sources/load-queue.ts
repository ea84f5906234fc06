/**
 * The loads of sources under way, at most two reading at once, and what went wrong with the last of each. A source may
 * have parts, as a folder has files; each fails by itself.
 */
import { setTimeout as pause } from 'node:timers/promises'
import PQueue from 'p-queue'
import { Refusal } from '../../../shared/failure.ts'
import { ServiceError } from '../../odds-service/failures.ts'
import type { LoadResult } from './feed-loader.ts'
import { loadSentence } from './load-sentence.ts'

/** What is loaded: a source, by the name people know, or one part of it. */
export interface LoadPlace {
  readonly sourceId: string
  /** The id its offers have on the board; the source's own where it has no parts. */
  readonly partId: string
  readonly name: string
}

export interface SourceFailure {
  readonly at: number
  readonly sentence: string
}

export interface SourceLoadsOptions {
  readonly onChanged: () => void
  /** A load failed by itself; one that was cancelled did not. */
  readonly onFailed: (name: string, sentence: string) => void
  /** Keeps a fault of ours and answers the reference it is found under. */
  readonly log: (error: unknown) => string
}

interface UnderWay extends LoadPlace {
  readonly ending: AbortController
}

const atOnce = 2

export class SourceLoads {
  readonly #queue = new PQueue({ concurrency: atOnce })
  readonly #underWay = new Set<UnderWay>()
  readonly #failures = new Map<string, SourceFailure & Pick<LoadPlace, 'sourceId'>>()
  readonly #options: SourceLoadsOptions

  constructor(options: SourceLoadsOptions) {
    this.#options = options
  }

  /** Runs a load when its turn has come. Throws what it throws, and a Refusal when it was cancelled. */
  async run(place: LoadPlace, act: (signal: AbortSignal) => Promise<LoadResult>): Promise<LoadResult> {
    const load = { ...place, ending: new AbortController() }
    const { signal } = load.ending
    this.#underWay.add(load)
    this.#options.onChanged()
    try {
      const result = await this.#queue.add(() => act(signal), { signal })
      this.#ended(place, result.fault)
      return result
    } catch (error) {
      const failure = signal.aborted ? cancelled(place.name) : this.#known(error)
      const sentence = loadSentence(failure)
      this.#ended(place, sentence)
      if (!signal.aborted) this.#options.onFailed(place.name, sentence)
      throw failure
    } finally {
      this.#underWay.delete(load)
      this.#options.onChanged()
    }
  }

  /** Ends the loads of a source that are under way; what is being merged already comes to its end. */
  cancel(sourceId: string): void {
    for (const load of this.#underWay) if (load.sourceId === sourceId) load.ending.abort()
  }

  /** The parts of a source that are being loaded, or wait for it. */
  partsOf(sourceId: string): string[] {
    return [...this.#underWay].filter(load => load.sourceId === sourceId).map(({ partId }) => partId)
  }

  /** Notes what went wrong outside a load; null when it is over. */
  note({ sourceId, partId }: Pick<LoadPlace, 'sourceId' | 'partId'>, sentence: string | null): void {
    if (sentence === null) this.#failures.delete(partId)
    else this.#failures.set(partId, { sourceId, at: Date.now(), sentence })
    this.#options.onChanged()
  }

  failureOf(sourceId: string): SourceFailure | undefined {
    const all = [...this.#failures.values()].filter(failure => failure.sourceId === sourceId)
    const last = all.at(-1)
    if (last === undefined || all.length === 1) return last
    return { at: last.at, sentence: `${last.sentence} (${all.length - 1} more could not be loaded either.)` }
  }

  forget(sourceId: string): void {
    for (const [part, failure] of this.#failures)
      if (failure.sourceId === sourceId) this.#failures.delete(part)
  }

  #known(error: unknown): Refusal | ServiceError {
    if (error instanceof Refusal || error instanceof ServiceError) return error
    return new Refusal({ kind: 'internal', reference: this.#options.log(error) }, { cause: error })
  }

  #ended({ sourceId, partId }: LoadPlace, sentence: string | null): void {
    this.#failures.delete(partId)
    if (sentence !== null) this.#failures.set(partId, { sourceId, at: Date.now(), sentence })
  }
}

const cancelled = (name: string) =>
  new Refusal({
    kind: 'invalid',
    field: 'odds',
    sentence: `Loading “${name}” was cancelled. Nothing was lost.`,
  })

/** How long a file that makes no sense is given: its writer may not be done. */
const settleMs = 500

/** Does a load once more, a little later, when its text made no sense. */
export async function twice(act: () => Promise<LoadResult>, signal: AbortSignal): Promise<LoadResult> {
  try {
    return await act()
  } catch (error) {
    const isOfText =
      error instanceof Refusal && error.failure.kind === 'invalid' && error.failure.field === 'odds'
    if (!isOfText || signal.aborted) throw error
    await pause(settleMs, undefined, { signal })
    return act()
  }
}
