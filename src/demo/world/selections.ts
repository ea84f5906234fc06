// All that can be bet on one game: markets on the score and markets on every player. The list is fixed when the
// game is drawn up; only what is offered of it changes.
import { type Game, oncePerGame } from './game.ts'
import type { PlayerMarket } from './league.ts'
import { overUnders } from './lines.ts'
import { playerQuantity, type Draft, type Selection } from './quantity.ts'
import { SCORE_QUANTITIES, scoreDrafts } from './score-markets.ts'

const MIN_MEAN = 0.1

export const listSelections = oncePerGame((game: Game): readonly Selection[] =>
  [...scoreDrafts(game), ...playerDrafts(game)].map((draft, index) => ({ index, ...draft })),
)

function playerDrafts(game: Game): Draft[] {
  const pairs = game.players.flatMap((_, player) =>
    game.league.playerMarkets.map(market => ({ player, market })),
  )
  return pairs.flatMap((pair, i) => playerMarketDrafts(game, { ...pair, index: SCORE_QUANTITIES + i }))
}

/** A market on a player who does all that it counts, often enough; else nothing. */
function playerMarketDrafts(
  game: Game,
  { player, market, index }: { player: number; market: PlayerMarket; index: number },
): Draft[] {
  const participant = game.players[player]
  if (!participant || Object.keys(market.parts).some(stat => !participant.rates[stat])) return []
  const quantity = playerQuantity(game, player, { index, parts: market.parts })
  if (quantity.moments.mean < MIN_MEAN) return []
  const shirt = game.league.shirtNumbers ? `#${participant.number} ` : ''
  return overUnders(game, quantity, {
    market: market.name,
    group: 'Player',
    subject: `${shirt}${participant.name} `,
  })
}
