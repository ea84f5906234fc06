/**
 * Results of bets: by the box score, with refunds for players who did not play and for pushes, and the few statistics
 * that are corrected some time after the end and change results.
 */
import { type Game, isCorrected, findPhase, measureProgress, oncePerGame } from './game.ts'
import { valueIn, type Selection } from './quantity.ts'
import { below, hash, hashText } from './random.ts'
import { listSelections } from './selections.ts'
import { boxScore, type BoxScore } from './simulation.ts'

export type Result = 'Won' | 'Lost' | 'Refunded' | 'Pending'

interface Correction {
  readonly player: number
  readonly stat: string
  readonly change: 1 | -1
  /** Teammate who gets the scoring play instead, so that the score stays; null for other corrections. */
  readonly teammate: number | null
}

const correctedSalt = hashText('corrected')
/** Corrections per game: far more than in reality, so that a few bets are enough to meet one. */
const correctionsPerGame = 32

/** Result of a selection that the service reports at a time. */
export function gradeSelection(game: Game, selection: Selection, at: number): Result {
  if (findPhase(game, at) !== 'Final') return 'Pending'
  return outcome(game, selection, boxScoreAt(game, at))
}

/** The box score at a time, including published corrections. */
export function boxScoreAt(game: Game, at: number): BoxScore {
  const box = boxScore(game, measureProgress(game, at))
  return isCorrected(game, at) ? corrected(box, listCorrections(game)) : box
}

/** Result of a selection by a final box score of the game. */
function outcome(game: Game, selection: Selection, final: BoxScore): Result {
  const { quantity, low, high } = selection
  if (quantity.player !== null && game.players[quantity.player]?.scratched) return 'Refunded'
  const box = quantity.until < 1 ? boxScore(game, quantity.until) : final
  const value = valueIn(box, quantity)
  if (value === low || value === high) return 'Refunded'
  return value > low && value < high ? 'Won' : 'Lost'
}

/** The corrections of a game, each of which changes the result of a main line. */
const listCorrections = oncePerGame((game: Game): readonly Correction[] => {
  const final = boxScore(game, 1)
  const candidates = findCandidates(game, final)
  const start = below(hash(game.seed, correctedSalt, 1), candidates.length)
  const found: Correction[] = []
  for (const candidate of [...candidates.slice(start), ...candidates.slice(0, start)]) {
    if (found.length < correctionsPerGame && changesMainLine(game, candidate, final)) found.push(candidate)
  }
  return found
})

/** One more or one less of an own statistic, or a play that scored was another's. */
function findCandidates(game: Game, final: BoxScore): Correction[] {
  const own = Object.keys(game.league.tendencies)
  const scoring = game.league.scoring.map(({ stat }) => stat)
  return final.players.flatMap((line, player) => [
    ...own
      .filter(stat => (line[stat] ?? 0) > 0)
      .map(stat => ({ player, stat, change: chooseChange(game, player, stat), teammate: null })),
    ...scoring.flatMap(stat => {
      const teammate = (line[stat] ?? 0) > 0 ? findTeammate(game, player, stat) : undefined
      return teammate === undefined ? [] : [{ player, stat, change: -1 as const, teammate }]
    }),
  ])
}

/** Another player of the side who plays and scores in this way, too. */
function findTeammate(game: Game, player: number, stat: string): number | undefined {
  const side = game.players[player]?.side
  const others = game.players.flatMap((each, index) =>
    index !== player && each.side === side && !each.scratched && each.rates[stat] ? [index] : [],
  )
  return others[below(hash(game.seed, correctedSalt, player, hashText(stat)), Math.max(1, others.length))]
}

function chooseChange(game: Game, player: number, stat: string): 1 | -1 {
  return hash(game.seed, correctedSalt, player, hashText(stat)) % 2 === 0 ? 1 : -1
}

function changesMainLine(game: Game, correction: Correction, final: BoxScore): boolean {
  const after = corrected(final, [correction])
  const { player, teammate } = correction
  return listSelections(game).some(
    selection =>
      selection.main &&
      selection.quantity.player !== null &&
      [player, teammate].includes(selection.quantity.player) &&
      outcome(game, selection, final) !== outcome(game, selection, after),
  )
}

function corrected(box: BoxScore, corrections: readonly Correction[]): BoxScore {
  const changes = corrections.flatMap(({ player, stat, change, teammate }) => [
    { player, stat, change },
    ...(teammate === null ? [] : [{ player: teammate, stat, change: -change }]),
  ])
  const players = box.players.map((line, player) =>
    changes
      .filter(each => each.player === player)
      .reduce((sum, { stat, change }) => ({ ...sum, [stat]: (sum[stat] ?? 0) + change }), line),
  )
  return { score: box.score, players }
}
