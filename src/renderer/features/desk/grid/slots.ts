/**
 * Numbers for what is drawn, few and handed on: an element that leaves the view becomes the one that enters it, instead
 * of one being taken apart and another built.
 */

/** Answers a function that gives each of the ids its number; an id keeps it for as long as it is asked for. */
export function createSlots(): (ids: readonly number[]) => ReadonlyMap<number, number> {
  let held: ReadonlyMap<number, number> = new Map()
  return ids => {
    const kept = new Map<number, number>()
    for (const id of ids) {
      const slot = held.get(id)
      if (slot !== undefined) kept.set(id, slot)
    }
    const taken = new Set(kept.values())
    let free = 0
    for (const id of ids) {
      if (kept.has(id)) continue
      while (taken.has(free)) free++
      taken.add(free)
      kept.set(id, free)
    }
    held = kept
    return kept
  }
}
