/**
 * The ledger as JSON: one object, with its head on the first line and an account or ticket on each following one, so that a long
 * file is read a line at a time. A file that another program reformatted is read as a whole.
 */
import { z } from 'zod'
import { BookPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import { NotText } from '../../files/text-file.ts'
import type { AccountHistory } from '../accounts/account-history.ts'
import { accountOpening, isAccount, parsePortableAccount } from './portable-account.ts'
import { toPortable } from '../log/portable-ticket.ts'
import {
  BadLine,
  badLine,
  parseLine,
  parsePortable,
  parsePortableJson,
  type ImportLine,
  type ImportOwner,
} from './replay.ts'
import { readTickets, type RecordedTickets } from './ledger-tickets.ts'

const format = 'parlay-desk-ledger'
/** The newest version that this program writes and reads. */
export const formatVersion = 4
const opening = `{"format":"${format}"`
const ticketsOpening = '"tickets":['
const ending = ']}'

const Head = z.strictObject({
  format: z.literal(format),
  version: z.number().int().positive(),
  ledger: z.enum(['own', 'demo']),
  exportedAt: z.string(),
  policies: z.array(BookPolicy),
  tickets: z.array(z.unknown()),
})

export interface LedgerJson {
  readonly head: Pick<z.infer<typeof Head>, 'version' | 'ledger' | 'policies'>
  /** Accounts that can be imported; the others are bad lines of `parseTickets`. */
  readonly parseAccounts: (owner: ImportOwner) => AccountHistory[]
  readonly parseTickets: (owner: ImportOwner) => Generator<ImportLine, void>
}

export const toOwnerName = (isDemo: boolean) => (isDemo ? 'demo' : 'own')

/** Reason for rejecting tickets of the demo in the user's ledger, and the reverse. */
export const explainOtherLedger = (isOfDemo: boolean) =>
  isOfDemo
    ? 'This is a demo ticket. Switch to the demo profile to import it.'
    : 'This isn’t a demo ticket. Switch to your own profile to import it.'

export const newerFile = 'This file is from a newer version. Update Parlay Desk.'

/** Yields the parts of the file, in order. Returns the number of tickets. */
export function* writeJson(from: RecordedTickets, at: number): Generator<string, number> {
  const policies = from.policies.map(({ bookId, policy, source, asOf }) => ({ bookId, policy, source, asOf }))
  const head = {
    format,
    version: formatVersion,
    ledger: toOwnerName(from.isDemo),
    exportedAt: new Date(at).toISOString(),
    policies,
  }
  yield `${JSON.stringify(head).slice(0, -1)},${ticketsOpening}`
  const accounts = from.accounts.map(account => JSON.stringify(account))
  if (accounts.length > 0) yield `\n${accounts.join(',\n')}`
  let count = 0
  for (const tickets of readTickets(from)) {
    yield (
      (count + accounts.length === 0 ? '\n' : ',\n') +
      tickets.map(({ records }) => JSON.stringify(toPortable(records))).join(',\n')
    )
    count += tickets.length
  }
  yield `\n${ending}\n`
  return count
}

export const looksLikeJson = (text: string) => /^\s*[{[]/.test(text)

/** Reads a ledger in this program's layout, line by line; undefined for any other file. */
export function readJsonLines(lines: () => Iterable<string>): LedgerJson | undefined {
  const firstLine = readFirstLine(lines()).trimEnd()
  if (!firstLine.startsWith(opening) || !firstLine.endsWith(ticketsOpening)) return undefined
  const head = parseHead(firstLine + ending)
  return (
    head && {
      head,
      parseAccounts: owner => parseAccounts(readAccountLines(lines()), owner),
      parseTickets: owner => parseTicketLines(lines(), owner),
    }
  )
}

/** Reads a ledger in any layout; undefined for any other text. */
export function readJson(text: string): LedgerJson | undefined {
  const head = parseHead(text)
  return (
    head && {
      head,
      parseAccounts: owner => parseAccounts(head.tickets.filter(isAccount), owner),
      parseTickets: owner => parseTickets(head.tickets, owner),
    }
  )
}

function parseHead(text: string): z.infer<typeof Head> | undefined {
  try {
    return Head.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

function readFirstLine(lines: Iterable<string>): string {
  try {
    for (const line of lines) return line
  } catch (error) {
    if (!(error instanceof NotText)) throw error
  }
  return ''
}

function* parseTicketLines(lines: Iterable<string>, owner: ImportOwner): Generator<ImportLine, void> {
  let line = 0
  try {
    for (const text of lines) {
      const row = text.trim()
      if (row === ending) return
      if (++line === 1 || row === '') continue
      const entry = withoutComma(row)
      if (!entry.startsWith(accountOpening)) yield parseLine(line, () => parsePortableJson(entry, owner))
      else yield* checkAccount(line, () => parseJson(entry), owner)
    }
    yield badLine(line + 1, 'The file was cut off; some tickets are missing.')
  } catch (error) {
    if (!(error instanceof NotText)) throw error
    yield badLine(line + 1, 'From here on the file isn’t UTF-8 text; some tickets are missing.')
  }
}

function* parseTickets(tickets: readonly unknown[], owner: ImportOwner): Generator<ImportLine, void> {
  for (const [at, ticket] of tickets.entries())
    if (isAccount(ticket)) yield* checkAccount(at + 1, () => ticket, owner)
    else yield parseLine(at + 1, () => parsePortable(ticket, owner))
}

const withoutComma = (row: string): string => (row.endsWith(',') ? row.slice(0, -1) : row)

/** Throws BadLine. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadLine('This isn’t JSON, or it was cut off.')
  }
}

/** Accounts come first. Lines that cannot be read are left to `parseTicketLines`. */
function* readAccountLines(lines: Iterable<string>): Generator<unknown, void> {
  let line = 0
  try {
    for (const text of lines) {
      if (++line === 1) continue
      const entry = withoutComma(text.trim())
      if (!entry.startsWith(accountOpening)) return
      yield parseJson(entry)
    }
  } catch (error) {
    if (!(error instanceof NotText || error instanceof BadLine)) throw error
  }
}

function parseAccounts(values: Iterable<unknown>, { isDemo }: ImportOwner): AccountHistory[] {
  return [...values].flatMap(value => findAccount(() => parsePortableAccount(value, isDemo)) ?? [])
}

function findAccount(parse: () => AccountHistory): AccountHistory | undefined {
  try {
    return parse()
  } catch (error) {
    if (error instanceof BadLine) return undefined
    throw error
  }
}

/** Yields a line only if the account cannot be imported. */
function* checkAccount(
  line: number,
  read: () => unknown,
  { isDemo }: ImportOwner,
): Generator<ImportLine, void> {
  try {
    parsePortableAccount(read(), isDemo)
  } catch (error) {
    if (!(error instanceof BadLine)) throw error
    yield badLine(line, error.message)
  }
}
