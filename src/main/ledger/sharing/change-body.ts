/**
 * A change as it crosses between desks. Its records are as in the log, except that no number of one desk is in it: a
 * record names another by the uid of its change and its index there.
 */
import { z } from 'zod'
import { AccountId } from '../../../shared/model/accounts/account-id.ts'
import { BookId } from '../../../shared/model/game/book.ts'
import { BookPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import type { TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import { parseOwnJson, toJsonColumn } from '../../storage/json-column.ts'
import type { Change } from '../log/parse-log.ts'
import { RecordTime, type AccountLogRecord, type ChangeRecord, type LoggedRecord } from '../log/record.ts'
import type { JsonObject } from '../log/shared-ledger.ts'
import { PortableAccountRecord } from '../log/portable-account-record.ts'
import { PortableRecord } from '../log/portable-ticket.ts'

const Uid = z.uuid()
const maxRecords = 100_000

/** `subject`: of a ticket its uid, of an account its id, of a policy the book's id. */
const Head = z.strictObject({
  of: z.enum(['ticket', 'account', 'policy']),
  subject: z.string().min(1).max(500),
  basis: Uid.nullable(),
  replaces: Uid.nullable(),
  records: z.array(z.record(z.string(), z.unknown())).min(1).max(maxRecords),
})

const JsonBody = z.record(z.string(), z.unknown())

/** A record by the uid of its change and its index there. */
const Reference = z.tuple([Uid, z.number().int().min(0)])
type Reference = Readonly<z.output<typeof Reference>>

const DeclinedRecord = z.strictObject({
  at: RecordTime,
  kind: z.literal('declined'),
  reason: z.string().max(1_000),
})
const PolicyRecord = BookPolicy.extend({ at: RecordTime, kind: z.literal('policy') })
const TicketChangeRecord = z.union([PortableRecord, DeclinedRecord])

/** The record at a number of this desk, as other desks know it. */
export type ToReference = (seq: number) => Reference
/** The number that a record has on this desk; undefined when it is not known. */
export type ToSeq = (uid: string, index: number) => number | undefined

/** Converts an own change for other desks. */
export function toChangeBody(
  { subject, basis, replaces }: Pick<Change, 'subject' | 'basis' | 'replaces'>,
  records: readonly LoggedRecord<ChangeRecord>[],
  toReference: ToReference,
): JsonObject {
  const [of = '', ...rest] = subject.split(':')
  return toJson({
    ...{ of, subject: rest.join(':'), basis, replaces },
    records: records.map(({ at, record }) => ({ at, ...withoutNumbers(record, toReference) })),
  })
}

/** Without properties that are undefined. */
const toJson = (value: object): JsonObject => JsonBody.parse(parseOwnJson(toJsonColumn(value)))

function withoutNumbers(record: ChangeRecord, toReference: ToReference): object {
  if (record.kind === 'recorded') return { ...record, facts: withoutOrigin(record.facts) }
  if (record.kind === 'entry') {
    if (record.reverses === null) return record
    return { ...record, because: '', reverses: toReference(record.reverses) }
  }
  if (!('accountId' in record)) return record
  const rest = withoutOwner(record)
  if (!('of' in rest) || rest.of === null) return rest
  return { ...rest, of: toReference(rest.of) }
}

/** The subject of the change names the account. */
function withoutOwner(record: AccountLogRecord) {
  return { ...record, accountId: undefined, ...(record.kind === 'account-opened' && { isDemo: undefined }) }
}

/** The desk that it was recorded from has no meaning elsewhere. */
const withoutOrigin = ({ isDemo: _, ...facts }: TicketFacts) => ({ ...facts, parlayId: null, quoteId: null })

/** A change of another member, with the numbers of this desk. */
export interface ParsedChange extends Pick<Change, 'subject' | 'basis' | 'replaces'> {
  readonly records: readonly Omit<LoggedRecord<ChangeRecord>, 'seq'>[]
}

/** Undefined for a body that this version cannot read, or that names records unknown here. */
export function parseChangeBody(body: unknown, toSeq: ToSeq): ParsedChange | undefined {
  const head = Head.safeParse(body).data
  if (head === undefined) return undefined
  const { of, subject, basis, replaces } = head
  const records = head.records.map(record => parseRecord({ of, subject }, withNumbers(record, toSeq)))
  const known = records.flatMap(record => record ?? [])
  if (known.length < records.length) return undefined
  return { subject: `${of}:${subject}`, basis, replaces, records: known }
}

function withNumbers(record: Readonly<Record<string, unknown>>, toSeq: ToSeq): unknown {
  const toNumber = (value: unknown) => {
    const parsed = Reference.safeParse(value)
    return parsed.success ? toSeq(...parsed.data) : value === null ? null : undefined
  }
  const numbered = { ...record }
  for (const field of ['reverses', 'of']) if (field in record) numbered[field] = toNumber(record[field])
  const { reverses } = numbered
  return typeof reverses === 'number' ? { ...numbered, because: `Takes record ${reverses} back.` } : numbered
}

function parseRecord(
  { of, subject }: { readonly of: string; readonly subject: string },
  value: unknown,
): ParsedChange['records'][number] | undefined {
  if (of === 'ticket') return parseTicketRecord(subject, value)
  if (of === 'account') return parseAccountRecord(subject, value)
  const policy = BookId.safeParse(subject).success ? PolicyRecord.safeParse(value).data : undefined
  if (policy?.bookId !== subject) return undefined
  const { at, ...record } = policy
  return { at, record }
}

function parseTicketRecord(uid: string, value: unknown): ParsedChange['records'][number] | undefined {
  const parsed = Uid.safeParse(uid).success ? TicketChangeRecord.safeParse(value).data : undefined
  if (parsed === undefined) return undefined
  const { at, ...record } = parsed
  if (record.kind !== 'recorded') return { at, record }
  const { facts } = record
  return facts.uid === uid ? { at, record: { ...record, facts: { ...facts, isDemo: false } } } : undefined
}

function parseAccountRecord(id: string, value: unknown): ParsedChange['records'][number] | undefined {
  const accountId = AccountId.safeParse(id).data
  const parsed = PortableAccountRecord.safeParse(value).data
  if (accountId === undefined || parsed === undefined) return undefined
  const { at, ...record } = parsed
  const owned = record.kind === 'account-opened' ? { ...record, isDemo: false } : record
  return { at, record: { ...owned, accountId } }
}
