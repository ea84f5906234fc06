/** The functions and views of the team's log on the server, with what they take and give as types. */
import { z } from 'zod'
import { readsOwnOnly, Role } from '../../../shared/model/team/roles.ts'
import type { AttestedHead } from '../log/heads.ts'
import type { Head, ServedRecord, SignedRecord } from '../log/record.ts'
import type { RunQuery } from '../postgres/connection.ts'
import { readCode } from '../postgres/server-problem.ts'

export type AppendRefusalKind =
  'not-member' | 'number-taken' | 'number-skipped' | 'malformed' | 'no-right' | 'unknown-head'

const refusals: Readonly<Record<string, AppendRefusalKind>> = {
  PT001: 'not-member',
  /** Another record has this number: two computers write as one member, or a copy was put back from a backup. */
  PT002: 'number-taken',
  PT003: 'number-skipped',
  PT004: 'malformed',
  PT005: 'no-right',
  /** The server has no record there, or another one. */
  PT006: 'unknown-head',
}

/** The server did not take a record; nothing was written. */
export class AppendRefused extends Error {
  override readonly name = 'AppendRefused'
  readonly kind: AppendRefusalKind
  constructor(kind: AppendRefusalKind, options?: ErrorOptions) {
    super(kind, options)
    this.kind = kind
  }
}

/** In hex. */
const bytes = z.instanceof(Uint8Array).transform(value => Buffer.from(value).toString('hex'))
const Place = z.number().int().min(0)

const AppendedRow = z.object({ place: Place, hash: bytes })
export type Appended = Readonly<z.output<typeof AppendedRow>>

const RecordRow = z.object({
  place: Place,
  member: z.string().nullable(),
  number: z.number().nullable(),
  kind: z.string().nullable(),
  body: z.string().nullable(),
  signature: z.string().nullable(),
  digest: z.string(),
  hash: z.string(),
})

const HeadRow = z.object({
  member: z.string(),
  place: Place,
  hash: bytes,
  signature: bytes,
  seen_at: z.date(),
})

const FactsRow = z.object({
  version: z.number(),
  place: Place,
  hash: bytes,
  clock: z.date(),
  /** Null for a login that is no member. */
  member: z.string().nullable(),
  role: Role.nullable(),
  state: z.enum(['invited', 'requested', 'active', 'removed']).nullable(),
})
export type ServerFacts = Readonly<z.output<typeof FactsRow>>

const toBytes = (hex: string): Buffer => Buffer.from(hex, 'hex')

/** Another writer was first, in a session with stricter isolation than ours. */
const isSerialization = (error: unknown): boolean => ['40001', '40P01'].includes(readCode(error))
const maxTries = 5

/** Throws AppendRefused for what the server's functions refuse. */
export async function refusedAsSuch<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (isSerialization(error) && tries < maxTries) continue
      const kind = refusals[readCode(error)]
      throw kind === undefined ? error : new AppendRefused(kind, { cause: error })
    }
}

/**
 * Writes records of one member with consecutive numbers, all or none; those the server has already are answered again.
 * Throws AppendRefused, or as `PostgresConnection.query`.
 */
export async function appendRecords(query: RunQuery, records: readonly SignedRecord[]): Promise<Appended[]> {
  const [first] = records
  if (first === undefined) return []
  const rows = await refusedAsSuch(() =>
    query('SELECT * FROM parlay_team.append_all($1, $2, $3, $4, $5)', [
      first.member,
      first.number,
      records.map(({ kind }) => kind),
      records.map(({ body }) => body),
      records.map(({ signature }) => toBytes(signature)),
    ]),
  )
  return AppendedRow.array().parse(rows)
}

/** Rights of a member on the server, written with its signed record. */
export interface MemberRights {
  readonly member: string
  readonly role: Role
  readonly holder: string | null
  readonly isRemoved: boolean
}

/** Writes the signed record of a member and sets its rights, both or none. Throws as `appendRecords`. */
export async function setMember(
  query: RunQuery,
  { member, number, body, signature }: SignedRecord,
  { member: target, role, holder, isRemoved }: MemberRights,
): Promise<Appended> {
  const state = isRemoved ? 'removed' : 'active'
  const values = [member, number, body, toBytes(signature), target, role, state, holder]
  const sql = 'SELECT * FROM parlay_team.set_member($1, $2, $3, $4, $5, $6, $7, $8)'
  return AppendedRow.parse((await refusedAsSuch(() => query(sql, values)))[0])
}

/** The next records after a place, at most `limit`, as this role may read them. */
export async function readRecords(
  query: RunQuery,
  { role, after, limit }: { readonly role: Role; readonly after: number; readonly limit: number },
): Promise<ServedRecord[]> {
  const view = readsOwnOnly(role) ? 'partner_records' : 'records'
  const rows = await query(
    // The server writes hex faster than pg and Node turn bytes into it.
    `SELECT place, member, number, kind, body, encode(signature, 'hex') AS signature, encode(digest, 'hex') AS digest,
       encode(hash, 'hex') AS hash
     FROM parlay_team.${view} WHERE place BETWEEN $1 AND $2 ORDER BY place`,
    // Places have no gaps. By a limit, the server would plan to read and sort the whole log for each page.
    [after + 1, after + limit],
  )
  return RecordRow.array().parse(rows).map(toServed)
}

function toServed({ place, digest, hash, ...row }: z.output<typeof RecordRow>): ServedRecord {
  const { member, number, kind, body, signature } = row
  const isHidden = member === null || number === null || kind === null || body === null || signature === null
  const content = isHidden ? null : { member, number, kind, body, signature }
  return { place, digest, hash, content }
}

export async function readFacts(query: RunQuery): Promise<ServerFacts> {
  return FactsRow.parse((await query('SELECT * FROM parlay_team.facts()'))[0])
}

/** Throws AppendRefused for a head that the server doesn't have, and as `PostgresConnection.query`. */
export async function writeHead(query: RunQuery, { place, hash, signature }: AttestedHead): Promise<void> {
  await refusedAsSuch(() =>
    query('SELECT parlay_team.attest_head($1, $2, $3)', [place, toBytes(hash), toBytes(signature)]),
  )
}

/** Heads that members have seen, with the time by the server's clock. */
export async function readHeads(query: RunQuery): Promise<(AttestedHead & { readonly seenAt: number })[]> {
  const rows = await query('SELECT * FROM parlay_team.heads')
  return HeadRow.array()
    .parse(rows)
    .map(({ seen_at: seenAt, ...head }) => ({ ...head, seenAt: seenAt.getTime() }))
}

/** Gives a server what it lost; the returned head shows that its chain is the same. Throws as `appendRecords`. */
export async function returnRecord(
  query: RunQuery,
  place: number,
  { member, number, kind, body, signature }: SignedRecord,
): Promise<Head> {
  const [row] = await refusedAsSuch(() =>
    query('SELECT parlay_team.return_record($1, $2, $3, $4, $5, $6) AS hash', [
      place,
      member,
      number,
      kind,
      body,
      toBytes(signature),
    ]),
  )
  return { place, hash: z.object({ hash: bytes }).parse(row).hash }
}
