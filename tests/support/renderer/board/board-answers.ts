/** Board answers for tests: two games, a few selections each. */
import type { BoardStatus, SearchAnswer } from '../../../../src/shared/model/game/board.ts'
import type { LoadReport, FeedPlan, Source } from '../../../../src/shared/model/game/source.ts'
import type { GameInfo, SelectionLine } from '../../../../src/shared/model/game/selection.ts'

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
  priceBookId: 'bravo',
  isPinned: false,
  ...given,
})

export const found = (names: Readonly<Record<string, readonly string[]>>, total?: number): SearchAnswer => {
  const groups = Object.entries(names).map(([id, selections]) => ({
    game: game(id),
    isFinal: false,
    selections: selections.map(name => line(id, name)),
  }))
  const shown = groups.reduce((sum, group) => sum + group.selections.length, 0)
  return { groups, total: total ?? shown, similar: [], pinned: [], recent: [] }
}

/** The first selections of an answer, as many as a search wants sent. */
export function cutAnswer(answer: SearchAnswer, sent = Infinity): SearchAnswer {
  let left = sent
  const groups = answer.groups.map(group => {
    const first = group.selections.slice(0, left)
    left -= first.length
    return { ...group, selections: first }
  })
  return { ...answer, groups: groups.filter(({ selections }) => selections.length > 0) }
}

export const filledBoard: BoardStatus = {
  selections: 41_208,
  offers: 400_000,
  books: 12,
  games: 24,
  loading: { kind: 'idle' },
  lastLoad: null,
  sources: [],
  leagues: [],
  finalGames: 0,
  asOf: null,
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

export const plan = (given: Partial<FeedPlan> = {}): FeedPlan => ({
  leagues: [],
  isLiveOnly: false,
  isMainOnly: false,
  everySeconds: null,
  ...given,
})

export const source = (id: string, given: Partial<Source> = {}): Source => ({
  id,
  name: `${id}.json`,
  kind: { kind: 'file' },
  isOn: true,
  state: { kind: 'ready', at: 0 },
  offers: 120,
  lastLoad: null,
  overrides: [],
  needsReload: false,
  calls: 0,
  ...given,
})

export const feed = (given: Partial<Source> = {}): Source =>
  source('feed', { name: 'Odds feed', kind: { kind: 'feed', plan: plan() }, calls: 12, ...given })

export const loading = (
  given: Partial<Extract<Source['state'], { kind: 'loading' }>> = {},
): Source['state'] => ({
  kind: 'loading',
  done: 0,
  of: 0,
  objects: 0,
  secondsLeft: null,
  ...given,
})
