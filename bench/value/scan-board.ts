/** A board of many games for scans: main lines at all books, the many other lines at few, priced with a margin and an opinion. */
import { Store } from '../../src/main/board/store/store.ts'
import { createRandom } from '../../src/shared/value/numeric/random.ts'
import { mergeText } from '../../tests/support/board/batches.ts'

export interface ScanBoardPlan {
  readonly games: number
  readonly selectionsPerGame: number
  readonly books: number
  /** Share of books that offer a line that is not a main one. */
  readonly share: number
}

const markets = ['Points', 'Rebounds', 'Assists', 'Threes', 'Steals', 'Blocks', 'Turnovers', 'Minutes']
/** Players of a game; each has lines in every market. */
const players = 40
const margin = 1.045
/** Lines of each bet at all books. */
const mainLines = 1

export function makeScanBoard(plan: ScanBoardPlan): Store {
  const random = createRandom(0x5ca1)
  const store = new Store()
  for (let game = 0; game < plan.games; game++) mergeText(store, gameText(plan, game, random), game + 1)
  return store
}

function gameText(plan: ScanBoardPlan, game: number, random: () => number): string {
  const id = `hoops:away-${game}:home-${game}:2026-09-10`
  const lines = Math.ceil(plan.selectionsPerGame / 2 / (players * markets.length))
  const odds: string[] = []
  for (let player = 0; player < players; player++)
    for (const market of markets)
      for (let line = 0; line < lines; line++) {
        const bet = { id, market: `Player ${market}`, player: `Player ${game} ${player}`, line: line + 0.5 }
        odds.push(...betText(bet, line < mainLines ? 1 : plan.share, { plan, random }))
      }
  const teams = { away: { name: `Away ${game}` }, home: { name: `Home ${game}` } }
  return JSON.stringify({ id, league: 'hoops', start: '2026-09-10T20:00:00Z', teams }).replace(
    /\}$/,
    `,"odds":[${odds.join()}]}`,
  )
}

interface Bet {
  readonly id: string
  readonly market: string
  readonly player: string
  readonly line: number
}

/** Both sides at each book that offers the bet. */
function betText(
  { id, market, player, line }: Bet,
  share: number,
  { plan, random }: { plan: ScanBoardPlan; random: () => number },
): string[] {
  const chance = 0.2 + 0.6 * random()
  const texts: string[] = []
  for (let book = 0; book < plan.books; book++) {
    if (random() > share) continue
    const own = chance + 0.02 * (random() - 0.5)
    for (const [side, p] of [
      ['Over', own],
      ['Under', 1 - own],
    ] as const)
      texts.push(
        `{"id":"Book ${book}#${id}#${market}#${player} ${side} ${line}","sgp":"${book}.${texts.length}","price":"${american(1 / (p * margin))}","players":[{"name":"${player}"}]}`,
      )
  }
  return texts
}

const american = (decimal: number): string =>
  decimal >= 2 ? `+${Math.round((decimal - 1) * 100)}` : String(Math.round(-100 / (decimal - 1)))
