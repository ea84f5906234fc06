/**
 * Expectations of each team and player before a game, as moments. Two tides move a whole game: its pace (more of
 * everything for both sides) and its edge (more for the home side, less for the away side); a player's form moves all
 * of that player's statistics. The rest is the statistic's own. Legs of one game correlate because they ride the same
 * tides.
 */
import type { Game, Participant, Side } from './game.ts'
import type { Scoring } from './league.ts'

/** Mean, the standard deviation due to each tide, and the variance that no other statistic shares. */
export interface Moments {
  readonly mean: number
  readonly pace: number
  readonly edge: number
  readonly form: number
  readonly own: number
}

export const nothing: Moments = { mean: 0, pace: 0, edge: 0, form: 0, own: 0 }

/** `sum + weight * part`, the parts being independent once the tides are known. */
export function plus(sum: Moments, weight: number, part: Moments): Moments {
  return {
    mean: sum.mean + weight * part.mean,
    pace: sum.pace + weight * part.pace,
    edge: sum.edge + weight * part.edge,
    form: sum.form + weight * part.form,
    own: sum.own + weight * weight * part.own,
  }
}

export function deviation(m: Moments): number {
  return Math.sqrt(m.pace ** 2 + m.edge ** 2 + m.form ** 2 + m.own)
}

/** Share of a team's scoring that each tide explains (a loading), and the effect of form on a player. */
const tide = 0.6
export const formInScoring = 0.25
const formInOwn = 0.5
const homeAdvantage = 0.3

export function toSign(side: Side): 1 | -1 {
  return side === 'home' ? 1 : -1
}

/** Expectation of a side for one way of scoring. */
export function scoringMoments(game: Game, side: Side, scoring: Scoring): Moments {
  const lead = game.home.strength - game.away.strength + homeAdvantage * game.league.disparity
  const factor = Math.exp(toSign(side) * lead)
  const deviation = scoring.deviation * Math.sqrt(factor)
  return {
    mean: scoring.mean * factor,
    pace: tide * deviation,
    edge: tide * deviation * toSign(side),
    form: 0,
    own: (1 - 2 * tide ** 2) * deviation ** 2,
  }
}

/** The weighted sum of both sides' scores; `{ home: 1, away: -1 }` is the winning margin. */
export function scoreMoments(game: Game, weights: Readonly<Record<Side, number>>): Moments {
  const sides: readonly Side[] = ['home', 'away']
  return sides.reduce(
    (sum, side) =>
      game.league.scoring.reduce(
        (part, scoring) => plus(part, weights[side] * scoring.worth, scoringMoments(game, side, scoring)),
        sum,
      ),
    nothing,
  )
}

/** The weighted sum of a player's statistics. */
export function playerMoments(
  game: Game,
  player: Participant,
  parts: Readonly<Record<string, number>>,
): Moments {
  return Object.entries(parts).reduce(
    (sum, [stat, weight]) => plus(sum, weight, statMoments(game, player, stat)),
    nothing,
  )
}

/** Expectation of a player in one statistic: a share of the team's scoring, or an own statistic. */
export function statMoments(game: Game, player: Participant, stat: string): Moments {
  const scoring = game.league.scoring.find(candidate => candidate.stat === stat)
  return scoring ? shareMoments(game, player, scoring) : ownMoments(game, player, stat)
}

function shareMoments(game: Game, player: Participant, scoring: Scoring): Moments {
  const team = scoringMoments(game, player.side, scoring)
  const share = computeShare(game, player, scoring.stat)
  const split = share * (1 - share)
  return {
    mean: share * team.mean,
    pace: share * team.pace,
    edge: share * team.edge,
    form: formInScoring * split * team.mean,
    own: split * team.mean + share ** 2 * team.own,
  }
}

/** The part of the team's scoring that falls to the player; the listed shares never add up to more than 1. */
function computeShare(game: Game, player: Participant, stat: string): number {
  const team = game[player.side]
  const listed = team.players.reduce((sum, other) => sum + (other.rates[stat] ?? 0), 0)
  return (player.rates[stat] ?? 0) / Math.max(1, listed)
}

function ownMoments(game: Game, player: Participant, stat: string): Moments {
  const tendency = game.league.tendencies[stat]
  const mean = player.rates[stat] ?? 0
  if (!tendency || mean === 0) return nothing
  const deviation = tendency.spread * Math.sqrt(mean)
  const { pace, edge } = tendency
  return {
    mean,
    pace: pace * deviation,
    edge: edge * deviation * toSign(player.side),
    form: formInOwn * deviation,
    own: (1 - pace ** 2 - edge ** 2 - formInOwn ** 2) * deviation ** 2,
  }
}
