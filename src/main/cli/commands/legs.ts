/** `parlay-desk legs QUERY`: searches the odds for legs, whose keys make a parlay. */
import type { Command } from 'commander'
import { contract } from '../../../shared/contract.ts'
import type { SelectionLine } from '../../../shared/model/game/selection.ts'
import type { DeskOptions } from '../desk/connect.ts'
import { printRows, type Column } from '../output/table.ts'
import { asDeskCommand, toNumber, withDesk, type CommandDeps } from './desk-command.ts'

interface LegsOptions extends DeskOptions {
  readonly limit: number
  readonly league?: string
  readonly book?: string
  readonly live?: boolean
  readonly main?: boolean
}

interface FoundLeg extends SelectionLine {
  readonly game: string
  readonly gameId: string
  readonly startAt: number | null
}

const columns: readonly Column<FoundLeg>[] = [
  { title: 'LEG', text: ({ name }) => name, isFlexible: true },
  { title: 'MARKET', text: ({ market }) => market },
  { title: 'GAME', text: ({ game }) => game },
  { title: 'BOOKS', text: ({ books }) => String(books), isNumber: true },
  { title: 'TOP', text: ({ price }) => price ?? '', isNumber: true },
  { title: 'KEY', text: ({ key }) => key },
]

export function addLegsCommand(program: Command, deps: CommandDeps): void {
  asDeskCommand(
    program
      .command('legs')
      .argument('<words...>', 'player, team, market and line, as in the search of the window'),
    {
      summary: 'Find legs and their keys.',
      scope: 'read',
      examples: [
        'parlay-desk legs flint o21.5 pts',
        'parlay-desk legs --league ubl --limit 100 moneyline --json',
      ],
    },
  )
    .option('--limit <n>', 'at most this many legs (up to 500)', toNumber, 20)
    .option('--league <league>', 'only this league')
    .option('--book <book>', 'only legs that this book offers')
    .option('--live', 'only games that are live')
    .option('--main', 'only main lines')
    .action((words: string[], options: LegsOptions) =>
      withDesk(deps, options, async desk => {
        const { groups, total } = await desk.call(contract.board.search, toSearch(words.join(' '), options))
        const found = groups.flatMap(({ game, selections }) =>
          selections.map(line => ({ ...line, game: game.short, gameId: game.id, startAt: game.startAt })),
        )
        const empty = 'No leg matches. Use fewer words, or load odds first.'
        printRows(deps.terminal, found, { json: options.json, columns, empty })
        if (options.json !== true && total > found.length)
          deps.terminal.complain(`${total - found.length} more match: add words, or raise --limit.`)
      }),
    )
}

const toSearch = (query: string, { limit, league, book, live, main }: LegsOptions) => ({
  query,
  limit,
  filter: {
    league: league ?? null,
    bookId: book ?? null,
    isLiveOnly: live ?? false,
    isMainOnly: main ?? false,
    isPinnedOnly: false,
  },
})
