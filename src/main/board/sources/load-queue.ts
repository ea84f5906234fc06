/**
 * Queue of source loads: at most two run at a time. Records why the last load of each source failed. A folder's files
 * are parts of a source, which fail one by one.
 */
import PQueue from 'p-queue'
import { assertNever, invalidInput, Refusal, type CallFailure } from '../../../shared/failure.ts'
import type { LoadReport } from '../../../shared/model/game/source.ts'
import { ServiceError } from '../../odds-service/failures.ts'
import { feedTime } from '../../odds-service/feed.ts'

/** A source, or one part of it. */
export interface LoadTarget {
  readonly sourceId: string
  /** Id of its offers on the board; the source's id when it has no parts. */
  readonly partId: string
  readonly name: string
}

export interface LoadResult {
  readonly report: LoadReport
  /** Sentence about the part that could not be loaded, or null. */
  readonly fault: string | null
}

export interface LoadFailure {
  readonly at: number
  readonly sentence: string
}

export interface LoadQueueDeps {
  readonly onChanged: () => void
  /** A load failed; one that was cancelled did not. */
  readonly onFailed: (name: string, sentence: string) => void
  /** Logs a fault of the program and returns its reference. */
  readonly log: (error: unknown) => string
}

interface RunningLoad extends LoadTarget {
  readonly controller: AbortController
}

const maxConcurrentLoads = 2

export class LoadQueue {
  readonly #queue = new PQueue({ concurrency: maxConcurrentLoads })
  readonly #loads = new Set<RunningLoad>()
  /** By part. */
  readonly #failures = new Map<string, LoadFailure & Pick<LoadTarget, 'sourceId'>>()
  readonly #deps: LoadQueueDeps

  constructor(deps: LoadQueueDeps) {
    this.#deps = deps
  }

  /** Queues a load and runs it. Throws a ServiceError or a Refusal, also when it was cancelled. */
  async run(target: LoadTarget, load: (signal: AbortSignal) => Promise<LoadResult>): Promise<LoadReport> {
    const running = { ...target, controller: new AbortController() }
    const { signal } = running.controller
    this.#loads.add(running)
    this.#deps.onChanged()
    try {
      const { report, fault } = await this.#queue.add(() => load(signal), { signal })
      this.#putFailure(target, fault)
      return report
    } catch (error) {
      const failure = signal.aborted
        ? invalidInput('odds', `Loading “${target.name}” was canceled. Nothing was lost.`)
        : this.#toKnownError(error)
      const sentence = describeLoadFailure(failure)
      this.#putFailure(target, sentence)
      if (!signal.aborted) this.#deps.onFailed(target.name, sentence)
      throw failure
    } finally {
      this.#loads.delete(running)
      this.#deps.onChanged()
    }
  }

  /** Cancels all loads of a source; one that is being merged already is completed. */
  cancel(sourceId: string): void {
    for (const load of this.#loads) if (load.sourceId === sourceId) load.controller.abort()
  }

  /** Parts of a source with a load running or waiting. */
  loadingParts(sourceId: string): string[] {
    return [...this.#loads].filter(load => load.sourceId === sourceId).map(({ partId }) => partId)
  }

  /** Sets a failure that did not come from a load; null clears it. */
  setFailure(target: Pick<LoadTarget, 'sourceId' | 'partId'>, sentence: string | null): void {
    this.#putFailure(target, sentence)
    this.#deps.onChanged()
  }

  /** The newest failure of a source; its sentence counts the others. */
  findFailure(sourceId: string): LoadFailure | undefined {
    const all = [...this.#failures.values()].filter(failure => failure.sourceId === sourceId)
    const last = all.at(-1)
    if (last === undefined) return undefined
    const others = all.length === 1 ? '' : ` (${all.length - 1} more couldn’t be loaded.)`
    return { at: last.at, sentence: `${last.sentence}${others}` }
  }

  clearFailures(sourceId: string): void {
    for (const [part, failure] of this.#failures)
      if (failure.sourceId === sourceId) this.#failures.delete(part)
  }

  #toKnownError(error: unknown): Refusal | ServiceError {
    if (error instanceof Refusal || error instanceof ServiceError) return error
    return new Refusal({ kind: 'internal', reference: this.#deps.log(error) }, { cause: error })
  }

  #putFailure({ sourceId, partId }: Pick<LoadTarget, 'sourceId' | 'partId'>, sentence: string | null): void {
    // Deleted first, so that the newest failure is the last of the map.
    this.#failures.delete(partId)
    if (sentence !== null) this.#failures.set(partId, { sourceId, at: Date.now(), sentence })
  }
}

/** Sentence about a failed load that stays on its source. */
export function describeLoadFailure(error: unknown): string {
  if (error instanceof ServiceError) return describeCallFailure(error.failure)
  if (!(error instanceof Refusal)) return String(error)
  const { failure } = error
  if ('sentence' in failure) return failure.sentence
  if (failure.kind === 'not-found') return `Not found: ${failure.what}.`
  const reference = failure.kind === 'internal' ? ` (reference ${failure.reference})` : ''
  return `Something went wrong${reference}. See the log.`
}

function describeCallFailure(failure: CallFailure): string {
  switch (failure.kind) {
    case 'timed-out':
      return describeTimeout(failure.afterMs)
    case 'unreachable':
      return `${failure.host} couldn’t be reached (${failure.detail}). Check your connection, then refresh.`
    case 'limited':
      return 'Rate limit reached. Wait a minute, or pick fewer leagues.'
    case 'host-failing':
      return `${failure.host} is down and paused for a few minutes. Refresh later.`
    case 'unreadable':
      return `Unreadable feed (HTTP ${failure.status}): ${failure.detail}. Check its address in Settings.`
    case 'server-error':
      return `The service had an error (HTTP ${failure.status}): ${failure.detail}. Refresh in a moment.`
    case 'redirected':
      return `The address redirects (HTTP ${failure.status}), which is blocked to protect your key. Enter the final address in Settings.`
    case 'too-large':
      return `The response was over ${Math.round(failure.limitBytes / 1024 ** 2)} MB. Pick fewer leagues, or main lines only.`
    case 'key-missing':
      return failure.reason === undefined
        ? 'No API key yet. Add it in Settings.'
        : `${failure.reason} Unlock it, then press Try again in Settings.`
    case 'key-refused':
      return 'Your API key was rejected. Update it in Settings.'
    case 'forbidden':
      return 'The service rejected this call (HTTP 403). Check that your plan includes the feed.'
    case 'bad-address':
      return `Bad feed address: ${failure.detail} Fix it in Settings.`
    case 'storage':
      return `${failure.sentence} Check the data folder’s free space and permissions, then refresh.`
    default:
      return assertNever(failure)
  }
}

/** A feed times out when it is silent, or when it takes too long in all. */
function describeTimeout(afterMs: number): string {
  const seconds = Math.round(afterMs / 1_000)
  if (afterMs <= feedTime.idleMs) return `The feed sent nothing for ${seconds}s. Refresh in a moment.`
  return `The feed timed out after ${seconds}s. Pick fewer leagues, or main lines only.`
}
