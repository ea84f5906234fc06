/**
 * All selections of one game: markets on the score, of the whole game and of its first half, and markets on every
 * player. The list is fixed; only the offered part of it changes.
 */
import { areaBelow } from './distribution.ts'
import { deviation, playerMoments } from './expectation.ts'
import { type Game, type Side, oncePerGame } from './game.ts'
import {
  remaining,
  scoreQuantity,
  type Draft,
  type Quantity,
  type ScoreQuantity,
  type Selection,
} from './quantity.ts'
import { hash, hashText, uniform } from './random.ts'

export const listSelections = oncePerGame((game: Game): readonly Selection[] =>
  [...scoreDrafts(game), ...playerDrafts(game)].map((draft, index) => ({ index, ...draft })),
)

/** A part of the game, and its quantities that markets ask about. */
interface Span {
  readonly prefix: string
  readonly group: string
  readonly canDraw: boolean
  readonly margin: ScoreQuantity
  readonly total: ScoreQuantity
  readonly away: ScoreQuantity
  readonly home: ScoreQuantity
}

const quantitiesPerSpan = 4
/** Number of quantities the markets on the score use. */
const scoreQuantities = 2 * quantitiesPerSpan

/** The headlines (who wins, the totals) come first; the other markets on the margin cannot be combined with the winner. */
function scoreDrafts(game: Game): Draft[] {
  const { half } = game.league
  const whole = createSpan(game, { until: 1, prefix: '', group: 'Game', from: 0 })
  const first = createSpan(game, { until: 0.5, prefix: `${half} `, group: half, from: quantitiesPerSpan })
  return [
    ...headlines(game, whole),
    ...headlines(game, first),
    ...spreads(game, whole),
    ...spreads(game, first),
    ...marginBands(game, whole),
  ]
}

/** `until`: the part of the game it covers. `from`: index of its first quantity. */
function createSpan(
  game: Game,
  { until, from, prefix, group }: { until: number; from: number; prefix: string; group: string },
): Span {
  const quantity = (place: number, weights: ScoreQuantity['weights']) =>
    scoreQuantity(game, weights, { index: from + place, until })
  return {
    prefix,
    group,
    canDraw: game.league.draws || until < 1,
    margin: quantity(0, { home: 1, away: -1 }),
    total: quantity(1, { home: 1, away: 1 }),
    away: quantity(2, { home: 0, away: 1 }),
    home: quantity(3, { home: 1, away: 0 }),
  }
}

function headlines(game: Game, span: Span): Draft[] {
  const { group, prefix } = span
  const teamTotal = (side: Side) =>
    overUnders(game, span[side], { market: `${prefix}Team Total`, group, subject: `${game[side].name} ` })
  return [
    ...winners(game, span),
    ...overUnders(game, span.total, { market: prefix + game.league.lines.total, group, subject: '' }),
    ...teamTotal('away'),
    ...teamTotal('home'),
  ]
}

/** Winner of a span; "Draw" is a third selection if it can end in a draw. */
function winners(game: Game, { canDraw, prefix, group, margin }: Span): Draft[] {
  const edge = canDraw ? 0.5 : 0
  const market = prefix + game.league.lines.winner
  const common = { market, group, main: true, points: null, quantity: margin }
  const draw: Draft = { ...common, name: 'Draw', low: -edge, high: edge }
  return [
    { ...common, name: game.away.name, low: -Infinity, high: -edge },
    { ...common, name: game.home.name, low: edge, high: Infinity },
    ...(canDraw ? [draw] : []),
  ]
}

function spreads(game: Game, { prefix, group, margin }: Span): Draft[] {
  const market = prefix + game.league.lines.spread
  return listLines(game, margin).flatMap(({ at, main }) => {
    const common = { market, group, main, quantity: margin }
    return [
      { ...common, name: `${game.away.name} ${signed(at)}`, points: at, low: -Infinity, high: at },
      { ...common, name: `${game.home.name} ${signed(-at)}`, points: 0 - at, low: at, high: Infinity },
    ]
  })
}

function marginBands(game: Game, { group, margin }: Span): Draft[] {
  const { marginBands: starts } = game.league
  const common = { market: 'Winning Margin', group, main: false, points: null, quantity: margin }
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

function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? String(points) : '0'
}

const minMean = 0.1

/** A market on every player with enough expected of the statistics that it counts. */
function playerDrafts(game: Game): Draft[] {
  const pairs = game.players.flatMap((participant, player) =>
    Object.entries(game.league.playerMarkets).map(([name, parts]) => ({ participant, player, name, parts })),
  )
  return pairs.flatMap(({ participant, player, name, parts }, i) => {
    if (Object.keys(parts).some(stat => !participant.rates[stat])) return []
    const moments = playerMoments(game, participant, parts)
    if (moments.mean < minMean) return []
    const shirt = game.league.shirtNumbers ? `#${participant.number} ` : ''
    return overUnders(
      game,
      { index: scoreQuantities + i, until: 1, player, parts, moments },
      { market: name, group: 'Player', subject: `${shirt}${participant.name} ` },
    )
  })
}

// The lines of a market: a main one near the middle of what is expected, and alternates around it.

const wholeLineSalt = hashText('whole line')
/** The share of main lines that are whole numbers, and so can push. */
const wholeLines = 0.15
const playerSteps = [-0.8, 0.8]
const scoreStep = 0.25
/** Minimum probability of a line, either way. */
const minChance = 0.02

function listLines(game: Game, quantity: Quantity): { at: number; main: boolean }[] {
  const distribution = remaining(quantity, 0)
  const least = distribution.signed ? -Infinity : 0.5
  const main = Math.max(least, mainLine(game, quantity))
  const steps = quantity.player === null ? scoreSteps(game.league.alternates) : playerSteps
  const alternates = steps.map(step => Math.floor(main + step * deviation(quantity.moments)) + 0.5)
  const fitting = [...new Set(alternates)].filter(at => {
    const chance = areaBelow(distribution, at)
    return at >= least && at !== main && Math.min(chance, 1 - chance) > minChance
  })
  return [{ at: main, main: true }, ...fitting.map(at => ({ at, main: false }))]
}

/** The whole number, or more often the half, nearest to what is expected. */
function mainLine(game: Game, quantity: Quantity): number {
  const { mean } = quantity.moments
  const isWhole = uniform(hash(game.seed, wholeLineSalt, quantity.index)) < wholeLines
  return isWhole ? Math.round(mean) : Math.floor(mean) + 0.5
}

function scoreSteps(alternates: number): number[] {
  return Array.from({ length: alternates }, (_, i) => scoreStep * (i + 1)).flatMap(step => [-step, step])
}

/** Over and under at every line of a quantity. */
function overUnders(
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
