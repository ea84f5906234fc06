/**
 * The ledger as CSV: one row a ticket in its present state, with its legs in columns, for spreadsheets. The last column
 * has all its records, so that an unchanged file is imported exactly.
 */
import { leagueText } from '../../../shared/model/game/league-text.ts'
import { majorText } from '../../../shared/model/ticket/money.ts'
import { ownStakeMinor } from '../../../shared/model/ticket/payout.ts'
import { byteOrderMark, toCsvRows } from '../../files/csv-writer.ts'
import { toClosingValue } from '../state/closing-value.ts'
import { deriveOutcome } from '../state/ticket-outcome.ts'
import { legResult, toTicketState, type LegState, type TicketState } from '../state/ticket-state.ts'
import { explainOtherLedger, toOwnerName } from './json-format.ts'
import { BadLine, checkReplay, parsePortableJson, type ImportOwner, type IncomingTicket } from './replay.ts'
import { readTickets, type RecordedTickets } from './ledger-tickets.ts'
import { toPortable, type PortableTicket } from '../log/portable-ticket.ts'

const recordsColumn = 'records_v4'

interface RowContext {
  readonly isDemo: boolean
  /** Epoch ms by which a closing price is final or not. */
  readonly now: number
}

const columns: Readonly<Record<string, (state: TicketState, context: RowContext) => string>> = {
  ledger: (_, { isDemo }) => toOwnerName(isDemo),
  uid: ({ facts }) => facts.uid,
  placed_at: ({ facts }) => new Date(facts.placedAt).toISOString(),
  day: ({ facts }) => facts.day,
  book: ({ facts }) => facts.book.name,
  book_id: ({ facts }) => facts.book.id,
  price: ({ facts }) => facts.price.text,
  price_format: ({ facts }) => facts.price.format,
  odds_exact: ({ facts }) => facts.price.odds,
  stake: ({ facts }) => majorText(facts.stakeMinor, facts.currency),
  currency: ({ facts }) => facts.currency,
  account_id: ({ facts }) => facts.accountId ?? '',
  promotion_id: ({ facts }) => facts.promotionId ?? '',
  kind: ({ facts }) => facts.kind,
  live: ({ facts }) => (facts.isLive ? 'yes' : 'no'),
  tags: ({ facts }) => facts.tags.join('; '),
  note: ({ facts }) => facts.note,
  result: state => deriveOutcome(state).result,
  payout: state => toAmount(state, deriveOutcome(state).payout?.minor),
  closing: (state, { now }) => (isCloseFinal(state, now) ? toClosingText(state) : ''),
  closing_so_far: (state, { now }) => (isCloseFinal(state, now) ? '' : toClosingText(state)),
  voided: ({ isVoided }) => (isVoided ? 'yes' : 'no'),
}

const legColumns: Readonly<Record<string, (leg: LegState) => string>> = {
  name: ({ leg }) => leg.name,
  market: ({ leg }) => leg.market,
  game: ({ leg }) => leg.game.title,
  league: ({ leg }) => leg.game.league,
  league_name: ({ leg }) => leagueText(leg.game.league),
  price: ({ leg }) => leg.price?.text ?? '',
  result: legResult,
}

/** Follow from the other columns, so an import ignores them. */
const computedColumns: Readonly<Record<string, (state: TicketState, context: RowContext) => string>> = {
  profit: state => toAmount(state, deriveProfit(state)),
  clv_percent: (state, { now }) =>
    toPercent(isCloseFinal(state, now) ? toClosingValue(state, deriveOutcome(state))?.clvPpm : undefined),
  fair_percent: ({ facts }) => toPercent(facts.fair && Math.round(facts.fair.p * 1e6)),
  closing_fair_percent: (state, { now }) =>
    toPercent(isCloseFinal(state, now) ? toClosingPpm(state) : undefined),
}

/** False before the first game of an open ticket starts: the last price before the start counts. */
function isCloseFinal(state: TicketState, now: number): boolean {
  const starts = state.legs.flatMap(({ leg }) => leg.game.startAt ?? [])
  return Math.min(...starts) <= now || starts.length === 0 || deriveOutcome(state).result !== 'pending'
}

const toClosingText = ({ closing }: TicketState): string =>
  closing?.kind === 'priced' ? closing.price.text : ''

const toClosingPpm = ({ closing }: TicketState): number | undefined =>
  closing?.kind === 'priced' && closing.fair ? Math.round(closing.fair.p * 1e6) : undefined

function deriveProfit(state: TicketState): number | undefined {
  const { payout } = deriveOutcome(state)
  return payout === null ? undefined : payout.minor - ownStakeMinor(state.facts)
}

/** `770512` millionths as `77.0512`. */
const toPercent = (ppm: number | undefined): string => (ppm === undefined ? '' : (ppm / 10_000).toFixed(4))

function toAmount({ facts }: TicketState, minor: number | undefined): string {
  return minor === undefined ? '' : majorText(minor, facts.currency)
}

/**
 * Yields the parts of the file in order, empty ones during the first pass. `now` (epoch ms): closing prices of games that
 * have not started are not final. Returns the number of tickets.
 */
export function* writeCsv(from: RecordedTickets, now: number): Generator<string, number> {
  const context = { isDemo: from.isDemo, now }
  const names = listColumns(yield* findMaxLegs(from))
  yield byteOrderMark + toCsvRows([names])
  let count = 0
  for (const tickets of readTickets(from)) {
    yield toCsvRows(tickets.map(({ records }) => toRow(toPortable(records), names, context)))
    count += tickets.length
  }
  return count
}

/** Maximum number of legs of a ticket. */
function* findMaxLegs(from: RecordedTickets): Generator<string, number> {
  let max = 0
  for (const tickets of readTickets(from)) {
    max = Math.max(max, ...tickets.map(({ id, records }) => toTicketState(id, records).legs.length))
    yield ''
  }
  return max
}

function toRow(ticket: PortableTicket, names: readonly string[], context: RowContext): string[] {
  return [...toReadableCells(checkReplay(ticket), names, context), JSON.stringify(ticket)]
}

function listColumns(maxLegs: number): string[] {
  const ofLegs = Array.from({ length: maxLegs }, (_, at) =>
    Object.keys(legColumns).map(name => `leg_${at + 1}_${name}`),
  )
  return [...Object.keys(columns), ...ofLegs.flat(), ...Object.keys(computedColumns), recordsColumn]
}

/** All cells but the last. Lone surrogates and zero characters are left out; the records keep them. */
function toReadableCells(state: TicketState, names: readonly string[], context: RowContext): string[] {
  return names.slice(0, -1).map(name => toCell(state, name, context).toWellFormed().replaceAll('\0', ''))
}

function toCell(state: TicketState, name: string, context: RowContext): string {
  const [, place = '', column = ''] = /^leg_(\d+)_(\w+)$/.exec(name) ?? []
  if (place === '') return columns[name]?.(state, context) ?? computedColumns[name]?.(state, context) ?? ''
  const leg = state.legs[Number(place) - 1]
  return leg === undefined ? '' : (legColumns[column]?.(leg) ?? '')
}

/** The name of a league follows from its id. */
const isComputed = (name = ''): boolean =>
  Object.hasOwn(computedColumns, name) || /^leg_\d+_league_name$/.test(name)

/** Format version of a ledger's CSV by its header; undefined for any other table. */
export function findCsvVersion(header: readonly string[]): number | undefined {
  const [, version = ''] = /^records_v(\d+)$/.exec(header.at(-1)?.trim() ?? '') ?? []
  return version === '' || header[0]?.trim() !== 'ledger' ? undefined : Number(version)
}

/** Throws BadLine, also when cells were edited, because they then contradict the records. */
export function parseLedgerRow(
  cells: readonly string[],
  header: readonly string[],
  owner: ImportOwner,
): IncomingTicket {
  const ticket = parsePortableJson(cells.at(-1) ?? '', owner)
  const [ownerName] = cells
  if (ownerName !== toOwnerName(owner.isDemo)) throw new BadLine(explainOtherLedger(ownerName === 'demo'))
  const findEdited = (now: number) =>
    toReadableCells(ticket.state, header, { isDemo: owner.isDemo, now }).findIndex(
      (cell, at) => cell !== cells[at] && !isComputed(header[at]),
    )
  // The file may have been written before the start or after it.
  const edited = findEdited(Infinity)
  if (edited < 0 || findEdited(-Infinity) < 0) return ticket
  throw new BadLine(
    `The cell “${header[edited]}” was changed after the export. Edit the ticket in the ledger, or use the JSON file.`,
  )
}
