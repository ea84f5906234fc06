/** Authors of tickets and records in a ledger that a team shares, and the changes of a ticket that have no effect. */
import { z } from 'zod'
import type { HistoryItem, TicketDetail } from '../../../shared/model/ticket/ticket-detail.ts'
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import { WithoutEffect } from '../../../shared/model/team/record-author.ts'
import type { Database } from '../../storage/database.ts'
import { toJsonColumn } from '../../storage/json-column.ts'
import { toAuthor as authorOf } from '../log/changes.ts'
import type { Change } from '../log/parse-log.ts'
import type { LedgerLog } from '../log/ledger-log.ts'
import { isOfTicket, type ChangeRecord, type LoggedRecord } from '../log/record.ts'

const AuthorRows = z.array(
  z.object({ id: z.number(), member: z.string(), unshared: z.number(), waiting: z.number() }),
)

const toSubject = (ticket: string) => `'ticket:' || ${ticket}.uid`
const ofLines = (own: string) => `
  SELECT t.id, ${authorOf(own, 'c.member')} AS member,
    (SELECT count(*) FROM changes WHERE subject = c.subject AND place IS NULL) AS unshared,
    (SELECT count(*) FROM changes WHERE subject = c.subject AND standing = 'waiting') AS waiting
  FROM tickets AS t JOIN changes AS c ON c.subject = ${toSubject('t')} AND c.standing = 'applied'
    JOIN log AS l ON l.seq = c.first_seq AND l.kind = 'recorded'
  WHERE t.id IN (SELECT value FROM json_each(?))`

/** Adds authors to lines. Returns them as they are in a ledger without a team. */
export function createLineAuthors({
  database,
  log,
}: {
  readonly database: Database
  readonly log: Pick<LedgerLog, 'changes'>
}): (lines: TicketLine[]) => TicketLine[] {
  if (log.changes === undefined) return lines => lines
  const authors = database.prepare(ofLines(log.changes.member))
  return lines => {
    const rows = AuthorRows.parse(authors.all(toJsonColumn(lines.map(({ id }) => id))))
    const found = new Map(rows.map(row => [row.id, row]))
    return lines.map(line => {
      const row = found.get(line.id)
      if (row === undefined) return line
      const { member, unshared, waiting } = row
      return { ...line, by: { member, isShared: unshared === 0 }, ...(waiting > 0 && { waiting }) }
    })
  }
}

const toAuthor = ({ member, place }: Change) => ({ member, isShared: place !== null })

type Describe = (records: ReturnType<LedgerLog['ofTicket']>) => HistoryItem[]

/** The history with authors, and the changes that have no effect. Only the history in a ledger without a team. */
export function describeWithAuthors(
  log: LedgerLog,
  ticketId: number,
  describe: Describe,
): Pick<TicketDetail, 'history' | 'withoutEffect'> {
  const records = log.ofTicket(ticketId)
  const all = log.changes?.ofTicket(ticketId) ?? []
  if (all.length === 0) return { history: describe(records) }
  const withAuthor = (item: HistoryItem): HistoryItem => {
    const change = all.find(({ firstSeq, lastSeq }) => firstSeq <= item.seq && item.seq <= lastSeq)
    return change === undefined ? item : { ...item, by: toAuthor(change) }
  }
  const withoutEffect = all.flatMap(change => {
    const why = WithoutEffect.safeParse(change.standing).data
    if (why === undefined) return []
    const ofChange = log.ofChange(change)
    const added = ofChange.filter(isLoggedOfTicket)
    // After the records that count, so that legs have their names.
    const items = describe([...records, ...added]).slice(describe(records).length)
    return [{ uid: change.uid, why, by: toAuthor(change), at: ofChange[0]?.at ?? 0, items }]
  })
  return { history: describe(records).map(withAuthor), withoutEffect }
}

const isLoggedOfTicket = (
  logged: LoggedRecord<ChangeRecord>,
): logged is ReturnType<LedgerLog['ofTicket']>[number] => isOfTicket(logged.record)
