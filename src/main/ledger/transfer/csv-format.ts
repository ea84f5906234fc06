/**
 * The ledger as CSV: a row a ticket in its present state, its legs in columns, for spreadsheets; and in the last column all its
 * records, so that an unchanged file comes back exactly.
 */
import { majorText } from '../../../shared/model/ticket/money.ts'
import { byteOrderMark, toCsvRows } from '../../files/csv-writer.ts'
import type { LedgerCore } from '../opening/ledger-file.ts'
import { deriveOutcome } from '../state/ticket-outcome.ts'
import { legResult, type LegState, type TicketState } from '../state/ticket-state.ts'
import { explainOtherLedger, toOwnerName } from './json-format.ts'
import { BadLine, checkReplay, parsePortableJson, type ImportOwner, type IncomingTicket } from './replay.ts'
import { findMaxLegs, readTickets } from './ledger-tickets.ts'

const recordsColumn = 'records_v1'

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

function toAmount({ facts }: TicketState, minor: number | undefined): string {
  return minor === undefined ? '' : majorText(minor, facts.currency)
}

/** Yields the parts of the file, in order. */
export function* writeCsv(core: LedgerCore): Generator<string, void> {
  const names = listColumns(findMaxLegs(core))
  yield byteOrderMark + toCsvRows([names])
  for (const tickets of readTickets(core))
    yield toCsvRows(
      tickets.map(ticket => [
        ...toReadableCells(checkReplay(ticket), names, core.isDemo()),
        JSON.stringify(ticket),
      ]),
    )
}

function listColumns(maxLegs: number): string[] {
  const ofLegs = Array.from({ length: maxLegs }, (_, at) =>
    Object.keys(legColumns).map(name => `leg_${at + 1}_${name}`),
  )
  return [...Object.keys(columns), ...ofLegs.flat(), recordsColumn]
}

/** All cells but the last. Lone surrogates and zero characters are left out, as the records have them anyway. */
function toReadableCells(state: TicketState, names: readonly string[], isDemo: boolean): string[] {
  return names.slice(0, -1).map(name => toCell(state, name, isDemo).toWellFormed().replaceAll('\0', ''))
}

function toCell(state: TicketState, name: string, isDemo: boolean): string {
  const [, place = '', column = ''] = /^leg_(\d+)_(\w+)$/.exec(name) ?? []
  if (place === '') return columns[name]?.(state, isDemo) ?? ''
  const leg = state.legs[Number(place) - 1]
  return leg === undefined ? '' : (legColumns[column]?.(leg) ?? '')
}

/** Format version of a ledger's CSV by its header; undefined for any other table. */
export function findCsvVersion(header: readonly string[]): number | undefined {
  const [, version = ''] = /^records_v(\d+)$/.exec(header.at(-1)?.trim() ?? '') ?? []
  return version === '' || header[0]?.trim() !== 'ledger' ? undefined : Number(version)
}

/** Throws BadLine, also for a ticket whose cells were edited: nothing says whether they or its records are meant. */
export function parseLedgerRow(
  cells: readonly string[],
  header: readonly string[],
  owner: ImportOwner,
): IncomingTicket {
  const ticket = parsePortableJson(cells.at(-1) ?? '', owner)
  const [ownerName] = cells
  if (ownerName !== toOwnerName(owner.isDemo)) throw new BadLine(explainOtherLedger(ownerName === 'demo'))
  const expected = toReadableCells(ticket.state, header, owner.isDemo)
  const edited = expected.findIndex((cell, at) => cell !== cells[at])
  if (edited < 0) return ticket
  throw new BadLine(
    `The cell “${header[edited]}” was changed after the export. Correct the ticket in the ledger instead, or use the JSON file.`,
  )
}
