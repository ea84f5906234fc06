/**
 * Records of the team's log. The server stores the text that was signed; it gives each record its place, which the author
 * does not know when it signs.
 */
import { hash } from 'node:crypto'
import { z } from 'zod'
import { Role, type RecordKind } from '../../../shared/model/team/roles.ts'
import { parseCanonicalJson, toCanonicalJson } from './canonical-json.ts'
import { PublicKey, signLines, verifyLines, type SigningKey } from './signing.ts'

/** UTF-8 bytes of a body. */
export const maxBodyBytes = 256 * 1_024

/** In hex, 32 bytes. */
const Hash = z.string().regex(/^[0-9a-f]{64}$/)
/** In hex, 8 random bytes. */
export const MemberId = z.string().regex(/^[0-9a-f]{16}$/)
const Name = z.string().trim().min(1).max(80)

/** Number of records in the team's log up to one, and the running hash there. */
export interface Head {
  readonly place: number
  readonly hash: string
}

/** Before the first record. */
export const emptyHead: Head = { place: 0, hash: '0'.repeat(64) }

/** The content of a record, as its author made it. */
export interface SignedRecord {
  readonly member: string
  /** Counts the records of this member from 1. */
  readonly number: number
  readonly kind: string
  /** Canonical JSON of a `Body`. */
  readonly body: string
  /** In hex. */
  readonly signature: string
}

/** A record as the server gives it; `content` is null for a record that this member may not read. */
export interface ServedRecord {
  readonly place: number
  readonly digest: string
  readonly hash: string
  readonly content: SignedRecord | null
}

const Body = z.strictObject({
  /** The team's id; null in the record that founds it. */
  team: Hash.nullable(),
  /** Digest of the author's record before; null in its first. So one signature confirms all records before it. */
  prior: Hash.nullable(),
  /** The last record that the author had checked. */
  seen: z.strictObject({ place: z.number().int().min(0), hash: Hash }),
  /** Epoch ms by the author's clock. */
  at: z.number().int().min(0),
  payload: z.unknown(),
})
export type Body = Readonly<z.infer<typeof Body>>

/** A member of the team: one installation with its key. */
export const MemberPayload = z.strictObject({
  member: MemberId,
  name: Name,
  role: Role,
  publicKey: PublicKey,
  /** The holder whose statements a partner reads. */
  holder: Name.nullable(),
  isRemoved: z.boolean(),
})
export type Member = Readonly<z.infer<typeof MemberPayload>>

export const FoundedPayload = z.strictObject({ team: Name, owner: MemberPayload })

/** Key and name under which a member signs. */
export interface Author {
  readonly member: string
  readonly key: SigningKey
}

/** Makes and signs a record. */
export function signRecord(
  { member, key }: Author,
  { number, kind, ...body }: { readonly number: number; readonly kind: RecordKind } & Body,
): SignedRecord {
  const text = toCanonicalJson(body)
  return {
    member,
    number,
    kind,
    body: text,
    signature: signLines(key, 'record', [member, number, kind, text]),
  }
}

export const isSignedBy = (publicKey: string, record: SignedRecord): boolean =>
  verifyLines(publicKey, record.signature, 'record', [record.member, record.number, record.kind, record.body])

/** Undefined for a text that is not canonical, or not a body. */
export function parseBody(text: string): Body | undefined {
  try {
    return Body.safeParse(parseCanonicalJson(text)).data
  } catch {
    return undefined
  }
}

/** Part of a body that the log's check reads; the payload is read by those who use it. */
export type BodyHead = Readonly<Pick<Body, 'team' | 'prior' | 'seen'>>

const bodyStart = /^\{"at":(?:0|[1-9]\d{0,15}),"payload":/
const bodyEnd =
  /^,"prior":(?:null|"([0-9a-f]{64})"),"seen":\{"hash":"([0-9a-f]{64})","place":(0|[1-9]\d{0,15})\},"team":(?:null|"([0-9a-f]{64})")\}$/

/**
 * As `parseBody`, by the canonical order of the keys alone: reading payloads would take as long as the rest of a new
 * desk's check. A text whose payload is not canonical passes here, and is no body where the payload is read.
 */
export function parseBodyHead(text: string): BodyHead | undefined {
  const end = bodyStart.test(text) && bodyEnd.exec(text.slice(text.lastIndexOf(',"prior":')))
  if (!end) return undefined
  const [, prior = null, hashSeen = '', place = '', team = null] = end
  return { team, prior, seen: { place: Number(place), hash: hashSeen } }
}

const sha256 = (bytes: Buffer | string): string => hash('sha256', bytes)

/** Hash of a record's content. The server computes the same (schema/001-log.ts). */
export const toDigest = ({ member, number, kind, signature, body }: SignedRecord): string =>
  sha256([member, number, kind, signature, body].join('\n'))

/** The running hash at a place. */
export function toHash(previous: string, place: number, digest: string): string {
  const ofPlace = place.toString(16).padStart(16, '0')
  return sha256(Buffer.from(previous + ofPlace + digest, 'hex'))
}
