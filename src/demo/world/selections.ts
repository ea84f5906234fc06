// All that can be bet on one game: markets on the score, over the whole game and its first half, and markets on
// every player. The list is fixed from the day the game is drawn up; only what is offered of it changes.
import { areaBelow } from './distribution.ts'
import type { Game, Side } from './game.ts'
import type { PlayerMarket } from './league.ts'
import { deviation } from './moments.ts'
import { playerQuantity, remaining, scoreQuantity } from './quantity.ts'
import type { Quantity } from './quantity.ts'
import { hash, hashText, uniform } from './random.ts'
import { remembered } from './remembered.ts'

/** Won when the quantity ends strictly between `low` and `high`, refunded when it ends on one of them. */
export interface Selection {
  /** Place in the game's list of selections. */
  readonly index: number
  readonly market: string
  readonly name: string
  readonly group: string
  readonly main: boolean
  readonly points: number | null
  readonly quantity: Quantity
  readonly low: number
  readonly high: number
}

type Draft = Omit<Selection, 'index'>

const WHOLE_LINE = hashText('whole line')
const WHOLE_LINES = 0.15
const ALTERNATE_STEPS = [-0.8, 0.8]
const LEAST_MEAN = 0.1
/** Lines less likely than this, either way, are not drawn up. */
const LEAST_CHANCE = 0.02
const MARGIN_BANDS = [0.5, 5.5, 10.5, 15.5]

export const selectionsOf = remembered((game: Game): readonly Selection[] => {
  const drafts = [
    ...scoreDrafts(game, { until: 1, prefix: '', group: 'Game', from: 0 }),
    ...scoreDrafts(game, { until: 0.5, prefix: `${game.league.half} `, group: game.league.half, from: 4 }),
    ...playerDrafts(game, 8),
  ]
  return drafts.map((draft, index) => ({ index, ...draft }))
})

interface Span {
  readonly until: number
  readonly prefix: string
  readonly group: string
  readonly from: number
}

function scoreDrafts(game: Game, span: Span): Draft[] {
  const { until, prefix, group, from } = span
  const { lines } = game.league
  const quantity = (home: number, away: number, offset: number): Quantity =>
    scoreQuantity(game, { home, away }, { index: from + offset, until })
  const margin = quantity(1, -1, 0)
  const teamTotal = (side: Side, offset: number): Draft[] =>
    overUnders(game, side === 'home' ? quantity(1, 0, offset) : quantity(0, 1, offset), {
      market: `${prefix}Team Total`,
      group,
      subject: `${game[side].name} `,
    })
  return [
    ...winnerDrafts(game, margin, { market: prefix + lines.winner, group, until }),
    ...spreadDrafts(game, margin, { market: prefix + lines.spread, group }),
    ...overUnders(game, quantity(1, 1, 1), { market: prefix + lines.total, group, subject: '' }),
    ...teamTotal('away', 2),
    ...teamTotal('home', 3),
  ]
}

interface Place {
  readonly market: string
  readonly group: string
}

/** Who wins; where the span can end level, "Draw" is a third selection. Bands of the margin for a whole game. */
function winnerDrafts(game: Game, quantity: Quantity, place: Place & { until: number }): Draft[] {
  const canDraw = game.league.draws || place.until < 1
  const edge = canDraw ? 0.5 : 0
  const common = { market: place.market, group: place.group, main: true, points: null, quantity }
  const winners: Draft[] = [
    { ...common, name: game.away.name, low: -Infinity, high: -edge },
    { ...common, name: game.home.name, low: edge, high: Infinity },
  ]
  const draw: Draft[] = canDraw ? [{ ...common, name: 'Draw', low: -edge, high: edge }] : []
  return [...winners, ...draw, ...(place.until === 1 ? marginDrafts(game, { ...common, main: false }) : [])]
}

function marginDrafts(game: Game, common: Omit<Draft, 'name' | 'low' | 'high'>): Draft[] {
  return MARGIN_BANDS.flatMap((from, i) => {
    const to = MARGIN_BANDS[i + 1] ?? Infinity
    const label = to === Infinity ? `${from + 0.5} or more` : `${from + 0.5}-${to - 0.5}`
    const band = { ...common, market: 'Winning Margin' }
    return [
      { ...band, name: `${game.away.name} by ${label}`, low: -to, high: -from },
      { ...band, name: `${game.home.name} by ${label}`, low: from, high: to },
    ]
  })
}

function spreadDrafts(game: Game, quantity: Quantity, place: Place): Draft[] {
  return ladder(game, quantity).flatMap(({ line, main }) => {
    const common = { ...place, main, quantity }
    return [
      { ...common, name: `${game.away.name} ${signed(line)}`, points: line, low: -Infinity, high: line },
      { ...common, name: `${game.home.name} ${signed(-line)}`, points: -line, low: line, high: Infinity },
    ]
  })
}

function overUnders(game: Game, quantity: Quantity, place: Place & { subject: string }): Draft[] {
  const { market, group, subject } = place
  return ladder(game, quantity).flatMap(({ line, main }) => {
    const common = { market, group, main, points: line, quantity }
    return [
      { ...common, name: `${subject}Over ${line}`, low: line, high: Infinity },
      { ...common, name: `${subject}Under ${line}`, low: -Infinity, high: line },
    ]
  })
}

function playerDrafts(game: Game, from: number): Draft[] {
  const pairs = game.players.flatMap((_, player) =>
    game.league.playerMarkets.map(market => ({ player, market })),
  )
  return pairs.flatMap(({ player, market }, i) =>
    playerMarketDrafts(game, player, { market, index: from + i }),
  )
}

function playerMarketDrafts(
  game: Game,
  player: number,
  { market, index }: { market: PlayerMarket; index: number },
): Draft[] {
  const participant = game.players[player]
  if (!participant || Object.keys(market.parts).some(stat => !participant.rates[stat])) return []
  const quantity = playerQuantity(game, player, { index, parts: market.parts })
  if (quantity.moments.mean < LEAST_MEAN) return []
  const shirt = game.league.shirtNumbers ? `#${participant.number} ` : ''
  const subject = `${shirt}${participant.name} `
  return overUnders(game, quantity, { market: market.name, group: 'Player', subject })
}

/** The main line near the middle and alternates around it; some main lines are whole numbers and can push. */
function ladder(game: Game, quantity: Quantity): { line: number; main: boolean }[] {
  const distribution = remaining(quantity, 0)
  const low = distribution.signed ? -Infinity : 0.5
  const whole = uniform(hash(game.seed, WHOLE_LINE, quantity.index)) < WHOLE_LINES
  const centre = Math.max(
    low,
    Math.round(distribution.mean) + (whole ? 0 : 0.5 * (distribution.mean % 1 < 0.5 ? 1 : -1)),
  )
  const steps = quantity.player === null ? scoreSteps(game.league.alternates) : ALTERNATE_STEPS
  const alternates = steps.map(step => halfLine(centre + step * deviation(quantity.moments)))
  const lines = [...new Set(alternates)].filter(line => line >= low && line !== centre)
  const likely = lines.filter(line => Math.abs(areaBelow(distribution, line) - 0.5) < 0.5 - LEAST_CHANCE)
  return [{ line: centre, main: true }, ...likely.map(line => ({ line, main: false }))]
}

function scoreSteps(alternates: number): number[] {
  return Array.from({ length: alternates }, (_, i) => 0.25 * (i + 1)).flatMap(step => [-step, step])
}

function halfLine(value: number): number {
  return Math.floor(value) + 0.5
}

function signed(points: number): string {
  return points > 0 ? `+${points}` : points === 0 ? '0' : String(points)
}
