/** What the main process owns, as the window sees it: a snapshot on start, then every change. */
import { shallowRef, type ShallowRef } from 'vue'
import type { Failure, Outcome } from '../shared/failure.ts'

interface MirrorSource<T> {
  readonly snapshot: () => Promise<Outcome<T>>
  readonly changed: (listener: (value: T) => void) => () => void
}

interface Mirror<T> {
  /** Undefined until the first snapshot or change has come. */
  readonly value: Readonly<ShallowRef<T | undefined>>
  /** Why the snapshot could not be read; undefined while all is well. */
  readonly failure: Readonly<ShallowRef<Failure | undefined>>
  /** Follows changes and reads the snapshot. Calling it again reads it again: the retry after a failure. */
  readonly start: () => Promise<void>
  /** Takes over the state that a call answered, and hands the outcome on. */
  readonly adopt: (outcome: Outcome<T>) => Outcome<T>
}

/** Lives as long as the window does: the stores that use it are never disposed. */
export function createMirror<T>(source: () => MirrorSource<T>): Mirror<T> {
  const value = shallowRef<T>()
  const failure = shallowRef<Failure>()
  let isFollowing = false
  let changes = 0

  function follow(next: T): void {
    changes++
    value.value = next
    failure.value = undefined
  }

  async function start(): Promise<void> {
    if (!isFollowing) source().changed(follow)
    isFollowing = true
    const changesBefore = changes
    const outcome = await source().snapshot()
    // A change that came while the snapshot was on its way is newer than it.
    if (changes !== changesBefore) return
    if (outcome.ok) follow(outcome.value)
    else failure.value = outcome.failure
  }

  function adopt(outcome: Outcome<T>): Outcome<T> {
    if (outcome.ok) follow(outcome.value)
    return outcome
  }

  return { value, failure, start, adopt }
}
