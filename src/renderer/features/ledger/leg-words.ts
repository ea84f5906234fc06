/** A leg in words: what its player or game came to, and what it needed. */
import type { Grading } from '../../../shared/model/ticket/settlement.ts'
import type { HistoryItem, LegDetail } from '../../../shared/model/ticket/ticket-detail.ts'
import { countOf, countText } from '../../format/count.ts'
import { dayAndTime } from '../../format/clock-time.ts'
import { legResultNames } from './ticket-words.ts'

const line = /\b(over|under)\s+(\d+(?:\.\d+)?)/i
const atLeast = /\b(\d+)\+/

/** `31 points, needed over 27.5`, `6 points so far, needs over 7.5`; empty while nothing is known. */
export function scoreText(leg: LegDetail): string {
  const players = (leg.grading?.players ?? []).filter(({ score }) => score !== null)
  if (players.length === 0) return ''
  const what = unitOf(leg.grading?.market ?? leg.market)
  const isOver = leg.result !== 'pending'
  const scores =
    players.length === 1
      ? countOf(players[0]?.score ?? 0, what, what)
      : players.map(({ name, score }) => `${name} ${countOf(score ?? 0, what, what)}`).join(', ')
  const need = needText(leg.name)
  return `${scores}${isOver ? '' : ' so far'}${need === '' ? '' : `, ${isOver ? 'needed' : 'needs'} ${need}`}`
}

function needText(name: string): string {
  const [, side, mark] = line.exec(name) ?? []
  if (side !== undefined && mark !== undefined) return `${side.toLowerCase()} ${mark}`
  const least = atLeast.exec(name)?.[1]
  return least === undefined ? '' : `at least ${least}`
}

/** What a market counts: `Player Points` counts points. */
const unitOf = (market: string): string => market.replace(/^(player|team|alternate)\s+/gi, '').toLowerCase()

/** `re-graded, was Won`, where the service took a result of the leg back; else empty. */
export function regradedText(history: readonly HistoryItem[], place: number): string {
  const last = history.findLast(item => item.kind === 'graded' && item.place === place)
  if (last?.kind !== 'graded' || last.was === 'pending' || last.was === last.is) return ''
  return `re-graded, was ${legResultNames[last.was]}`
}

/** `River Town 101 at Harbor City 112 · Final`, or when the game starts. */
export function gameText({ game, grading }: LegDetail): string {
  const score = grading === null ? '' : teamsText(grading)
  const state = grading === null ? '' : statusText(grading)
  const starts = game.startAt === null ? '' : dayAndTime(game.startAt)
  return [score || game.title, state || starts].filter(part => part !== '').join(' · ')
}

function teamsText({ away, home }: Grading): string {
  if (away === null || home === null) return ''
  const side = ({ name, score }: typeof away) => (score === null ? name : `${name} ${countText(score)}`)
  return `${side(away)} at ${side(home)}`
}

const statusText = ({ status, isLive }: Grading): string =>
  [status ?? '', isLive === true && !/progress|live/i.test(status ?? '') ? 'live' : '']
    .filter(part => part !== '')
    .join(', ')
