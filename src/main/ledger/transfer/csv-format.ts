/**
 * The ledger as CSV: a row a ticket as it stands, its legs in columns, for spreadsheets; and in the last column all its
 * records, so that an unchanged file comes back exactly.
 */
import Papa from 'papaparse'
import { majorText } from '../../../shared/model/ticket/money.ts'
import { protectedCell, unprotectedCell } from '../../files/csv-cell.ts'
import type { CsvLine } from '../../files/csv-reader.ts'
import { standingOf } from '../state/ticket-outcome.ts'
import { legResult, type LegState, type TicketState } from '../state/ticket-state.ts'
import { whoseName } from './json-format.ts'
import { bad, readJson, type ReadLine, type Whose } from './read-line.ts'
import { checkReplay } from './replay.ts'
import type { Transfer } from './transfer.ts'

const recordsColumn = 'records_v1'
const recordsColumns = /^records_v(\d+)$/
const ticketsAtOnce = 50
const byteOrderMark = '\uFEFF'

const columns: Readonly<Record<string, (state: TicketState, isDemo: boolean) => string>> = {
  ledger: (_, isDemo) => whoseName(isDemo),
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
  kind: ({ facts }) => facts.kind,
  live: ({ facts }) => (facts.isLive ? 'yes' : 'no'),
  tags: ({ facts }) => facts.tags.join('; '),
  note: ({ facts }) => facts.note,
  result: state => standingOf(state).result,
  payout: state => amount(state, standingOf(state).payout?.minor),
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

function amount({ facts }: TicketState, minor: number | undefined): string {
  return minor === undefined ? '' : majorText(minor, facts.currency)
}

/** The parts of the file, in order. */
export function* csvParts(transfer: Transfer): Generator<string, void> {
  const names = namesFor(transfer.mostLegs)
  yield byteOrderMark + csvRows([names])
  let last = 0
  for (
    let page = transfer.after(last, ticketsAtOnce);
    page.length > 0;
    page = transfer.after(last, ticketsAtOnce)
  ) {
    last = page.at(-1)?.id ?? last
    yield csvRows(
      page.map(({ ticket }) => [
        ...cellsOf(checkReplay(ticket), names, transfer.isDemo),
        JSON.stringify(ticket),
      ]),
    )
  }
}

const csvRows = (rows: readonly (readonly string[])[]) =>
  `${Papa.unparse(rows.map(row => row.map(protectedCell)))}\r\n`

function namesFor(legs: number): string[] {
  const ofLegs = Array.from({ length: legs }, (_, at) =>
    Object.keys(legColumns).map(name => `leg_${at + 1}_${name}`),
  )
  return [...Object.keys(columns), ...ofLegs.flat(), recordsColumn]
}

/** All cells but the last. */
function cellsOf(state: TicketState, names: readonly string[], isDemo: boolean): string[] {
  return names.slice(0, -1).map(name => readable(cellOf(state, name, isDemo)))
}

/** Without what would make the file no text; the records have it all. */
const readable = (cell: string) => cell.toWellFormed().replaceAll('\0', '')

function cellOf(state: TicketState, name: string, isDemo: boolean): string {
  const [, place = '', column = ''] = /^leg_(\d+)_(\w+)$/.exec(name) ?? []
  const leg = state.legs[Number(place) - 1]
  if (place === '') return columns[name]?.(state, isDemo) ?? ''
  return leg === undefined ? '' : (legColumns[column]?.(leg) ?? '')
}

/** The version of a ledger's CSV by its header; undefined for any other table. */
export function csvVersion(header: readonly string[]): number | undefined {
  const [, version = ''] = recordsColumns.exec(header.at(-1)?.trim() ?? '') ?? []
  return version === '' || header[0]?.trim() !== 'ledger' ? undefined : Number(version)
}

/** A ticket of a ledger's CSV. One whose cells were edited is refused: which of the two is meant cannot be known. */
export function readLedgerRow(
  { line, cells, fault }: CsvLine,
  header: readonly string[],
  whose: Whose,
): ReadLine {
  if (fault !== null) return bad(line, fault)
  if (cells.length !== header.length)
    return bad(line, `This line has ${cells.length} cells, and there are ${header.length} columns.`)
  const plain = cells.map(unprotectedCell)
  const read = readJson(line, plain.at(-1) ?? '', whose)
  if (!read.ok || read.ticket.kind !== 'carried') return read
  const [ledger] = plain
  if (ledger !== whoseName(whose.isDemo)) return bad(line, otherLedger(ledger === 'demo'))
  const expected = cellsOf(checkReplay(read.ticket.ticket), header, whose.isDemo)
  const edited = expected.findIndex((cell, at) => cell !== plain[at])
  if (edited < 0) return read
  return bad(
    line,
    `The cell “${header[edited]}” was changed after the export. Correct the ticket in the ledger instead, or use the JSON file.`,
  )
}

/** Why tickets of one ledger do not come into the other. */
export const otherLedger = (isOfDemo: boolean) =>
  isOfDemo
    ? 'This is a ticket of the demo. Switch to the demo profile to import it.'
    : 'This is not a ticket of the demo. Switch to a profile of your own to import it.'
