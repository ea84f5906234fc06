/**
 * Standing of a ticket's changes in a team, whose desks may write without each other. Pure, and a function of the order
 * alone: the same changes in the same order stand the same on every desk (docs/decisions/0015).
 */
import type { Standing } from '../log/parse-log.ts'

/** A change of a ticket. */
export interface OrderedChange {
  readonly uid: string
  /** The change that its author saw last; null for the first. */
  readonly basis: string | null
  /** A waiting change that this one takes the place of, or declines. */
  readonly replaces: string | null
  /** `user`: a user's decision. `service`: an answer of the service, or a recording. `declined`: it only declines another. */
  readonly nature: 'user' | 'service' | 'declined'
}

interface Folding<C, S> {
  /** The state before the first change. */
  readonly start: S
  /** Returns the state after a change; undefined when the ledger would not have written it on this state. */
  readonly apply: (state: S, change: C) => S | undefined
}

export interface Arranged<S> {
  /** By uid. */
  readonly standings: ReadonlyMap<string, Standing>
  /** The last applied change, which a new one names as its basis. */
  readonly last: string | null
  readonly state: S
}

/** Standings of a ticket's changes: those with a place in the order of places, then this desk's own in local order. */
export function arrange<C extends OrderedChange, S>(
  changes: readonly C[],
  { start, apply }: Folding<C, S>,
): Arranged<S> {
  const standings = new Map<string, Standing>()
  let [last, state]: [string | null, S] = [null, start]
  for (const change of changes) {
    const { uid, basis, replaces, nature } = change
    // One of a second time would count twice.
    if (standings.has(uid)) continue
    if (replaces !== null && standings.get(replaces) === 'waiting') standings.set(replaces, 'answered')
    if (nature === 'declined') standings.set(uid, 'declined')
    else if (basis !== last) standings.set(uid, nature === 'user' ? 'waiting' : 'superseded')
    else {
      const next = apply(state, change)
      standings.set(uid, next === undefined ? 'invalid' : 'applied')
      if (next !== undefined) [last, state] = [uid, next]
    }
  }
  return { standings, last, state }
}
