// The hidden probabilities: what a selection is worth, and what several of one game are worth together, for
// someone whose opinion of each is shifted a little. Legs correlate because they ride the same tides.
import type { Bounds } from './bounds.ts'
import { phi } from './distribution.ts'
import { deviation } from './expectation.ts'
import type { Selection } from './quantity.ts'

/** A leg as an interval on a standard normal: its bounds, and how it rides the tides. */
export interface LegChance {
  readonly low: number
  readonly high: number
  readonly pace: number
  readonly edge: number
  readonly form: number
  /** Whose form, or null. */
  readonly player: number | null
}

/** The chance of one selection when opinion on its quantity is shifted by `shift` standard deviations. */
export function computeChance(low: number, high: number, shift: number): number {
  return phi(high - shift) - phi(low - shift)
}

/** The interval of a selection, with opinion shifted. `strength` scales how much the leg rides the tides. */
export function legChance(
  bounds: Bounds,
  selection: Selection,
  view: { shift: number; strength: number },
): LegChance {
  const { moments, player } = selection.quantity
  const scale = view.strength / deviation(moments)
  return {
    low: (bounds.low[selection.index] ?? 0) - view.shift,
    high: (bounds.high[selection.index] ?? 0) - view.shift,
    pace: moments.pace * scale,
    edge: moments.edge * scale,
    form: moments.form * scale,
    player,
  }
}

/** The grid on which the tides are integrated: evenly spaced, which for a normal weight converges at once. */
const GRID = Array.from({ length: 13 }, (_, i) => 0.6 * (i - 6)).map(z => ({
  z,
  weight: Math.exp((-z * z) / 2),
}))
const GRID_WEIGHT = GRID.reduce((sum, node) => sum + node.weight, 0)

/** The chance that all legs of one game win. */
export function jointChance(legs: readonly LegChance[]): number {
  const players = Map.groupBy(legs, leg => leg.player)
  const groups = [...players.values()].flatMap(group =>
    group[0]?.player === null ? group.map(leg => [leg]) : [group],
  )
  return average(pace =>
    average(edge => groups.reduce((product, group) => product * groupChance(group, pace, edge), 1)),
  )
}

/** The chance of one player's legs when the game's tides are known: the average over his form. */
function groupChance(legs: readonly LegChance[], pace: number, edge: number): number {
  const [only, ...others] = legs
  if (only && others.length === 0) return conditional(only, only.pace * pace + only.edge * edge, 0)
  return average(form =>
    legs.reduce((product, leg) => {
      const centre = leg.pace * pace + leg.edge * edge + leg.form * form
      return product * conditional(leg, centre, leg.form)
    }, 1),
  )
}

function conditional(leg: LegChance, centre: number, form: number): number {
  const own = Math.sqrt(Math.max(0.02, 1 - leg.pace ** 2 - leg.edge ** 2 - form ** 2))
  return phi((leg.high - centre) / own) - phi((leg.low - centre) / own)
}

function average(of: (z: number) => number): number {
  return GRID.reduce((sum, node) => sum + node.weight * of(node.z), 0) / GRID_WEIGHT
}
