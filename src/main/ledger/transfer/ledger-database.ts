/**
 * Imports from a ledger's database file: a backup, or a damaged one that was moved aside. Each ticket is read with all
 * of its records, as from an export; a ticket whose records cannot be read, were changed or contradict each other
 * becomes a bad line. Nothing is written to the file.
 */
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { Refusal } from '../../../shared/failure.ts'
import type { BookPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import { runInSlices } from '../../async/in-slices.ts'
import { toFileName } from '../../files/regular-file.ts'
import { isSqliteFile, openReadOnly, readPragma, type Database } from '../../storage/database.ts'
import { resultCode } from '../../storage/storage-failure.ts'
import { readWitness } from '../../storage/witness.ts'
import {
  chainHash,
  chainStart,
  toHashedRow,
  toLedgerRecord,
  toTicketRecord,
  type HashedRow,
} from '../log/parse-log.ts'
import { readLastSeq } from '../opening/inspect.ts'
import { ledgerFilesIn, newestVersion } from '../opening/ledger-file.ts'
import { explainOtherLedger, newerFile } from './json-format.ts'
import { toPortable } from '../log/portable-ticket.ts'
import { isOfAccount } from '../accounts/account-book.ts'
import type { AccountHistory } from '../accounts/account-history.ts'
import type { AccountLogRecord, LoggedRecord } from '../log/record.ts'
import { TeamOrder } from './team-order.ts'
import { parsePortableAccount, toPortableAccount } from './portable-account.ts'
import { BadLine, badLine, parseLine, parsePortable, type ImportLine, type ImportOwner } from './replay.ts'

/** SQLITE_CORRUPT (https://sqlite.org/rescode.html). */
const corrupt = 11

interface TicketTrail {
  /** Places of the ticket's records in the log. */
  readonly places: number[]
  /** Place of the first record that was changed. */
  changedAt: number | undefined
}

interface Survey {
  readonly own: Map<number, TicketTrail>
  readonly demo: Map<number, TicketTrail>
  readonly policies: Map<string, LoggedRecord<BookPolicy>>
  readonly accounts: Map<string, LoggedRecord<AccountLogRecord>[]>
  /** Number of records that cannot be read. */
  lost: number
}

/** False also for a file that cannot be opened; reading it as text then reports why. */
export function isLedgerDatabase(path: string): boolean {
  try {
    return statSync(path).size > 0 && isSqliteFile(path)
  } catch {
    return false
  }
}

/** Throws Refusal when nothing can be read, or all tickets belong to the other ledger. */
export async function openLedgerDatabase(path: string, owner: ImportOwner) {
  const { own, demo, policies, accounts, lost } = await readSurvey(path)
  const { sound, damaged } = parseAccounts(accounts, owner.isDemo)
  const [mine, others] = owner.isDemo ? [demo, own] : [own, demo]
  if (mine.size === 0 && others.size > 0) throw refused(explainOtherLedger(!owner.isDemo))
  return {
    file: { kind: 'ledger' as const, name: toFileName(path), bytes: statSync(path).size },
    policies: [...policies.values()].map(({ record }) => record),
    accounts: sound,
    lines: () => parseTickets(path, [...mine.values()], { lost: lost + damaged, owner }),
  }
}

/** Refusal of a file that cannot be imported. */
export const refused = (sentence: string, cause?: unknown) =>
  new Refusal({ kind: 'invalid', field: 'file', sentence }, { cause })

async function readSurvey(path: string): Promise<Survey> {
  try {
    return await runInSlices(survey(path))
  } catch (cause) {
    if (resultCode(cause) === undefined) throw cause
    throw refused('This isn’t a Parlay Desk ledger, or it can’t be read.', cause)
  }
}

/** Reads record by record, so that a damaged page affects only the records on it. */
function* survey(path: string): Generator<void, Survey> {
  using database = openReadOnly(path)
  if (Number(readPragma(database, 'user_version')) > newestVersion) throw refused(newerFile)
  const readRow = prepareReading(database)
  const order = new TeamOrder(database)
  const found: Survey = { own: new Map(), demo: new Map(), policies: new Map(), accounts: new Map(), lost: 0 }
  const last = findLastPlace(database, path)
  /** Hash stored with the record before; undefined when it cannot be read. */
  let before: string | undefined = chainStart.hash
  for (let seq = 1; seq <= last; seq++) {
    const row = readRow(seq)
    if (row === undefined) found.lost++
    else {
      const isSound = before === undefined || chainHash(before, row) === row.stored_hash
      addRow(found, row, { isSound, order })
    }
    before = row?.stored_hash
    yield
  }
  for (const { places } of [...found.own.values(), ...found.demo.values()]) places.sort(order.compare)
  for (const records of found.accounts.values()) records.sort((a, b) => order.compare(a.seq, b.seq))
  return found
}

/** Falls back on the witness beside the file when the end itself cannot be read. */
function findLastPlace(database: Database, path: string): number {
  try {
    return readLastSeq(database)
  } catch (error) {
    const end = readWitness(ledgerFilesIn(dirname(path)).witness)
    if (end === undefined || resultCode(error) !== corrupt) throw error
    return end.records
  }
}

/** Returns undefined for a row that cannot be read. */
function prepareReading(database: Database): (seq: number) => HashedRow | undefined {
  const one = database.prepare('SELECT *, lower(hex(hash)) AS stored_hash FROM log WHERE seq = ?')
  return seq => {
    try {
      const raw = one.get(seq)
      if (raw === undefined) return undefined
      const row = toHashedRow(raw)
      JSON.parse(row.body)
      return row
    } catch (error) {
      if (error instanceof SyntaxError || resultCode(error) === corrupt) return undefined
      throw error
    }
  }
}

function addRow(
  { own, demo, policies, accounts }: Survey,
  row: HashedRow,
  { isSound, order }: { readonly isSound: boolean; readonly order: TeamOrder },
): void {
  const { seq, ticket_id: id } = row
  if (!order.counts(seq)) return
  if (id === null) {
    if (isSound) addPolicy(policies, row, order)
    addAccountRecord(accounts, row, isSound)
    return
  }
  const trail = own.get(id) ?? demo.get(id) ?? { places: [], changedAt: undefined }
  if (trail.places.length === 0) (isOfDemo(row) ? demo : own).set(id, trail)
  trail.places.push(seq)
  if (!isSound) trail.changedAt ??= seq
}

/** The last one of a book is kept. */
function addPolicy(policies: Survey['policies'], row: HashedRow, order: TeamOrder): void {
  const { seq, at, record } = toLedgerRecord(row)
  if (record.kind !== 'policy') return
  const { bookId, policy, source, asOf } = record
  const before = policies.get(bookId)
  if (before !== undefined && order.compare(before.seq, seq) > 0) return
  policies.set(bookId, { seq, at, record: { bookId, policy, source, asOf } })
}

/** A changed record is left out; the account is then checked like one of an edited file. */
function addAccountRecord(accounts: Survey['accounts'], row: HashedRow, isSound: boolean): void {
  const { seq, at, record } = toLedgerRecord(row)
  if (!isOfAccount(record)) return
  const before = accounts.get(record.accountId) ?? []
  accounts.set(record.accountId, isSound ? [...before, { seq, at, record }] : before)
}

/** Accounts of one owner. `damaged`: number of those that cannot be imported. */
function parseAccounts(accounts: Survey['accounts'], isDemo: boolean) {
  const sound: AccountHistory[] = []
  let damaged = 0
  for (const [accountId, logged] of accounts) {
    const first = logged[0]?.record
    if (first?.kind === 'account-opened' && first.isDemo !== isDemo) continue
    const records = logged.map(({ record: { accountId: _, ...record }, ...rest }) => ({ ...rest, record }))
    try {
      sound.push(parsePortableAccount(toPortableAccount({ accountId, records }), isDemo))
    } catch (error) {
      if (!(error instanceof BadLine)) throw error
      damaged++
    }
  }
  return { sound, damaged }
}

const DemoRecording = z.object({ facts: z.object({ isDemo: z.literal(true) }) })

/** Works for changed records too, if their text still names the ledger. */
function isOfDemo({ kind, body }: HashedRow): boolean {
  return kind === 'recorded' && DemoRecording.safeParse(JSON.parse(body)).success
}

function* parseTickets(
  path: string,
  trails: readonly TicketTrail[],
  { lost, owner }: { lost: number; owner: ImportOwner },
): Generator<ImportLine, void> {
  using database = openReadOnly(path)
  const readRow = prepareReading(database)
  for (const [at, { places, changedAt }] of trails.entries())
    yield parseLine(at + 1, () => {
      if (changedAt !== undefined)
        throw new BadLine(`Record ${changedAt} of this ticket doesn’t match what was saved.`)
      const records = places.flatMap(seq => readRow(seq) ?? []).map(toTicketRecord)
      return parsePortable(toPortable(records), owner)
    })
  const what = lost === 1 ? 'One record' : `${lost} records`
  if (lost > 0)
    yield badLine(
      trails.length + 1,
      `${what} can’t be read. Compare your tickets with your bet history at the books.`,
    )
}
