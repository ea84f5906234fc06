/**
 * A ledger's own file as something to import: a backup, or one that was found damaged and set aside. Each ticket comes
 * with all of its records, as from an export. What cannot be read, was changed, or no longer follows from what is before
 * it is left out and told. Nothing is written to the file.
 */
import { statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { Refusal } from '../../../shared/failure.ts'
import type { BookPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import { lookIntoDatabase, readPragma, resultCode } from '../../storage/database.ts'
import { inSlices } from '../../async/in-slices.ts'
import { isDatabase } from '../../storage/is-database.ts'
import { readTestimony } from '../../storage/witness.ts'
import { ledgerFilesIn, newestVersion } from '../opening/ledger-file.ts'
import { chained, ledgerRecordOf, logRows, noHash, ticketRecordOf, type LogRow } from '../log/parse-record.ts'
import { carried } from './carried-ticket.ts'
import { otherLedger } from './csv-format.ts'
import { newerFile } from './json-format.ts'
import type { OpenedFile } from './opened-file.ts'
import { bad, readCarried, type ReadLine, type Whose } from './read-line.ts'

const recordsAtOnce = 200
const ticketsAtOnce = 50

/** A row with the running hash that is kept beside it, in hex. */
type KeptRow = LogRow & { readonly kept: string }

/** Where a ticket's records are in the log, and the first that is not what was saved. */
interface Trail {
  readonly places: number[]
  changedAt: number | undefined
}

interface Survey {
  readonly own: Map<number, Trail>
  readonly demo: Map<number, Trail>
  readonly policies: Map<string, BookPolicy>
  /** How many records cannot be read. */
  lost: number
}

/** False for one that cannot be opened, too: whoever reads it as text says why. */
export function isKeptLedger(path: string): boolean {
  try {
    return statSync(path).size > 0 && isDatabase(path)
  } catch {
    return false
  }
}

/** Throws Refusal when nothing of it can be read, or none of its tickets is of the ledger shown now. */
export async function openKeptLedger(path: string, whose: Whose): Promise<OpenedFile> {
  const { own, demo, policies, lost } = await surveyed(path)
  const [mine, others] = whose.isDemo ? [demo, own] : [own, demo]
  if (mine.size === 0 && others.size > 0) throw refused(otherLedger(!whose.isDemo))
  return {
    file: { kind: 'ledger', name: basename(path), bytes: statSync(path).size },
    policies: [...policies.values()],
    lines: () => linesOf(path, [...mine.values()], { lost, whose }),
  }
}

const refused = (sentence: string, cause?: unknown) =>
  new Refusal({ kind: 'invalid', field: 'file', sentence }, { cause })

async function surveyed(path: string): Promise<Survey> {
  try {
    const version = lookIntoDatabase(path, database => Number(readPragma(database, 'user_version')))
    if (version > newestVersion) throw refused(newerFile)
    return await inSlices(survey(path))
  } catch (cause) {
    if (resultCode(cause) === undefined) throw cause
    throw refused('This is no ledger of this program, or nothing of it can be read.', cause)
  }
}

/** Record by record, so that a damaged page costs the records on it and no others. */
function* survey(path: string): Generator<void, Survey> {
  const found: Survey = { own: new Map(), demo: new Map(), policies: new Map(), lost: 0 }
  const last = lastPlace(path)
  /** The hash kept at the record before; undefined when that cannot be read, and so vouches for nothing. */
  let before: string | undefined = noHash
  for (let from = 1; from <= last; from += recordsAtOnce) {
    const places = Array.from({ length: Math.min(recordsAtOnce, last - from + 1) }, (_, at) => from + at)
    for (const row of rowsAt(path, places)) {
      if (row === undefined) found.lost++
      else note(found, row, before === undefined || chained(before, row) === row.kept)
      before = row?.kept
    }
    yield
  }
  return found
}

/** Where the end itself cannot be read, the witness beside the file says where it was. */
function lastPlace(path: string): number {
  try {
    return lookIntoDatabase(path, database =>
      Number(database.prepare('SELECT max(seq) AS seq FROM log').get()?.['seq'] ?? 0),
    )
  } catch (error) {
    const testimony = readTestimony(ledgerFilesIn(dirname(path)).witness)
    if (testimony === undefined || resultCode(error) !== corrupt) throw error
    return testimony.records
  }
}
/** SQLITE_CORRUPT (https://sqlite.org/rescode.html). */
const corrupt = 11

function rowsAt(path: string, places: readonly number[]): (KeptRow | undefined)[] {
  return lookIntoDatabase(path, database => {
    const one = database.prepare('SELECT *, lower(hex(hash)) AS kept FROM log WHERE seq = ?')
    return places.map(seq => readableRow(() => one.get(seq)))
  })
}

function readableRow(get: () => Readonly<Record<string, unknown>> | undefined): KeptRow | undefined {
  try {
    const raw = get()
    const [row] = raw === undefined ? [] : logRows([raw])
    if (row !== undefined) JSON.parse(row.body)
    return row && { ...row, kept: String(raw?.['kept']) }
  } catch (error) {
    if (error instanceof SyntaxError || resultCode(error) === corrupt) return undefined
    throw error
  }
}

function note({ own, demo, policies }: Survey, row: KeptRow, isSound: boolean): void {
  const { seq, ticket_id: id } = row
  if (id === null) {
    if (isSound) notePolicy(policies, row)
    return
  }
  const trail = own.get(id) ?? demo.get(id) ?? { places: [], changedAt: undefined }
  if (trail.places.length === 0) (isOfDemo(row) ? demo : own).set(id, trail)
  trail.places.push(seq)
  if (!isSound) trail.changedAt ??= seq
}

function notePolicy(policies: Map<string, BookPolicy>, row: KeptRow): void {
  const { record } = ledgerRecordOf(row)
  if (record.kind !== 'policy') return
  const { bookId, policy, source, asOf } = record
  policies.set(bookId, { bookId, policy, source, asOf })
}

function isOfDemo(row: KeptRow): boolean {
  const { record } = ticketRecordOf(row)
  return record.kind === 'recorded' && record.facts.isDemo
}

interface Telling {
  readonly lost: number
  readonly whose: Whose
}

function* linesOf(
  path: string,
  trails: readonly Trail[],
  { lost, whose }: Telling,
): Generator<ReadLine, void> {
  let line = 0
  for (let from = 0; from < trails.length; from += ticketsAtOnce) {
    const some = trails.slice(from, from + ticketsAtOnce)
    const rows = rowsAt(
      path,
      some.flatMap(({ places }) => places),
    ).values()
    for (const { places, changedAt } of some) {
      const records = places.flatMap(() => rows.next().value ?? []).map(ticketRecordOf)
      line++
      yield changedAt === undefined
        ? readCarried(line, carried(records), whose)
        : bad(line, `Record ${changedAt} of this ledger, which is of this ticket, is not what was saved.`)
    }
  }
  const what = lost === 1 ? 'One record' : `${lost} records`
  if (lost > 0) yield bad(line + 1, `${what} cannot be read. Compare the tickets with the books’ own lists.`)
}
