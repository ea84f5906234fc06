/** Board answers for tests: two games, a few selections each. */
import type { BoardStatus, LoadReport, SearchAnswer } from '../../../src/shared/model/board.ts'
import type { GameInfo, SelectionLine } from '../../../src/shared/model/selection.ts'

export const game = (id: string, given: Partial<GameInfo> = {}): GameInfo => ({
  id,
  title: `Away ${id} at Home ${id}`,
  short: id,
  league: 'League',
  startAt: null,
  isLive: false,
  ...given,
})

export const line = (gameId: string, name: string, given: Partial<SelectionLine> = {}): SelectionLine => ({
  key: `${gameId}#Points#${name}`,
  name,
  market: 'Points',
  books: 2,
  price: '-115',
  ...given,
})

export const found = (names: Readonly<Record<string, readonly string[]>>, total?: number): SearchAnswer => {
  const groups = Object.entries(names).map(([id, selections]) => ({
    game: game(id),
    selections: selections.map(name => line(id, name)),
  }))
  return { groups, total: total ?? groups.reduce((sum, group) => sum + group.selections.length, 0) }
}

export const filledBoard: BoardStatus = {
  selections: 41_208,
  offers: 400_000,
  books: 12,
  games: 24,
  loading: { kind: 'idle' },
  lastLoad: null,
}

export const emptyBoard: BoardStatus = { ...filledBoard, selections: 0, offers: 0, books: 0, games: 0 }

export const report = (given: Partial<LoadReport> = {}): LoadReport => ({
  source: 'Pasted odds',
  at: 1,
  taken: 0,
  replaced: 0,
  leftOut: [],
  ...given,
})
