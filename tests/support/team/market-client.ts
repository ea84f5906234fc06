/** One desk's shared prices over its own connections, with a grid that the test reads. */
import type { CellAddress } from '../../../src/shared/model/price/cell.ts'
import type { QuoteOutcome } from '../../../src/shared/model/price/quote.ts'
import { TeamQuotes, type CellOnGrid, type TeamQuote } from '../../../src/main/team/market/team-quotes.ts'
import { PostgresConnection } from '../../../src/main/team/postgres/connection.ts'
import type { TestMember, TestTeam } from './team-server.ts'

export const pricedAt = (decimal: number): QuoteOutcome => ({
  kind: 'priced',
  price: { text: String(decimal), format: 'decimal', decimal },
  links: null,
  limits: null,
})

export const gridOf = (parlays: number, books: number): CellOnGrid[] =>
  Array.from({ length: parlays * books }, (_, at) => {
    const [parlay, book] = [Math.floor(at / books), at % books]
    return {
      cell: { parlayId: parlay + 1, bookId: `book${book}` },
      hostId: `host${book}`,
      keys: [`event${parlay}#b`, `event${parlay}#a`],
    }
  })

export interface MarketClient {
  readonly quotes: TeamQuotes
  readonly reader: PostgresConnection
  readonly problems: unknown[]
  /** Quotes of other desks, in the order of arrival. */
  readonly seen: (TeamQuote & { readonly cell: CellAddress })[]
  close(): void
}

export async function startMarketClient(
  team: TestTeam,
  member: TestMember,
  {
    cells = gridOf(1, 1),
    now = Date.now,
    onSeen = () => {},
  }: { cells?: readonly CellOnGrid[]; now?: () => number; onSeen?: () => void } = {},
): Promise<MarketClient> {
  const { login, password } = member
  const reader = await PostgresConnection.open({ ...team.server.address(team.database), login, password })
  await reader.listen('parlay_team')
  const seen: MarketClient['seen'] = []
  const problems: unknown[] = []
  const quotes = new TeamQuotes({
    ...{ team: team.team, member: member.member, key: member.key, now },
    publicKeyOf: id => team.members.find(each => each.member === id)?.key.publicKey,
    window: () => 'ab'.repeat(32),
    cells: () => cells,
    onQuote: (cell, quote) => {
      seen.push({ cell, ...quote })
      onSeen()
    },
    onProblem: problem => problems.push(problem),
  })
  reader.on('notice', (_, text) => quotes.onNotice(text))
  quotes.connect({ reader, writer: member.connection })
  return { quotes, reader, problems, seen, close: () => reader.close() }
}
