/** Tools that read the desk and the ledger. None makes a call to the odds service, and none changes anything. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { contract } from '../../../shared/contract.ts'
import type { Row } from '../../../shared/model/parlay/desk.ts'
import { Currency } from '../../../shared/model/ticket/money.ts'
import { Day } from '../../../shared/model/ticket/ticket.ts'
import { allTickets, newestFirst } from '../../../shared/model/ticket/ledger-filter.ts'
import { TicketResult } from '../../../shared/model/ticket/settlement.ts'
import { TicketId } from '../../../shared/model/ticket/ticket-line.ts'
import { DeskProblem } from '../desk/desk-problem.ts'
import type { DeskClient } from '../desk/desk-client.ts'
import { toResult } from './tool-result.ts'

export const minorUnits =
  'Amounts ending in Minor are in the smallest unit of the currency. That is cents for USD, yen for JPY, thousandths for KWD.'

const oneCurrency =
  'All amounts are of one currency: the one you name, or the one with the most tickets. Tickets of otherCurrencies aren’t counted; get each of those too.'

const annotations = { readOnlyHint: true, openWorldHint: false }

const TicketFilter = {
  result: TicketResult.optional().describe('pending are the open ones'),
  fromDay: Day.optional().describe('placed on this day or later, such as 2026-11-20'),
  toDay: Day.optional().describe('placed on this day or earlier'),
  text: z
    .string()
    .max(100)
    .default('')
    .describe(
      'Words of legs, players, teams, books or notes; empty for all. Limits such as pl>100, days such as 2026-11-27, prices such as +355, amounts such as $40. -word leaves out, or takes either.',
    ),
}

const SumFilter = { ...TicketFilter, currency: Currency.optional().describe('such as USD') }

interface TicketFilterInput {
  readonly currency?: string | undefined
  readonly result?: z.infer<typeof TicketResult> | undefined
  readonly fromDay?: string | undefined
  readonly toDay?: string | undefined
  readonly text: string
}

const toFilter = ({ currency, result, fromDay, toDay, text }: TicketFilterInput) => ({
  ...allTickets,
  currency: currency ?? null,
  result: result ?? null,
  fromDay: fromDay ?? null,
  toDay: toDay ?? null,
  text,
})

export function addReadTools(server: McpServer, desk: DeskClient): void {
  addLegTools(server, desk)
  addParlayTools(server, desk)
  addTicketTools(server, desk)
  addLedgerTools(server, desk)
  server.registerTool(
    'list_alerts',
    { description: 'What the user’s alerts said lately, newest first.', annotations },
    () =>
      toResult(async () => ({
        alerts: (await desk.call(contract.alerts.snapshot, null)).fired.slice(0, 50),
      })),
  )
}

function addLegTools(server: McpServer, desk: DeskClient): void {
  server.registerTool(
    'find_legs',
    {
      description:
        'Search the loaded odds for legs by player, team, market and line. Gives each leg’s key, game, best single price and number of books.',
      inputSchema: {
        query: z.string().max(200).describe('such as “flint o21.5 pts”'),
        limit: z.number().int().min(1).max(100).default(20),
        bookId: z.string().optional().describe('only legs that this book offers'),
      },
      annotations,
    },
    ({ query, limit, bookId }) =>
      toResult(async () => {
        const all = { league: null, isLiveOnly: false, isMainOnly: false, isPinnedOnly: false }
        const filter = { ...all, bookId: bookId ?? null }
        const { total, groups } = await desk.call(contract.board.search, { query, limit, filter })
        return { total, games: groups.map(({ game, selections }) => ({ ...game, legs: selections })) }
      }),
  )
}

function addParlayTools(server: McpServer, desk: DeskClient): void {
  server.registerTool(
    'list_parlays',
    {
      description: 'The parlays on the desk: legs, games, names, and the highest last price of each.',
      annotations,
    },
    () =>
      toResult(async () => {
        const { rows } = await desk.call(contract.desk.snapshot, null)
        return { parlays: rows.map(toSummary) }
      }),
  )
  server.registerTool(
    'get_parlay',
    {
      description:
        'One parlay with the last price of every book and its age. Makes no call; a price may be old.',
      inputSchema: { parlayId: z.number().int().positive() },
      annotations,
    },
    ({ parlayId }) =>
      toResult(async () => {
        const { rows } = await desk.call(contract.desk.snapshot, null)
        const row = rows.find(({ id }) => id === parlayId)
        if (row === undefined)
          throw new DeskProblem(`There’s no parlay ${parlayId} on the desk. Use list_parlays.`, {
            status: 404,
            kind: 'not-found',
          })
        return { ...toSummary(row), note: row.note.note, books: toBooks(row, Date.now()) }
      }),
  )
}

const toSummary = ({ id, note, legs, fairPrice, cells }: Row) => ({
  parlayId: id,
  name: note.name,
  tags: note.tags,
  legs: legs.map(({ name, market, game }) => ({
    name,
    market,
    game: game.title,
    startAt: game.startAt,
    isLive: game.isLive,
  })),
  fairPrice: fairPrice?.text ?? null,
  highestPrice: findHighest(cells),
})

function findHighest(cells: Row['cells']) {
  const priced = cells.flatMap(({ bookId, quote }) =>
    quote?.outcome.kind === 'priced' ? [{ bookId, at: quote.at, ...quote.outcome.price }] : [],
  )
  return priced.toSorted((a, b) => b.decimal - a.decimal)[0] ?? null
}

const toBooks = ({ cells }: Row, now: number) =>
  cells.map(({ bookId, missingLegs, quote }) => ({
    bookId,
    missingLegs,
    status: quote?.outcome.kind ?? 'not-priced',
    price: quote?.outcome.kind === 'priced' ? quote.outcome.price : null,
    ageMs: quote === null ? null : now - quote.at,
    serviceText: quote?.outcome.kind === 'message' ? quote.outcome.text : null,
  }))

function addTicketTools(server: McpServer, desk: DeskClient): void {
  server.registerTool(
    'list_tickets',
    {
      description: `Tickets of the ledger, newest first. ${minorUnits}`,
      inputSchema: { ...TicketFilter, limit: z.number().int().min(1).max(200).default(50) },
      annotations,
    },
    ({ limit, ...filter }) =>
      toResult(async () => {
        const request = { filter: toFilter(filter), sort: newestFirst, after: null, limit }
        const { lines, next } = await desk.call(contract.ledger.page, request)
        return { tickets: lines, isMore: next !== null }
      }),
  )
  server.registerTool(
    'get_ticket',
    {
      description: 'One ticket with its legs, their results and scores, and its records.',
      inputSchema: { ticketId: TicketId },
      annotations,
    },
    ({ ticketId }) => toResult(() => desk.call(contract.ledger.ticket, { ticketId })),
  )
}

function addLedgerTools(server: McpServer, desk: DeskClient): void {
  server.registerTool(
    'get_open_risk',
    {
      description: `What depends on which games, players and legs: stakes and payouts of open tickets, and tickets that are one leg away. ${oneCurrency}`,
      inputSchema: SumFilter,
      annotations,
    },
    filter =>
      toResult(async () =>
        withOthers(desk, await desk.call(contract.ledger.exposure, { filter: toFilter(filter) })),
      ),
  )
  server.registerTool(
    'get_totals',
    {
      description: `Totals of the ledger: stakes, profit, ROI, closing line value. ${oneCurrency}`,
      inputSchema: SumFilter,
      annotations,
    },
    filter =>
      toResult(async () =>
        withOthers(desk, await desk.call(contract.ledger.totals, { filter: toFilter(filter) })),
      ),
  )
}

/** Adds the currencies of the ledger that the sums leave out. */
async function withOthers<T extends { readonly currency: string }>(desk: DeskClient, sums: T) {
  const { currencies } = await desk.call(contract.ledger.choices, null)
  return { ...sums, otherCurrencies: currencies.filter(currency => currency !== sums.currency) }
}
