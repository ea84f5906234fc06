/**
 * The ledger as JSON: one object, written with its head on the first line and a ticket on each following one, so that a
 * long one is read a line at a time. One that another program has laid out anew is read as a whole.
 */
import { z } from 'zod'
import { BookPolicy } from '../../../shared/model/refund-policy.ts'
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

/** The head and the tickets; undefined when this is no ledger. */
export function readLedgerJson(
  text: string,
): { head: Head; tickets: (whose: Whose) => Generator<ReadLine, void> } | undefined {
  const firstLine = text.slice(0, Math.max(0, text.indexOf('\n'))).trimEnd()
  const isLaidOut = firstLine.startsWith(opening) && firstLine.endsWith(ticketsOpen)
  const head = headOf(isLaidOut ? firstLine + ending : text)
  if (head === undefined) return undefined
  const tickets = (whose: Whose) => (isLaidOut ? ticketLines(text, whose) : anyTickets(head.tickets, whose))
  return { head, tickets }
}

function headOf(text: string): z.infer<typeof Head> | undefined {
  try {
    return Head.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

function* ticketLines(text: string, whose: Whose): Generator<ReadLine, void> {
  let line = 2
  for (let from = text.indexOf('\n') + 1; from < text.length; line++) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    const row = text.slice(from, to).trim()
    if (row === ending) return
    if (row !== '') yield readJson(line, row.endsWith(',') ? row.slice(0, -1) : row, whose)
    from = to + 1
  }
  yield bad(line, 'The file ends before its end: it was cut off, and tickets are missing.')
}

function* anyTickets(tickets: readonly unknown[], whose: Whose): Generator<ReadLine, void> {
  for (const [at, ticket] of tickets.entries()) yield readCarried(at + 1, ticket, whose)
}

/** The newest version that is understood. */
export const knownVersion = version

export const newerFile = 'A newer version of the program wrote this file. Update the program.'
