// The lines of a market: a main one near the middle of what is expected, and alternates around it.
import { areaBelow } from './distribution.ts'
import type { Game } from './game.ts'
import { deviation } from './expectation.ts'
import { remaining, type Quantity, type Draft } from './quantity.ts'
import { hash, hashText, uniform } from './random.ts'

export interface Line {
  readonly at: number
  readonly main: boolean
}

const WHOLE_LINE = hashText('whole line')
/** The share of main lines that are whole numbers, and so can push. */
const WHOLE_LINES = 0.15
const PLAYER_STEPS = [-0.8, 0.8]
const SCORE_STEP = 0.25
/** Lines less likely than this, either way, are not drawn up. */
const MIN_CHANCE = 0.02

export function listLines(game: Game, quantity: Quantity): readonly Line[] {
  const distribution = remaining(quantity, 0)
  const least = distribution.signed ? -Infinity : 0.5
  const main = Math.max(least, mainLine(game, quantity))
  const steps = quantity.player === null ? scoreSteps(game.league.alternates) : PLAYER_STEPS
  const alternates = steps.map(step => Math.floor(main + step * deviation(quantity.moments)) + 0.5)
  const fitting = [...new Set(alternates)].filter(at => {
    const chance = areaBelow(distribution, at)
    return at >= least && at !== main && Math.min(chance, 1 - chance) > MIN_CHANCE
  })
  return [{ at: main, main: true }, ...fitting.map(at => ({ at, main: false }))]
}

/** The whole number, or more often the half, nearest to what is expected. */
function mainLine(game: Game, quantity: Quantity): number {
  const { mean } = quantity.moments
  const isWhole = uniform(hash(game.seed, WHOLE_LINE, quantity.index)) < WHOLE_LINES
  return isWhole ? Math.round(mean) : Math.floor(mean) + 0.5
}

function scoreSteps(alternates: number): number[] {
  return Array.from({ length: alternates }, (_, i) => SCORE_STEP * (i + 1)).flatMap(step => [-step, step])
}

/** Over and under at every line of a quantity. */
export function overUnders(
  game: Game,
  quantity: Quantity,
  { market, group, subject }: { market: string; group: string; subject: string },
): Draft[] {
  return listLines(game, quantity).flatMap(({ at, main }) => {
    const common = { market, group, main, points: at, quantity }
    return [
      { ...common, name: `${subject}Over ${at}`, low: at, high: Infinity },
      { ...common, name: `${subject}Under ${at}`, low: -Infinity, high: at },
    ]
  })
}
