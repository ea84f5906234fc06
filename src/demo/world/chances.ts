/**
 * The true probabilities of selections, alone and together, shifted by a book's error. Legs of one game correlate
 * because they depend on the same tides (expectation.ts).
 */
import { phi, areaBelow, probit } from './distribution.ts'
import { deviation } from './expectation.ts'
import { type Selection, remaining, valueIn, type Quantity } from './quantity.ts'
import { type Game, knowsScratches, findPhase, measureProgress } from './game.ts'
import { hash, hashText, normal } from './random.ts'
import { listSelections } from './selections.ts'
import { boxScore } from './simulation.ts'

// State of every selection of a game at a time: an interval on a standard normal, which moves with the score while the
// game is played, and drifts a little all the time.

type Bounds = ReturnType<typeof computeBounds>

const liveTickSeconds = 2
/** Selections that are almost decided are closed. */
const minChance = 0.01

const driftSalt = hashText('drift')
const driftDeviation = 0.09
const driftSpanSeconds = 60
/** Prices move this often. */
export const driftStepSeconds = 4

const latest = new WeakMap<Game, { readonly moment: number; readonly bounds: Bounds }>()

/** The bounds of all selections of a game; computed again every two seconds while it is played. */
export function boundsAt(game: Game, at: number): Bounds {
  const moment = momentFor(game, at)
  const known = latest.get(game)
  if (known?.moment === moment) return known.bounds
  const bounds = computeBounds(game, moment)
  latest.set(game, { moment, bounds })
  return bounds
}

/** Rounds times with equal bounds to one time. */
function momentFor(game: Game, at: number): number {
  const phase = findPhase(game, at)
  if (phase === 'Final') return game.endAt
  if (phase === 'Scheduled') return knowsScratches(game, at) ? game.startAt - 1 : -Infinity
  return Math.max(game.startAt, Math.floor(at / liveTickSeconds) * liveTickSeconds)
}

/** Bounds of each selection in standard deviations, by its index; `open` marks those that can still be bet on. */
function computeBounds(game: Game, at: number) {
  const progress = measureProgress(game, at)
  const selections = listSelections(game)
  const whole = boxScore(game, progress)
  const half = boxScore(game, Math.min(progress, 0.5))
  const bounds = {
    low: new Float64Array(selections.length),
    high: new Float64Array(selections.length),
    open: new Uint8Array(selections.length),
  }
  for (const { index, quantity, low, high } of selections) {
    const sofar = valueIn(quantity.until < 1 ? half : whole, quantity)
    const ahead = remaining(quantity, progress)
    const from = areaBelow(ahead, low - sofar)
    const to = areaBelow(ahead, high - sofar)
    bounds.low[index] = probit(from)
    bounds.high[index] = probit(to)
    const undecided = to - from > minChance && to - from < 1 - minChance
    bounds.open[index] = undecided && findPhase(game, at) !== 'Final' && plays(game, quantity, at) ? 1 : 0
  }
  return bounds
}

function plays(game: Game, quantity: Quantity, at: number): boolean {
  if (quantity.player === null || !knowsScratches(game, at)) return true
  return !game.players[quantity.player]?.scratched
}

/** Drift of opinion on a quantity, in standard deviations; it moves a little every few seconds. */
export function computeDrift(game: Game, quantity: Quantity, at: number): number {
  const step = Math.floor(at / driftStepSeconds) * driftStepSeconds
  const span = Math.floor(step / driftSpanSeconds)
  const part = step / driftSpanSeconds - span
  const end = (n: number): number => normal(hash(game.seed, driftSalt, quantity.index, n))
  return driftDeviation * (end(span) * (1 - part) + end(span + 1) * part)
}

// Probabilities of legs, alone and together.

/** The chance of one selection when opinion on its quantity is shifted by `shift` standard deviations. */
export function computeChance(low: number, high: number, shift: number): number {
  return phi(high - shift) - phi(low - shift)
}

type LegChance = ReturnType<typeof legChance>

/**
 * A leg as an interval on a standard normal, with opinion shifted, and how it rides the tides. `strength` scales how much
 * it does.
 */
export function legChance(bounds: Bounds, selection: Selection, view: { shift: number; strength: number }) {
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

/** The grid on which the tides are integrated: evenly spaced, which for a normal weight converges immediately. */
const grid = Array.from({ length: 13 }, (_, i) => 0.6 * (i - 6)).map(z => ({
  z,
  weight: Math.exp((-z * z) / 2),
}))
const gridWeight = grid.reduce((sum, node) => sum + node.weight, 0)

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

/** The chance of one player's legs for known tides: the average over the player's form. */
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
  return grid.reduce((sum, node) => sum + node.weight * of(node.z), 0) / gridWeight
}
