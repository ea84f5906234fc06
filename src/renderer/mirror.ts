/** Mirror of a state of the main process: a snapshot at start, then every change. */
import { shallowReadonly, shallowRef } from 'vue'
import type { Failure, Outcome } from '../shared/failure.ts'

interface MirrorSource<T> {
  readonly snapshot: () => Promise<Outcome<T>>
  readonly changed: (listener: (value: T) => void) => () => void
}

/** Lasts as long as the window, because the stores that use it are never disposed. */
export function createMirror<T>(source: () => MirrorSource<T>) {
  /** Undefined until the first snapshot or change. */
  const value = shallowRef<T>()
  /** Failure of the last read; undefined after a success. */
  const failure = shallowRef<Failure>()
  let isSubscribed = false
  let changes = 0

  function update(next: T): void {
    changes++
    value.value = next
    failure.value = undefined
  }

  /** Subscribes to changes and reads the snapshot. A second call reads it again: the retry after a failure. */
  async function start(): Promise<void> {
    if (!isSubscribed) source().changed(update)
    isSubscribed = true
    const changesBefore = changes
    const outcome = await source().snapshot()
    // A change that arrived meanwhile is newer than the snapshot.
    if (changes !== changesBefore) return
    if (outcome.ok) update(outcome.value)
    else failure.value = outcome.failure
  }

  /** Applies the state that a call returned, and returns the outcome. */
  function adopt(outcome: Outcome<T>): Outcome<T> {
    if (outcome.ok) update(outcome.value)
    return outcome
  }

  return { value: shallowReadonly(value), failure: shallowReadonly(failure), start, adopt }
}
