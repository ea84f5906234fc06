// Markets on the score, over the whole game and over its first half. The headlines (who wins, the totals) come
// first; the other markets on the margin cannot be combined with the winner and come after.
import type { Game, Side } from './game.ts'
import { listLines, overUnders } from './lines.ts'
import { scoreQuantity, type ScoreQuantity, type Draft } from './quantity.ts'

interface Span {
  /** The part of the game it covers. */
  readonly until: number
  readonly prefix: string
  readonly group: string
  /** Index of its first quantity. */
  readonly from: number
}

const QUANTITIES_PER_SPAN = 4

/** Number of quantities the markets on the score use. */
export const SCORE_QUANTITIES = 2 * QUANTITIES_PER_SPAN

export function scoreDrafts(game: Game): Draft[] {
  const { half } = game.league
  const whole: Span = { until: 1, prefix: '', group: 'Game', from: 0 }
  const first: Span = { until: 0.5, prefix: `${half} `, group: half, from: QUANTITIES_PER_SPAN }
  return [
    ...headlines(game, whole),
    ...headlines(game, first),
    ...spreads(game, whole),
    ...spreads(game, first),
    ...marginBands(game, whole),
  ]
}

function headlines(game: Game, span: Span): Draft[] {
  const { group, prefix, from, until } = span
  const total = scoreQuantity(game, { home: 1, away: 1 }, { index: from + 1, until })
  const away = scoreQuantity(game, { home: 0, away: 1 }, { index: from + 2, until })
  const home = scoreQuantity(game, { home: 1, away: 0 }, { index: from + 3, until })
  const teamTotal = (side: Side): { market: string; group: string; subject: string } => ({
    market: `${prefix}Team Total`,
    group,
    subject: `${game[side].name} `,
  })
  return [
    ...winners(game, span),
    ...overUnders(game, total, { market: prefix + game.league.lines.total, group, subject: '' }),
    ...overUnders(game, away, teamTotal('away')),
    ...overUnders(game, home, teamTotal('home')),
  ]
}

/** Winner of a span; where it can end level, "Draw" is a third selection. */
function winners(game: Game, span: Span): Draft[] {
  const canDraw = game.league.draws || span.until < 1
  const edge = canDraw ? 0.5 : 0
  const market = span.prefix + game.league.lines.winner
  const common = { market, group: span.group, main: true, points: null, quantity: createMargin(game, span) }
  const draw: Draft = { ...common, name: 'Draw', low: -edge, high: edge }
  return [
    { ...common, name: game.away.name, low: -Infinity, high: -edge },
    { ...common, name: game.home.name, low: edge, high: Infinity },
    ...(canDraw ? [draw] : []),
  ]
}

function spreads(game: Game, span: Span): Draft[] {
  const quantity = createMargin(game, span)
  const market = span.prefix + game.league.lines.spread
  return listLines(game, quantity).flatMap(({ at, main }) => {
    const common = { market, group: span.group, main, quantity }
    return [
      { ...common, name: `${game.away.name} ${signed(at)}`, points: at, low: -Infinity, high: at },
      { ...common, name: `${game.home.name} ${signed(-at)}`, points: 0 - at, low: at, high: Infinity },
    ]
  })
}

function marginBands(game: Game, span: Span): Draft[] {
  const { marginBands: starts } = game.league
  const market = 'Winning Margin'
  const common = { market, group: span.group, main: false, points: null, quantity: createMargin(game, span) }
  return starts.flatMap((from, i) => {
    const to = starts[i + 1]
    const label = bandLabel(from, to)
    const [low, high] = [from - 0.5, to === undefined ? Infinity : to - 0.5]
    return [
      { ...common, name: `${game.away.name} by ${label}`, low: -high, high: -low },
      { ...common, name: `${game.home.name} by ${label}`, low, high },
    ]
  })
}

function bandLabel(from: number, next: number | undefined): string {
  if (next === undefined) return `${from} or more`
  return next === from + 1 ? String(from) : `${from}-${next - 1}`
}

function createMargin(game: Game, span: Span): ScoreQuantity {
  return scoreQuantity(game, { home: 1, away: -1 }, { index: span.from, until: span.until })
}

function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? String(points) : '0'
}
