/**
 * Finds the bets against a selection: its opposite side, and the lines of that side that win together with it when the
 * result falls between the two.
 */
import type { Leg } from '../../../shared/model/parlay/parlay.ts'
import { findWindow, type MiddleWindow } from '../../../shared/value/middles.ts'
import type { Store } from '../store/store.ts'
import { collectAsOf } from './legs.ts'
import { findNeighbors, parseNamedLine } from './neighbors.ts'
import { findOpposites, type OppositeObstacle } from './opposites.ts'

/** A selection with the time of each book's offer, epoch ms; without books whose time is not known. */
interface TimedLeg {
  readonly leg: Leg
  readonly asOf: ReadonlyMap<string, number>
}

interface MiddleSide extends TimedLeg {
  readonly window: MiddleWindow
}

export type HedgeSides =
  | {
      readonly kind: 'found'
      readonly opposite: TimedLeg
      /** Nearest line first. */
      readonly middles: readonly MiddleSide[]
      /** The team by whose lead the windows count; null for totals. */
      readonly leader: string | null
    }
  | { readonly kind: OppositeObstacle }

/** `eachWay`: number of lines of the opposite side that are read on each side of its own. */
export function findHedgeSides(store: Store, key: string, eachWay: number): HedgeSides {
  const [found] = findOpposites(store, [key])
  if (found?.kind !== 'found') return { kind: found?.kind ?? 'gone' }
  const { own, opposite } = found
  const { below, above } = findNeighbors(store, opposite.key, eachWay)
  const toTimed = (leg: Leg) => ({ leg, asOf: collectAsOf(store, store.find(leg.key)) })
  const middles = [...below.toReversed(), ...above].flatMap(leg => {
    const window = findMiddleWindow(own.name, leg.name)
    return window === undefined ? [] : [{ ...toTimed(leg), window }]
  })
  const leader = sideOf(own.name) === undefined ? (parseNamedLine(own.name)?.before.trim() ?? null) : null
  return { kind: 'found', opposite: toTimed(opposite), middles, leader }
}

const side = /\b(over|under) [+-]?\d/i
const sideOf = (name: string): string | undefined => side.exec(name)?.[1]?.toLowerCase()

/**
 * The window of a bet and one on a line of its other side; undefined when no result wins both. A spread counts as a line
 * of its own team's lead: -3.5 is over 3.5, the other team's +6.5 is under 6.5.
 */
function findMiddleWindow(own: string, other: string): MiddleWindow | undefined {
  const [ownLine, otherLine] = [parseNamedLine(own)?.line, parseNamedLine(other)?.line]
  // A quarter line refunds half of a stake.
  if (ownLine === undefined || otherLine === undefined || !Number.isInteger(otherLine * 2)) return undefined
  const word = sideOf(own)
  const [over, under] =
    word === undefined ? [-ownLine, otherLine] : word === 'over' ? [ownLine, otherLine] : [otherLine, ownLine]
  return findWindow(over, under)
}
