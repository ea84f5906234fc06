/**
 * Checks every record of the team's log, in order: the server only orders and stores. A record passes when it is the next
 * one of the chain, and its author, a member with the right to write it there, signed it for this team, in its own
 * order, having seen the same records.
 */
import { mayWrite, RecordKind } from '../../../shared/model/team/roles.ts'
import { LogFault } from './log-fault.ts'
import { applyMember, readFounding, type Members } from './membership.ts'
import {
  emptyHead,
  isSignedBy,
  maxBodyBytes,
  parseBody,
  parseBodyHead,
  toDigest,
  toHash,
  type BodyHead,
  type Head,
  type Member,
  type ServedRecord,
  type SignedRecord,
} from './record.ts'

interface LastRecord {
  readonly number: number
  readonly digest: string
}

/** State of the check after some records, from which it continues after a restart. */
export interface CheckedLog {
  readonly head: Head
  readonly members: Members
  /** The last record of each member. */
  readonly last: ReadonlyMap<string, LastRecord>
  /** True if this member may not read some records, whose numbers it does not know. */
  readonly isPartial: boolean
}

export const nothingChecked: CheckedLog = {
  head: emptyHead,
  members: new Map(),
  last: new Map(),
  isPartial: false,
}

interface LogCheckerOptions {
  /** The team's id, which the invitation names: the digest of the record that founds it. */
  readonly team: string
  /** Running hash at a place that was checked earlier, from the copy; undefined for one that is not there. */
  readonly hashAt: (place: number) => string | undefined
  readonly from?: CheckedLog
}

/** A record that passed. */
export interface CheckedRecord {
  readonly place: number
  readonly hash: string
  /** Null when the member cannot read it. */
  readonly content: SignedRecord | null
}

/** `head`: of the body; undefined for a text that is none. `isConfirmed`: a later signature of the author confirms it. */
interface ToCheck {
  readonly head: BodyHead | undefined
  readonly isConfirmed: boolean
}

/** Places whose hashes are remembered here, as the copy may not have them yet: more than a page. */
const maxRecent = 2_000

export class LogChecker {
  readonly #team: string
  readonly #hashAt: (place: number) => string | undefined
  readonly #recent = new Map<number, string>()
  /** Written in place: a new one for each record would take longer than its hash. */
  #last: Map<string, LastRecord>
  #state: CheckedLog

  constructor({ team, hashAt, from = nothingChecked }: LogCheckerOptions) {
    this.#team = team
    this.#hashAt = hashAt
    this.#last = new Map(from.last)
    this.#state = { ...from, last: this.#last }
  }

  get state(): CheckedLog {
    return this.#state
  }

  /** Checks the next record. Throws LogFault; the state is then unchanged. */
  check(served: ServedRecord): CheckedRecord {
    return this.#check(served, { head: readHead(served), isConfirmed: false })
  }

  /**
   * Checks the next records, up to the first that fails. Of each author only the last signature is verified: it confirms
   * the records that it names before it, one by one.
   */
  checkAll(page: readonly ServedRecord[]): { checked: CheckedRecord[]; fault: LogFault | undefined } {
    const before = this.#state
    const last = new Map(this.#last)
    const heads = page.map(readHead)
    const confirmed = findConfirmed(page, heads)
    try {
      const checked = page.map((served, at) =>
        this.#check(served, { head: heads[at], isConfirmed: confirmed.has(served.place) }),
      )
      return { checked, fault: undefined }
    } catch {
      this.#last = last
      this.#state = { ...before, last }
      return this.#checkSingly(page)
    }
  }

  /** Names the first record at fault, which may be before the one whose check failed. */
  #checkSingly(page: readonly ServedRecord[]): { checked: CheckedRecord[]; fault: LogFault | undefined } {
    const checked: CheckedRecord[] = []
    for (const served of page)
      try {
        checked.push(this.check(served))
      } catch (error) {
        if (error instanceof LogFault) return { checked, fault: error }
        throw error
      }
    return { checked, fault: undefined }
  }

  #check(served: ServedRecord, { head: bodyHead, isConfirmed }: ToCheck): CheckedRecord {
    const { place, hash, digest, content } = served
    this.#checkChain(served)
    const head = { place, hash }
    if (content === null) {
      if (place === 1) throw LogFault.atPlace('not-founded', place)
      this.#state = { ...this.#state, head, isPartial: true }
      return { place, hash, content }
    }
    const members =
      place === 1
        ? this.#checkFounding(served, content)
        : this.#checkContent(place, content, { head: bodyHead, isConfirmed })
    this.#last.set(content.member, { number: content.number, digest })
    this.#state = { ...this.#state, head, members }
    return { place, hash, content }
  }

  #checkChain({ place, digest, hash, content }: ServedRecord): void {
    const { head } = this.#state
    if (place !== head.place + 1) throw LogFault.atPlace('gap', head.place + 1)
    if (content !== null && Buffer.byteLength(content.body) > maxBodyBytes)
      throw LogFault.atPlace('too-large', place)
    if (content !== null && toDigest(content) !== digest) throw LogFault.atPlace('digest', place)
    if (toHash(head.hash, place, digest) !== hash) throw LogFault.atPlace('chain', place)
    this.#recent.set(place, hash)
    this.#recent.delete(place - maxRecent)
  }

  #checkFounding({ place, digest }: ServedRecord, content: SignedRecord): Members {
    const body = content.kind === 'founded' ? parseBody(content.body) : undefined
    const founding = body?.team === null ? readFounding(body) : undefined
    if (founding === undefined || content.number !== 1) throw LogFault.atPlace('not-founded', place)
    if (digest !== this.#team) throw LogFault.atPlace('other-founding', place)
    const { owner } = founding
    if (owner.member !== content.member || !isSignedBy(owner.publicKey, content))
      throw LogFault.atPlace('forged', place)
    return new Map([[owner.member, owner]])
  }

  /** Returns the members after the record. */
  #checkContent(place: number, content: SignedRecord, { head, isConfirmed }: ToCheck): Members {
    const author = this.#checkAuthor(place, content, isConfirmed)
    const { number, digest = null } = this.#last.get(author.member) ?? { number: 0 }
    const { isPartial, members } = this.#state
    if (content.number <= number) throw LogFault.atPlace('replayed', place, author.name)
    if (content.number > number + 1 && !isPartial) throw LogFault.atPlace('skipped', place, author.name)
    if (content.kind === 'founded') throw LogFault.atPlace('second-founding', place, author.name)
    if (head === undefined) return members
    if (head.team !== this.#team) throw LogFault.atPlace('other-team', place, author.name)
    if (head.prior !== digest && !isPartial) throw LogFault.atPlace('severed', place, author.name)
    if (head.seen.place >= place) throw LogFault.atPlace('reordered', place, author.name)
    const seen = this.#findHash(head.seen.place)
    if (seen !== undefined && seen !== head.seen.hash) throw LogFault.atPlace('forked', place, author.name)
    const body = content.kind === 'member' ? parseBody(content.body) : undefined
    return (body && applyMember(members, body)) ?? members
  }

  #findHash(place: number): string | undefined {
    return place === 0 ? emptyHead.hash : (this.#recent.get(place) ?? this.#hashAt(place))
  }

  #checkAuthor(place: number, content: SignedRecord, isConfirmed: boolean): Member {
    const author = this.#state.members.get(content.member)
    if (author === undefined) throw LogFault.atPlace('unknown-member', place)
    if (!isConfirmed && !isSignedBy(author.publicKey, content))
      throw LogFault.atPlace('forged', place, author.name)
    if (author.isRemoved) throw LogFault.atPlace('removed-member', place, author.name)
    const kind = RecordKind.safeParse(content.kind)
    if (!kind.success || !mayWrite(author.role, kind.data))
      throw LogFault.atPlace('no-right', place, author.name)
    return author
  }
}

const readHead = ({ content }: ServedRecord): BodyHead | undefined =>
  content === null ? undefined : parseBodyHead(content.body)

/** Places of records that the next one of the same author names, whose own signature then confirms both. */
function findConfirmed(page: readonly ServedRecord[], heads: readonly (BodyHead | undefined)[]): Set<number> {
  const confirmed = new Set<number>()
  /** Digest that the next record of each author names. */
  const named = new Map<string, string | null>()
  for (const [at, { place, digest, content }] of [...page.entries()].toReversed()) {
    if (content === null) continue
    if (named.get(content.member) === digest) confirmed.add(place)
    named.set(content.member, heads[at]?.prior ?? null)
  }
  return confirmed
}
