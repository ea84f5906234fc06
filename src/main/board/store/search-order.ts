/**
 * The selections that have an offer in the order in which search shows those that fit its words equally well: main
 * lines first, then by the start of their game, then as they came. What search compares lies side by side, so that it
 * reads memory from front to back.
 */
import { Mark } from '../batch/batch.ts'
import { integers, none } from '../columns/columns.ts'
import type { Selections } from './selections.ts'
import type { ToldGame } from '../facts/game-facts.ts'

export interface SearchOrder {
  /** The selection at each place. */
  readonly rows: Uint32Array
  /** Its texts, as `Selections` has them. */
  readonly market: Uint32Array
  readonly wording: Uint32Array
  /** The main lines of one game after the other. */
  readonly mains: readonly Run[]
  readonly others: readonly Run[]
}

/** Neighbouring places. */
export interface Run {
  /** The text id of their game's event. */
  readonly event: number
  readonly from: number
  readonly end: number
}

export function searchOrderOf(selections: Selections, games: ReadonlyMap<number, ToldGame>): SearchOrder {
  const events = eventsByStart(games)
  const { runOf, counts } = runsOf(selections, events)
  const runs = runsFrom(counts, events)
  const length = runs.at(-1)?.end ?? 0
  const [rows, market, wording] = [integers(length), integers(length), integers(length)]
  const places = Uint32Array.from(runs, run => run.from)
  for (let row = 0; row < runOf.length; row++) {
    const run = runOf[row] ?? none
    if (run === none) continue
    const place = places[run] ?? none
    places[run] = place + 1
    rows[place] = row
    market[place] = selections.market[row] ?? none
    wording[place] = selections.wording[row] ?? none
  }
  return { rows, market, wording, mains: runs.slice(0, events.length), others: runs.slice(events.length) }
}

/** Those of games by their start, the earliest first. */
function eventsByStart(games: ReadonlyMap<number, ToldGame>): number[] {
  const startOf = ({ game }: ToldGame) => game.startAt ?? Number.MAX_VALUE
  const byStart = [...games].sort(([, a], [, b]) => startOf(a) - startOf(b))
  return byStart.map(([event]) => event)
}

/** Of each selection the number of its run, none for one without an offer; and how many are in each run. */
function runsOf({ count, event, firstOffer, marks }: Selections, events: readonly number[]) {
  const placeOf = integers(events.reduce((most, each) => Math.max(most, each + 1), 0))
  for (const [place, each] of events.entries()) placeOf[each] = place
  const runOf = integers(count)
  const counts = integers(events.length * 2)
  for (let row = 0; row < count; row++) {
    const others = (marks[row] ?? 0) & Mark.main ? 0 : events.length
    const run = firstOffer[row] === none ? none : others + (placeOf[event[row] ?? none] ?? 0)
    runOf[row] = run
    counts[run] = (counts[run] ?? 0) + 1
  }
  return { runOf, counts }
}

function runsFrom(counts: Uint32Array, events: readonly number[]): Run[] {
  let end = 0
  return Array.from(counts, (count, run) => {
    const from = end
    end += count
    return { event: events[run % events.length] ?? none, from, end }
  })
}
