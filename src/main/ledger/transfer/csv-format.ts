/**
 * The ledger as CSV: one row a ticket in its present state, with its legs in columns, for spreadsheets. The last column
 * has all its records, so that an unchanged file is imported exactly.
 */
import { majorText } from '../../../shared/model/ticket/money.ts'
import { ownStakeMinor } from '../../../shared/model/ticket/payout.ts'
import { byteOrderMark, toCsvRows } from '../../files/csv-writer.ts'
import { toClosingValue } from '../state/closing-value.ts'
import { deriveOutcome } from '../state/ticket-outcome.ts'
import { legResult, toTicketState, type LegState, type TicketState } from '../state/ticket-state.ts'
import { explainOtherLedger, toOwnerName } from './json-format.ts'
import { BadLine, checkReplay, parsePortableJson, type ImportOwner, type IncomingTicket } from './replay.ts'
import { readTickets, type RecordedTickets } from './ledger-tickets.ts'
import { toPortable, type PortableTicket } from './portable-ticket.ts'

const recordsColumn = 'records_v4'

const columns: Readonly<Record<string, (state: TicketState, isDemo: boolean) => string>> = {
  ledger: (_, isDemo) => toOwnerName(isDemo),
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
  closing: ({ closing }) => (closing?.kind === 'priced' ? closing.price.text : ''),
  voided: ({ isVoided }) => (isVoided ? 'yes' : 'no'),
}

const legColumns: Readonly<Record<string, (leg: LegState) => string>> = {
  name: ({ leg }) => leg.name,
  market: ({ leg }) => leg.market,
  game: ({ leg }) => leg.game.title,
  league: ({ leg }) => leg.game.league,
  price: ({ leg }) => leg.price?.text ?? '',
  result: legResult,
}

/** Follow from the other columns, so an import ignores them. */
const computedColumns: Readonly<Record<string, (state: TicketState) => string>> = {
  profit: state => toAmount(state, deriveProfit(state)),
  clv_percent: state => toPercent(toClosingValue(state, deriveOutcome(state))?.clvPpm),
  fair_percent: ({ facts }) => toPercent(facts.fair && Math.round(facts.fair.p * 1e6)),
  closing_fair_percent: ({ closing }) =>
    toPercent(closing?.kind === 'priced' && closing.fair ? Math.round(closing.fair.p * 1e6) : undefined),
}

function deriveProfit(state: TicketState): number | undefined {
  const { payout } = deriveOutcome(state)
  return payout === null ? undefined : payout.minor - ownStakeMinor(state.facts)
}

/** `770512` millionths as `77.0512`. */
const toPercent = (ppm: number | undefined): string => (ppm === undefined ? '' : (ppm / 10_000).toFixed(4))

function toAmount({ facts }: TicketState, minor: number | undefined): string {
  return minor === undefined ? '' : majorText(minor, facts.currency)
}

/** Yields the parts of the file in order, empty ones during the first pass. Returns the number of tickets. */
export function* writeCsv(from: RecordedTickets): Generator<string, number> {
  const names = listColumns(yield* findMaxLegs(from))
  yield byteOrderMark + toCsvRows([names])
  let count = 0
  for (const tickets of readTickets(from)) {
    yield toCsvRows(tickets.map(({ records }) => toRow(toPortable(records), names, from.isDemo)))
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

function toRow(ticket: PortableTicket, names: readonly string[], isDemo: boolean): string[] {
  return [...toReadableCells(checkReplay(ticket), names, isDemo), JSON.stringify(ticket)]
}

function listColumns(maxLegs: number): string[] {
  const ofLegs = Array.from({ length: maxLegs }, (_, at) =>
    Object.keys(legColumns).map(name => `leg_${at + 1}_${name}`),
  )
  return [...Object.keys(columns), ...ofLegs.flat(), ...Object.keys(computedColumns), recordsColumn]
}

/** All cells but the last. Lone surrogates and zero characters are left out; the records keep them. */
function toReadableCells(state: TicketState, names: readonly string[], isDemo: boolean): string[] {
  return names.slice(0, -1).map(name => toCell(state, name, isDemo).toWellFormed().replaceAll('\0', ''))
}

function toCell(state: TicketState, name: string, isDemo: boolean): string {
  const [, place = '', column = ''] = /^leg_(\d+)_(\w+)$/.exec(name) ?? []
  if (place === '') return columns[name]?.(state, isDemo) ?? computedColumns[name]?.(state) ?? ''
  const leg = state.legs[Number(place) - 1]
  return leg === undefined ? '' : (legColumns[column]?.(leg) ?? '')
}

const isComputed = (name = ''): boolean => Object.hasOwn(computedColumns, name)

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
  const expected = toReadableCells(ticket.state, header, owner.isDemo)
  const edited = expected.findIndex((cell, at) => cell !== cells[at] && !isComputed(header[at]))
  if (edited < 0) return ticket
  throw new BadLine(
    `The cell “${header[edited]}” was changed after the export. Edit the ticket in the ledger, or use the JSON file.`,
  )
}
