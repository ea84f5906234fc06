/**
 * Odds objects as JSON text. There are about 200,000 of them, so constant parts are written once a game, and each
 * object is joined from a few strings.
 */
import type { Book } from './book.ts'
import { linksTo } from './deep-link.ts'
import { encodeToken } from './token.ts'
import { carries, hasGradeToken, hasSgpToken, singlePrice } from './prices.ts'
import { boundsAt, driftStepSeconds } from '../world/chances.ts'
import { type Game, oncePerGame } from '../world/game.ts'
import { priceText, toAmerican } from '../price-text.ts'
import { listSelections } from '../world/selections.ts'

export interface Listing {
  readonly seed: number
  readonly port: number
  readonly at: number
  readonly wallTimeOf: (at: number) => number
  /** Only main or only alternate lines; both by default. */
  readonly main?: boolean
}

type Fixed = ReturnType<typeof listFixedOdds>[number]

/** The parts of odds objects that never change. `idTail`: the odds id after the book's name, inside a JSON string. */
const listFixedOdds = oncePerGame((game: Game) =>
  listSelections(game).map(selection => {
    const { market, name, group, main, points, quantity } = selection
    const player = quantity.player === null ? undefined : game.players[quantity.player]
    const players = player
      ? [{ name: player.name, position: player.position, team: game[player.side].abbreviation }]
      : []
    return {
      selection,
      idTail: JSON.stringify(`#${game.id}#${market}#${name}`).slice(1, -1),
      description: JSON.stringify({ market, name, group, main, points }).slice(1, -1),
      players: JSON.stringify({ players }).slice(1, -1),
    }
  }),
)

/** The odds objects of one game at one book, as the JSON texts of an array's elements joined by commas. */
export function oddsObjects(book: Book, game: Game, listing: Listing): string {
  const { at, main } = listing
  const { open } = boundsAt(game, at)
  const updatedAt = listing.wallTimeOf(Math.floor(at / driftStepSeconds) * driftStepSeconds)
  const updated = `,"updated":"${new Date(updatedAt).toISOString()}"}`
  return listFixedOdds(game)
    .filter(({ selection }) => open[selection.index] === 1 && (main ?? selection.main) === selection.main)
    .filter(({ selection }) => carries(book, game, selection))
    .map(fixed => oddsObject(book, game, { fixed, listing }) + updated)
    .join(',')
}

function oddsObject(book: Book, game: Game, { fixed, listing }: { fixed: Fixed; listing: Listing }): string {
  const { selection } = fixed
  const of = { book, game, selection: selection.index }
  const sgp = encodeToken(listing.seed, 'sgp', of)
  const sgpPart = hasSgpToken(book, game, selection) ? `,"sgp":"${toSentForm(book, sgp)}"` : ''
  const gradePart = hasGradeToken(book, game, selection)
    ? `,"grade":"${toSentForm(book, encodeToken(listing.seed, 'grade', of))}"`
    : ''
  const price = priceText(toAmerican(singlePrice(book, game, selection, listing.at)), 'american')
  const links = linksTo(book, listing.port, [sgp])
  const link = links ? `,"link":{"desktop":"${links.desktop}","mobile":"${links.mobile}"}` : ''
  return `{"id":"${book.name}${fixed.idTail}"${sgpPart}${gradePart},${fixed.description},"price":"${price}",${fixed.players}${link}`
}

function toSentForm(book: Book, token: string): string {
  return book.encodes ? encodeURIComponent(token) : token
}
