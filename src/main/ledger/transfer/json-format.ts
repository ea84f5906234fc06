/**
 * The ledger as JSON: one object, written with its head on the first line and a ticket on each following one, so that a
 * long one is read a line at a time from the file. One that another program has laid out anew is read as a whole.
 */
import { z } from 'zod'
import { BookPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import { NoText } from '../../files/text-file.ts'
import { NoLines } from './file-lines.ts'
import { bad, readCarried, readJson, type ReadLine, type Whose } from './read-line.ts'
import type { Transfer } from './transfer.ts'

const format = 'parlay-desk-ledger'
const version = 1
const ticketsAtOnce = 50
const opening = `{"format":"${format}"`
const ticketsOpen = '"tickets":['
const ending = ']}'

const Head = z.strictObject({
  format: z.literal(format),
  version: z.number().int().positive(),
  ledger: z.enum(['own', 'demo']),
  exportedAt: z.string(),
  policies: z.array(BookPolicy),
  tickets: z.array(z.unknown()),
})
export type Head = Pick<z.infer<typeof Head>, 'version' | 'ledger' | 'policies'>

export const whoseName = (isDemo: boolean) => (isDemo ? 'demo' : 'own')

/** The parts of the file, in order. */
export function* jsonParts(transfer: Transfer, at: number): Generator<string, void> {
  const policies = transfer
    .policies()
    .map(({ bookId, policy, source, asOf }) => ({ bookId, policy, source, asOf }))
  const head = {
    format,
    version,
    ledger: whoseName(transfer.isDemo),
    exportedAt: new Date(at).toISOString(),
    policies,
  }
  yield `${JSON.stringify(head).slice(0, -1)},${ticketsOpen}`
  let last = 0
  let comma = '\n'
  for (
    let page = transfer.after(0, ticketsAtOnce);
    page.length > 0;
    page = transfer.after(last, ticketsAtOnce)
  ) {
    let part = ''
    for (const { id, ticket } of page) {
      part += comma + JSON.stringify(ticket)
      comma = ',\n'
      last = id
    }
    yield part
  }
  yield `\n${ending}\n`
}

export const looksLikeJson = (text: string) => /^\s*[{[]/.test(text)

export interface LedgerJson {
  readonly head: Head
  readonly tickets: (whose: Whose) => Generator<ReadLine, void>
}

/** A ledger as this program lays it out, of which `lines` are read as they are needed; undefined for any other file. */
export function readLaidOut(lines: () => Iterable<string>): LedgerJson | undefined {
  const firstLine = firstOf(lines()).trimEnd()
  if (!firstLine.startsWith(opening) || !firstLine.endsWith(ticketsOpen)) return undefined
  const head = headOf(firstLine + ending)
  return head && { head, tickets: whose => ticketLines(lines(), whose) }
}

const isUnreadable = (error: unknown) => error instanceof NoLines || error instanceof NoText

function firstOf(lines: Iterable<string>): string {
  try {
    for (const line of lines) return line
  } catch (error) {
    if (!isUnreadable(error)) throw error
  }
  return ''
}

/** A ledger in any layout; undefined when this is none. */
export function readLedgerJson(text: string): LedgerJson | undefined {
  const head = headOf(text)
  return head && { head, tickets: whose => anyTickets(head.tickets, whose) }
}

function headOf(text: string): z.infer<typeof Head> | undefined {
  try {
    return Head.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

function* ticketLines(lines: Iterable<string>, whose: Whose): Generator<ReadLine, void> {
  let line = 0
  try {
    for (const text of lines) {
      const row = text.trim()
      if (row === ending) return
      if (++line > 1 && row !== '') yield readJson(line, row.endsWith(',') ? row.slice(0, -1) : row, whose)
    }
    yield bad(line + 1, 'The file ends before its end: it was cut off, and tickets are missing.')
  } catch (error) {
    if (!isUnreadable(error)) throw error
    yield bad(line + 1, 'From here on the file is not text in UTF-8, and tickets are missing.')
  }
}

function* anyTickets(tickets: readonly unknown[], whose: Whose): Generator<ReadLine, void> {
  for (const [at, ticket] of tickets.entries()) yield readCarried(at + 1, ticket, whose)
}

/** The newest version that is understood. */
export const knownVersion = version

export const newerFile = 'A newer version of the program wrote this file. Update the program.'
