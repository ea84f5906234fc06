/** State of the main process as the window sees it: a snapshot on start, then every change. */
import { shallowRef, type ShallowRef } from 'vue'
import type { Failure, Outcome } from '../shared/failure.ts'

interface MirrorSource<T> {
  readonly snapshot: () => Promise<Outcome<T>>
  readonly changed: (listener: (value: T) => void) => () => void
}

interface Mirror<T> {
  /** Undefined until the first snapshot or change. */
  readonly value: Readonly<ShallowRef<T | undefined>>
  /** Failure of the last read; undefined after a success. */
  readonly failure: Readonly<ShallowRef<Failure | undefined>>
  /** Subscribes to changes and reads the snapshot. A second call reads it again: the retry after a failure. */
  readonly start: () => Promise<void>
  /** Takes over the state that a call answered, and returns the outcome. */
  readonly adopt: (outcome: Outcome<T>) => Outcome<T>
}

/** Lives as long as the window does: the stores that use it are never disposed. */
export function createMirror<T>(source: () => MirrorSource<T>): Mirror<T> {
  const value = shallowRef<T>()
  const failure = shallowRef<Failure>()
  let isSubscribed = false
  let changes = 0

  function update(next: T): void {
    changes++
    value.value = next
    failure.value = undefined
  }

  async function start(): Promise<void> {
    if (!isSubscribed) source().changed(update)
    isSubscribed = true
    const changesBefore = changes
    const outcome = await source().snapshot()
    // A change that arrived before the snapshot is newer than it.
    if (changes !== changesBefore) return
    if (outcome.ok) update(outcome.value)
    else failure.value = outcome.failure
  }

  function adopt(outcome: Outcome<T>): Outcome<T> {
    if (outcome.ok) update(outcome.value)
    return outcome
  }

  return { value, failure, start, adopt }
}
