/**
 * Makes odds feeds in the shape the demo's feed has, the same for the same seed: invented leagues, teams, players and
 * books. Main lines are at every book, the many other lines at few, as in real feeds.
 */

export interface FeedPlan {
  readonly books: number
  /** Number of distinct selections; a game has 2,500 of them. */
  readonly selections: number
  /** Approximate number of odds objects a book. */
  readonly objectsPerBook: number
  readonly seed?: number
  /** Names of the books, where they are not `bookName`. */
  readonly names?: readonly string[]
}

const nameOf = ({ names }: FeedPlan, book: number): string => names?.[book] ?? bookName(book)

export interface FeedSelection {
  readonly key: string
  readonly market: string
  readonly name: string
  readonly player: string | undefined
  readonly points: number | undefined
  readonly isMain: boolean
}

interface FeedTeam {
  readonly slug: string
  readonly name: string
  readonly abbreviation: string
}

export interface FeedGame {
  readonly id: string
  readonly league: string
  readonly startAt: number
  readonly away: FeedTeam
  readonly home: FeedTeam
}

export const selectionsPerGame = 2_500
const leagues = ['hardball', 'gridiron', 'hoops', 'glaciers']
const places = 'River,Harbor,Summit,Cedar,Copper,Juniper,Granite,Willow,Amber,Falcon,Orchard,Quarry'.split(
  ',',
)
const towns = 'Town,City,Valley,Point,Ridge,Falls,Springs,Bay'.split(',')
const mascots = 'Otters,Comets,Miners,Pilots,Herons,Badgers,Foxes,Rangers,Kings,Sharks,Bulls,Wolves'.split(
  ',',
)
const firsts = 'Tomas,Jalen,Andre,Marcus,Dario,Kofi,Luka,Noah,Emil,Ruben,Oscar,Pavel,Idris,Caleb,Bruno'.split(
  ',',
)
const lasts =
  'Tatum,Kellar,Brandt,Okoro,Varga,Lindqvist,Moreau,Sato,Núñez,Ferrer,Quist,Abara,Novak,Reyes,Holt,Pike'.split(
    ',',
  )
const markets = [
  'Player Points,Player Rebounds,Player Assists,Player Threes Made,Player Passing Yards,Player Rushing Yards',
  'Player Receiving Yards,Player Receptions,Player Touchdowns,Player Shots On Goal,Player Strikeouts',
  'Player Total Bases,Player Hits,Player Steals,Player Blocks,1st Half Player Points,1st Quarter Player Points',
]
  .join()
  .split(',')
const updatedFrom = Date.UTC(2026, 8, 10, 12)

/** Mixes integers into an unsigned 32-bit number that looks random. */
export function mix(...parts: number[]): number {
  let hash = 0x9e3779b9
  for (const part of parts) {
    hash = Math.imul(hash ^ part, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return hash >>> 0
}

const pick = <T>(list: readonly T[], at: number): T => {
  const found = list[at % list.length]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

export function bookName(index: number): string {
  return `${pick(places, index)} ${pick(['Bet', 'Sportsbook', 'Odds'], Math.floor(index / places.length))}`
}

export function gameAt(index: number, seed = 1): FeedGame {
  const league = pick(leagues, index)
  const away = teamAt(mix(seed, index, 1))
  const home = teamAt(mix(seed, index, 2))
  const startAt = Date.UTC(2026, 8, 10, 17) + (mix(seed, index) % 4_000) * 60_000
  const date = new Date(startAt).toISOString().slice(0, 10)
  return { id: `${league}:${away.slug}-${index}:${home.slug}:${date}`, league, startAt, away, home }
}

function teamAt(random: number): FeedTeam {
  const [place, town, mascot] = [
    pick(places, random),
    pick(towns, random >>> 8),
    pick(mascots, random >>> 16),
  ]
  const name = `${place} ${town} ${mascot}`
  const abbreviation = `${place.slice(0, 1)}${town.slice(0, 1)}${mascot.slice(0, 1)}`.toUpperCase()
  return { slug: name.toLowerCase().replaceAll(' ', '-'), name, abbreviation }
}

/** The selection at a place within its game: six main lines, then players' overs and unders line by line. */
export function selectionAt(game: FeedGame, place: number): FeedSelection {
  const side = place % 2 === 0 ? 'Over' : 'Under'
  if (place < 2) return selectionOf(game, 'Moneyline', place === 0 ? game.away.name : game.home.name)
  if (place < 4) {
    const team = place === 2 ? `${game.away.name} +3.5` : `${game.home.name} -3.5`
    return { ...selectionOf(game, 'Point Spread', team), points: place === 2 ? 3.5 : -3.5 }
  }
  if (place < 6) return { ...selectionOf(game, 'Total Points', `${side} 47.5`), points: 47.5 }
  const player = playerAt(game, Math.floor(place / 2) % 30)
  const market = pick(markets, Math.floor(place / 60))
  const points = 0.5 + Math.floor(place / 60 / markets.length) * 3 + (Math.floor(place / 60) % 25)
  const name = `${player} ${side} ${points}`
  return { ...selectionOf(game, market, name), player, points, isMain: place < 66 }
}

function selectionOf(game: FeedGame, market: string, name: string): FeedSelection {
  return {
    key: `${game.id}#${market}#${name}`,
    market,
    name,
    player: undefined,
    points: undefined,
    isMain: true,
  }
}

function playerAt(game: FeedGame, index: number): string {
  const random = mix(game.startAt / 60_000, index)
  return `${pick(firsts, random)} ${pick(lasts, random >>> 8)}${pick(['', ' Jr.', '-Vance', 'son'], random >>> 16)}`
}

/** One book's odds object of a selection, as the feed writes it. */
export function oddsObject(book: string, selection: FeedSelection, random: number) {
  const american = 100 + (random % 900)
  return {
    id: `${book}#${selection.key}`,
    sgp: tokenOf(random, 40),
    grade: tokenOf(random ^ 0x5555, 52),
    market: selection.market,
    name: selection.name,
    group: selection.player === undefined ? 'Game Lines' : 'Player Props',
    main: selection.isMain,
    points: selection.points ?? null,
    price: random % 2 === 0 ? `+${american}` : `-${american}`,
    players: selection.player === undefined ? [] : [{ name: selection.player, position: 'G' }],
    link: {
      desktop: `https://${book.toLowerCase().replaceAll(' ', '-')}.example/slip/${random.toString(36)}`,
    },
    updated: new Date(updatedFrom + (random % 3_600_000)).toISOString(),
  }
}

/** A random token: base64 characters, practically unique. */
function tokenOf(random: number, length: number): string {
  let bytes = ''
  for (let at = 0; bytes.length < length; at++) bytes += mix(random, at).toString(36).padStart(7, '0')
  return `${bytes.slice(0, length - 2)}/=`
}

/** The whole feed of one book as text: every game with that book's odds objects. */
export function feedText(plan: FeedPlan, book: number): string {
  const seed = plan.seed ?? 1
  const games = Math.max(1, Math.round(plan.selections / selectionsPerGame))
  const perGame = Math.min(selectionsPerGame, plan.selections)
  const share = plan.objectsPerBook / plan.selections
  const parts: string[] = []
  for (let index = 0; index < games; index++) {
    const game = gameAt(index, seed)
    const odds: string[] = []
    for (let place = 0; place < perGame; place++) {
      const random = mix(seed, book, index, place)
      if (place >= 6 && random / 2 ** 32 > share) continue
      odds.push(JSON.stringify(oddsObject(nameOf(plan, book), selectionAt(game, place), random)))
    }
    parts.push(gameText(game, nameOf(plan, book), odds))
  }
  return `{"games":[${parts.join()}]}`
}

function gameText(game: FeedGame, book: string, odds: string[]): string {
  const { id, league, startAt, away, home } = game
  const teams = {
    away: { id: `${league}:${away.slug}`, name: away.name, abbreviation: away.abbreviation },
    home: { id: `${league}:${home.slug}`, name: home.name, abbreviation: home.abbreviation },
  }
  const head = JSON.stringify({
    id,
    league,
    start: new Date(startAt).toISOString(),
    live: false,
    status: 'Scheduled',
    teams,
  })
  const bookId = book.toLowerCase().replaceAll(' ', '_')
  return `${head.slice(0, -1)},"sportsbooks":[{"id":"${bookId}","name":"${book}","odds":[${odds.join()}]}]}`
}
