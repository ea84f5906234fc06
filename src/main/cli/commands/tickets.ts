/** `parlay-desk tickets` and `export`: the ledger as a table, lines of JSON or CSV. */
import { Option, type Command } from 'commander'
import { contract } from '../../../shared/contract.ts'
import { invalidInput } from '../../../shared/failure.ts'
import {
  allTickets,
  LedgerFilter,
  newestFirst,
  type TicketCursor,
} from '../../../shared/model/ticket/ledger-filter.ts'
import { majorText } from '../../../shared/model/ticket/money.ts'
import { ticketResults } from '../../../shared/model/ticket/settlement.ts'
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import { toCsvRows } from '../../files/csv-writer.ts'
import { saveWhole } from '../../files/save-whole.ts'
import type { DeskOptions } from '../desk/connect.ts'
import type { DeskClient } from '../desk/desk-client.ts'
import { toSafeJson, toSafeText } from '../output/safe-text.ts'
import { printRows, type Column } from '../output/table.ts'
import { asDeskCommand, toNumber, withDesk, type CommandDeps } from './desk-command.ts'

interface FilterOptions extends DeskOptions {
  readonly result?: string
  readonly book?: string
  readonly from?: string
  readonly to?: string
  readonly tag?: string
  readonly text?: string
}

interface ListOptions extends FilterOptions {
  readonly limit: number
}

interface ExportOptions extends FilterOptions {
  readonly format: 'csv' | 'ndjson'
  readonly output?: string
}

const amount = (minor: number | null | undefined, currency: string): string =>
  minor == null ? '' : majorText(minor, currency)

const columns: readonly Column<TicketLine>[] = [
  { title: 'ID', text: ({ id }) => String(id), isNumber: true },
  { title: 'DAY', text: ({ day }) => day },
  { title: 'BOOK', text: ({ book }) => book.name },
  { title: 'TICKET', text: ({ title }) => title, isFlexible: true },
  { title: 'ODDS', text: ({ price }) => price.text, isNumber: true },
  { title: 'STAKE', text: ({ stakeMinor, currency }) => amount(stakeMinor, currency), isNumber: true },
  { title: 'RESULT', text: ({ result }) => result },
  { title: 'PROFIT', text: ({ profitMinor, currency }) => amount(profitMinor, currency), isNumber: true },
]

/** Columns of the CSV, which scripts may depend on. */
const csvColumns: Readonly<Record<string, (ticket: TicketLine) => string>> = {
  id: ({ id }) => String(id),
  placed_at: ({ placedAt }) => new Date(placedAt).toISOString(),
  day: ({ day }) => day,
  book_id: ({ book }) => book.id,
  book: ({ book }) => book.name,
  ticket: ({ title }) => title,
  price: ({ price }) => price.text,
  price_format: ({ price }) => price.format,
  odds_decimal: ({ price }) => String(price.decimal),
  stake: ({ stakeMinor, currency }) => amount(stakeMinor, currency),
  currency: ({ currency }) => currency,
  kind: ({ kind }) => kind,
  live: ({ isLive }) => (isLive ? 'yes' : 'no'),
  tags: ({ tags }) => tags.join('; '),
  result: ({ result }) => result,
  payout: ({ payout, currency }) => amount(payout?.minor, currency),
  profit: ({ profitMinor, currency }) => amount(profitMinor, currency),
  close: ({ closing }) => (closing.kind === 'priced' ? closing.price.text : ''),
  clv: ({ clv }) => (clv === null ? '' : String(clv)),
}

const withFilter = (command: Command): Command =>
  command
    .addOption(new Option('--result <result>', 'only tickets with this result').choices([...ticketResults]))
    .option('--book <book>', 'only tickets at this book')
    .option('--from <day>', 'placed on this day or later, as 2026-11-20')
    .option('--to <day>', 'placed on this day or earlier')
    .option('--tag <tag>', 'only tickets with this tag')
    .option(
      '--text <words>',
      'words of legs, players, teams, books or notes; limits (pl>100), days, prices (+355), amounts ($40); -word leaves out, or takes either',
    )

export function addTicketsCommand(program: Command, deps: CommandDeps): void {
  const command = asDeskCommand(program.command('tickets'), {
    summary: 'List tickets, newest first.',
    scope: 'read',
    examples: [
      'parlay-desk tickets --result pending',
      'parlay-desk tickets --from 2026-11-01 --json | jq .profitMinor',
    ],
  })
  withFilter(command)
    .option('--limit <n>', 'at most this many', toNumber, 50)
    .action((options: ListOptions) =>
      withDesk(deps, options, async desk => {
        const tickets: TicketLine[] = []
        for await (const page of readPages(desk, toFilter(options), options.limit)) {
          if (options.json === true) for (const ticket of page) deps.terminal.print(toSafeJson(ticket))
          else tickets.push(...page)
        }
        if (options.json !== true) printRows(deps.terminal, tickets, { columns, empty: 'No tickets match.' })
      }),
    )
}

export function addExportCommand(program: Command, deps: CommandDeps): void {
  const command = asDeskCommand(program.command('export'), {
    summary: 'Export tickets, newest first, as CSV or one line of JSON each.',
    scope: 'read',
    examples: [
      'parlay-desk export --output tickets.csv',
      'parlay-desk export --format ndjson --from 2026-01-01 > year.ndjson',
    ],
  })
  withFilter(command)
    .addOption(new Option('--format <format>', 'format').choices(['csv', 'ndjson']).default('csv'))
    .option('--output <file>', 'file to write (default: standard output)')
    .action((options: ExportOptions) =>
      withDesk(deps, options, async desk => {
        const isJson = options.json === true || options.format === 'ndjson'
        const parts = toParts(readPages(desk, toFilter(options)), isJson)
        if (options.output !== undefined) await saveWhole(options.output, parts)
        else for await (const part of parts) deps.terminal.print(part.replace(/\r?\n$/, ''))
      }),
    )
}

/** Parts of the exported file; each ends with a line. */
async function* toParts(pages: AsyncIterable<TicketLine[]>, isJson: boolean): AsyncGenerator<string> {
  if (!isJson) yield toCsvRows([Object.keys(csvColumns)])
  for await (const page of pages) {
    if (page.length === 0) continue
    if (isJson) yield page.map(ticket => `${toSafeJson(ticket)}\n`).join('')
    else
      yield toCsvRows(page.map(ticket => Object.values(csvColumns).map(toCell => toSafeText(toCell(ticket)))))
  }
}

const pageSize = 200

async function* readPages(
  desk: DeskClient,
  filter: LedgerFilter,
  limit = Infinity,
): AsyncGenerator<TicketLine[]> {
  let after: TicketCursor | null = null
  let left = limit
  do {
    const request = { filter, sort: newestFirst, after, limit: Math.min(pageSize, left) }
    const page: { lines: TicketLine[]; next: TicketCursor | null } = await desk.call(
      contract.ledger.page,
      request,
    )
    yield page.lines
    left -= page.lines.length
    after = page.next
  } while (after !== null && left > 0)
}

function toFilter({ result, book, from, to, tag, text }: FilterOptions): LedgerFilter {
  const filter = LedgerFilter.safeParse({
    ...allTickets,
    result: result ?? null,
    bookId: book ?? null,
    fromDay: from ?? null,
    toDay: to ?? null,
    tag: tag ?? null,
    text: text ?? '',
  })
  if (filter.success) return filter.data
  throw invalidInput('filter', 'Enter days as 2026-11-20, and shorter words.')
}
