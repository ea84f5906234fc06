/**
 * Events of a game. Tides, forms and plays are drawn from the game's seed, so a game gives the same result at any later
 * time.
 */
import { phi, quantile } from './distribution.ts'
import { formInScoring, scoringMoments, statMoments, toSign, deviation, type Moments } from './expectation.ts'
import { type Game, type Participant, type Side, oncePerGame } from './game.ts'
import type { Scoring } from './league.ts'
import { hash, hashText, normal, uniform } from './random.ts'

/** Both scores and every player's statistics at one moment of a game. */
export interface BoxScore {
  readonly score: Readonly<Record<Side, number>>
  /** In the order of `game.players`. */
  readonly players: readonly Readonly<Record<string, number>>[]
}

interface Play {
  /** Moment, as the part of the game played, 0 to 1. */
  readonly when: number
  readonly side: Side
  readonly scoring: Scoring
  /** Index of the scorer, or null for someone who is not listed. */
  readonly player: number | null
}

const paceSalt = hashText('pace')
const edgeSalt = hashText('edge')
const formSalt = hashText('form')
const countSalt = hashText('count')
const whenSalt = hashText('when')
const scorerSalt = hashText('scorer')
const overtimeSalt = hashText('overtime')
const statSalt = hashText('stat')
const phaseSalt = hashText('phase')
const sides: readonly Side[] = ['away', 'home']

/** The box score when the given part (0 to 1) of the game has been played. */
export function boxScore(game: Game, progress: number): BoxScore {
  const score = { home: 0, away: 0 }
  const players = ownGrowth(game).map(growths => {
    const line: Record<string, number> = {}
    for (const { stat, final, phase } of growths) line[stat] = Math.floor(final * progress + phase)
    return line
  })
  for (const { when, side, scoring, player } of simulatePlays(game)) {
    if (when > progress) continue
    score[side] += scoring.worth
    const line = player === null ? undefined : players[player]
    if (line) line[scoring.stat] = (line[scoring.stat] ?? 0) + 1
  }
  return { score, players }
}

const ownGrowth = oncePerGame((game: Game) =>
  game.players.map((player, i) =>
    Object.keys(game.league.tendencies)
      .filter(stat => (player.rates[stat] ?? 0) > 0)
      .map(stat => computeGrowth(game, player, { stat, i })),
  ),
)

/**
 * A player's own statistic grows evenly to its final value, with its own phase, so that a single steal can come at any
 * time.
 */
function computeGrowth(game: Game, player: Participant, { stat, i }: { stat: string; i: number }) {
  const salt = hash(statSalt, hashText(stat))
  const final = player.scratched ? 0 : draw(game, statMoments(game, player, stat), { salt, i })
  return { stat, final, phase: uniform(hash(game.seed, phaseSalt, i, hashText(stat))) }
}

const simulatePlays = oncePerGame((game: Game): readonly Play[] => {
  const plays = sides.flatMap(side =>
    game.league.scoring.flatMap(scoring => playsOfSide(game, side, scoring)),
  )
  const margin = plays.reduce((sum, play) => sum + toSign(play.side) * play.scoring.worth, 0)
  return margin === 0 && !game.league.draws ? [...plays, overtimePlay(game)] : plays
})

function playsOfSide(game: Game, side: Side, scoring: Scoring): Play[] {
  const salt = hash(countSalt, hashText(side), hashText(scoring.stat))
  const count = draw(game, scoringMoments(game, side, scoring), { salt, i: 0 })
  return Array.from({ length: count }, (_, n) => ({
    when: uniform(hash(game.seed, whenSalt, salt, n)),
    side,
    scoring,
    player: scorer(game, side, { stat: scoring.stat, seed: hash(game.seed, scorerSalt, salt, n) }),
  }))
}

/** Breaks a tie, in a league without draws, with one more play of its last way of scoring. */
function overtimePlay(game: Game): Play {
  const seed = hash(game.seed, overtimeSalt)
  const side = sides[seed % 2] ?? 'home'
  const scoring = game.league.scoring.at(-1)
  if (!scoring) throw new Error(`The league ${game.league.id} has no way of scoring`)
  return {
    when: 1,
    side,
    scoring,
    player: scorer(game, side, { stat: scoring.stat, seed: hash(seed, scorerSalt) }),
  }
}

function scorer(game: Game, side: Side, { stat, seed }: { stat: string; seed: number }): number | null {
  const weights = game.players.map((player, i) =>
    player.side === side && !player.scratched
      ? (player.rates[stat] ?? 0) * Math.exp(formInScoring * drawForm(game, i))
      : 0,
  )
  const listed = game[side].players.reduce((sum, player) => sum + (player.rates[stat] ?? 0), 0)
  const total = weights.reduce((sum, weight) => sum + weight, Math.max(0, 1 - listed))
  let left = uniform(seed) * total
  const index = weights.findIndex(weight => (left -= weight) < 0)
  return index === -1 ? null : index
}

/** Draws a statistic from the tides and the form of this game, and a separate random part. */
function draw(game: Game, moments: Moments, { salt, i }: { salt: number; i: number }): number {
  const spread = deviation(moments)
  if (spread === 0) return 0
  const own = normal(hash(game.seed, salt, i)) * Math.sqrt(moments.own)
  const tides =
    moments.pace * normal(hash(game.seed, paceSalt)) +
    moments.edge * normal(hash(game.seed, edgeSalt)) +
    moments.form * drawForm(game, i)
  return quantile({ mean: moments.mean, deviation: spread, signed: false }, phi((tides + own) / spread))
}

function drawForm(game: Game, index: number): number {
  return normal(hash(game.seed, formSalt, index))
}
