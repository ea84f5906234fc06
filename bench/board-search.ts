/** Searches of the board's benchmark, one for each keystroke, with and without filters, beside a plain scan. */
import type { Board } from '../src/main/board/board.ts'
import { toBookId } from '../src/shared/model/game/book.ts'
import type { SearchFilter } from '../src/shared/model/game/board.ts'
import { bookName, gameAt, mix, selectionAt, selectionsPerGame } from '../tests/support/board/feed-maker.ts'
import { goals } from './goals.ts'
import { quantile, toRow, type BenchRow } from './report.ts'

export const noFilter: SearchFilter = {
  league: null,
  bookId: null,
  isLiveOnly: false,
  isMainOnly: false,
  isPinnedOnly: false,
}
export const nothingKept = { pinned: [], recent: [] }
/** Main lines of one book. */
const narrow: SearchFilter = { ...noFilter, bookId: toBookId(bookName(0)), isMainOnly: true }

/** 200 queries typed letter by letter; every keystroke is a search that is awaited. */
export async function searchRows(name: string, board: Board, games: number): Promise<BenchRow[]> {
  const keystrokes = Array.from({ length: 200 }, (_, at) => typedQuery(games, at)).flatMap(query =>
    Array.from(query, (_, letter) => query.slice(0, letter + 1)),
  )
  const ours = await searchTimes(board, keystrokes, noFilter)
  const filtered = await searchTimes(board, keystrokes, narrow)
  const theirs = plainScans(
    games,
    keystrokes.filter((_, at) => at % 50 === 0),
  )
  const row = (kind: string, times: readonly number[], share: number) =>
    toRow({
      question: `${name}: ${kind}, asked and answered, p${share}`,
      ours: times,
      theirs,
      against: `a plain scan, ${theirs.length} of ${ours.length} keystrokes`,
      goal: share === 99 ? { on: 'ours', max: goals.board.searchP99Ms } : null,
      unit: 'ms',
      statistic: runs => quantile(runs, share / 100),
    })
  return [50, 99].flatMap(share => [
    row('a search', ours, share),
    row('one among a book’s main lines', filtered, share),
  ])
}

async function searchTimes(
  board: Board,
  keystrokes: readonly string[],
  filter: SearchFilter,
): Promise<number[]> {
  const times: number[] = []
  for (const query of keystrokes) {
    const startedAt = performance.now()
    await board.search({ query, limit: 60, filter, kept: nothingKept })
    times.push(performance.now() - startedAt)
  }
  return times
}

/** Typical query for one of the feed's selections: `tat o 27`, `comets ml`. */
function typedQuery(games: number, at: number): string {
  const game = gameAt(mix(at) % games)
  const { market, name } = selectionAt(game, mix(at, 1) % 1_000)
  const words = name.toLowerCase().split(' ')
  if (market === 'Moneyline') return `${words.at(-1)} ml`
  const [first = '', ...others] = words
  const typed = [
    ...others.map(word => (word === 'over' || word === 'under' ? word.slice(0, 1) : word)),
    first,
  ]
  const short = typed.slice(0, 3).map(word => word.slice(0, 5))
  return short.join(' ')
}

function plainScans(games: number, queries: readonly string[]): number[] {
  const texts = Array.from({ length: games }, (_, index) => gameAt(index)).flatMap(game =>
    Array.from({ length: selectionsPerGame }, (_, place) => {
      const { market, name } = selectionAt(game, place)
      return `${game.away.name} ${game.home.name} ${market} ${name}`.toLowerCase()
    }),
  )
  return queries.map(query => {
    const startedAt = performance.now()
    const words = query.trim().split(' ')
    const found = texts.filter(text => words.every(word => text.includes(word)))
    return found.length < 0 ? 0 : performance.now() - startedAt
  })
}
