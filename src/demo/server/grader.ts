/**
 * http://grader.localhost/v1/grader: how bets ended. POST settles a batch and leaves out tokens it does not know; GET
 * settles one and answers 404 for a token it does not know.
 */
import { type Answer, json, refusal } from './answer.ts'
import { type Call, type DemoContext, readBody } from './route.ts'
import { findLeg, type Leg } from '../books/leg.ts'
import { type Game, type Side, findPhase } from '../world/game.ts'
import { valueIn } from '../world/quantity.ts'
import { boxScoreAt, gradeSelection } from '../world/settlement.ts'
import type { BoxScore } from '../world/simulation.ts'

const maxBatch = 100

export function answerGrader(call: Call, context: DemoContext): Answer {
  return call.method === 'GET' ? gradeOne(call, context) : gradeMany(call, context)
}

function gradeOne(call: Call, context: DemoContext): Answer {
  const token = call.query.get('grade')
  if (token === null) return refusal(400, 'The query needs the grade field of an odds object')
  const item = settle(token, context)
  return item ? json(200, item) : refusal(404, 'Unknown grade token')
}

function gradeMany(call: Call, context: DemoContext): Answer {
  const body = readBody(call, readBatch)
  if ('refused' in body) return body.refused
  if (body.value.length > maxBatch) return refusal(413, `At most ${maxBatch} bets can be settled in one call`)
  return json(200, {
    odds: body.value.map(token => settle(token, context)).filter(item => item !== null),
  })
}

/** Reads `{ odds: [{ grade }] }`. */
function readBatch(value: unknown): readonly string[] | string {
  const odds = isRecord(value) ? value['odds'] : null
  if (!Array.isArray(odds)) return 'The body must be a JSON object with a list "odds"'
  const tokens = odds
    .map(item => (isRecord(item) ? item['grade'] : null))
    .filter(grade => typeof grade === 'string')
  return tokens.length === odds.length ? tokens : 'Each element of "odds" must have a string "grade"'
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function settle(token: string, { world, clock }: DemoContext): Record<string, unknown> | null {
  const leg = findLeg(world, 'grade', token)
  if (!leg) return null
  const at = clock.worldNow()
  const { game, selection } = leg
  const box = boxScoreAt(game, at)
  return {
    grade: token,
    market: selection.market,
    name: selection.name,
    game: gameItem(game, box, at),
    ...playersItem(leg, box),
    result: gradeSelection(game, selection, at),
  }
}

function gameItem(game: Game, box: BoxScore, at: number): Record<string, unknown> {
  const team = (side: Side): Record<string, unknown> => {
    const { id, name, abbreviation } = game[side]
    return { id, name, abbreviation, score: box.score[side] }
  }
  const status = findPhase(game, at)
  return {
    id: game.id,
    teams: { away: team('away'), home: team('home') },
    status,
    live: status === 'In Progress',
  }
}

/** The player and the statistic the market counts. Bets on the score come without `players`. */
function playersItem({ game, selection }: Leg, box: BoxScore): Record<string, unknown> {
  const { quantity } = selection
  const player = quantity.player === null ? undefined : game.players[quantity.player]
  if (!player) return {}
  return { players: [{ name: player.name, position: player.position, score: valueIn(box, quantity) }] }
}
