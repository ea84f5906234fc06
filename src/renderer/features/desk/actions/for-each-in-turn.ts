import type { Failure, Outcome } from '../../../../shared/failure.ts'

/** Runs items one after the other; a failed one does not stop the rest. `failure`: the first one. */
export async function forEachInTurn<T, V>(items: readonly T[], run: (item: T) => Promise<Outcome<V>>) {
  const done: { item: T; value: V }[] = []
  const left: T[] = []
  let failure: Failure | undefined
  for (const item of items) {
    const outcome = await run(item)
    if (outcome.ok) done.push({ item, value: outcome.value })
    else left.push(item)
    if (!outcome.ok) failure ??= outcome.failure
  }
  return { done, left, failure }
}
