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
  toDigest,
  toHash,
  type Body,
  type Head,
  type Member,
  type ServedRecord,
  type SignedRecord,
} from './record.ts'

/** State of the check after some records, from which it continues after a restart. */
export interface CheckedLog {
  readonly head: Head
  readonly members: Members
  /** Number of the last record of each member. */
  readonly numbers: ReadonlyMap<string, number>
  /** True if this member may not read some records, whose numbers it does not know. */
  readonly isPartial: boolean
}

export const nothingChecked: CheckedLog = {
  head: emptyHead,
  members: new Map(),
  numbers: new Map(),
  isPartial: false,
}

interface LogCheckerOptions {
  /** The team's id, which the invitation names: the digest of the record that founds it. */
  readonly team: string
  /** Running hash at an earlier place, which is in the copy; undefined for a place that is not. */
  readonly hashAt: (place: number) => string | undefined
  readonly from?: CheckedLog
}

/** A record that passed. */
export interface CheckedRecord {
  readonly place: number
  readonly hash: string
  readonly content: SignedRecord | null
  /** Null when the member cannot read it, and for a body that its author wrote wrongly: it has no effect. */
  readonly body: Body | null
}

export class LogChecker {
  readonly #team: string
  readonly #hashAt: (place: number) => string | undefined
  #state: CheckedLog

  constructor({ team, hashAt, from = nothingChecked }: LogCheckerOptions) {
    this.#team = team
    this.#hashAt = hashAt
    this.#state = from
  }

  get state(): CheckedLog {
    return this.#state
  }

  /** Checks the next record. Throws LogFault; the state is then unchanged. */
  check(served: ServedRecord): CheckedRecord {
    const { place, content } = served
    this.#checkChain(served)
    const head = { place, hash: served.hash }
    if (content === null) {
      if (place === 1) throw LogFault.atPlace('not-founded', place)
      this.#state = { ...this.#state, head, isPartial: true }
      return { place, hash: served.hash, content, body: null }
    }
    const body = place === 1 ? this.#checkFounding(served, content) : this.#checkContent(place, content)
    const members =
      content.kind === 'member' && body !== null ? applyMember(this.#state.members, body) : undefined
    const numbers = new Map([...this.#state.numbers, [content.member, content.number]])
    this.#state = { ...this.#state, head, members: members ?? this.#state.members, numbers }
    return { place, hash: served.hash, content, body }
  }

  #checkChain({ place, digest, hash, content }: ServedRecord): void {
    const { head } = this.#state
    if (place !== head.place + 1) throw LogFault.atPlace('gap', head.place + 1)
    if (content !== null && Buffer.byteLength(content.body) > maxBodyBytes)
      throw LogFault.atPlace('too-large', place)
    if (content !== null && toDigest(content) !== digest) throw LogFault.atPlace('digest', place)
    if (toHash(head.hash, place, digest) !== hash) throw LogFault.atPlace('chain', place)
  }

  #checkFounding({ place, digest }: ServedRecord, content: SignedRecord): Body {
    const body = parseBody(content.body)
    const founding = content.kind === 'founded' && body?.team === null ? readFounding(body) : undefined
    if (body === undefined || founding === undefined || content.number !== 1)
      throw LogFault.atPlace('not-founded', place)
    if (digest !== this.#team) throw LogFault.atPlace('other-founding', place)
    const { owner } = founding
    if (owner.member !== content.member || !isSignedBy(owner.publicKey, content))
      throw LogFault.atPlace('forged', place)
    this.#state = { ...this.#state, members: new Map([[owner.member, owner]]) }
    return body
  }

  #checkContent(place: number, content: SignedRecord): Body | null {
    const author = this.#checkAuthor(place, content)
    const number = (this.#state.numbers.get(author.member) ?? 0) + 1
    if (content.number < number) throw LogFault.atPlace('replayed', place, author.name)
    if (content.number > number && !this.#state.isPartial)
      throw LogFault.atPlace('skipped', place, author.name)
    if (content.kind === 'founded') throw LogFault.atPlace('second-founding', place, author.name)
    const body = parseBody(content.body)
    if (body === undefined) return null
    if (body.team !== this.#team) throw LogFault.atPlace('other-team', place, author.name)
    if (body.seen.place >= place) throw LogFault.atPlace('reordered', place, author.name)
    const seen = body.seen.place === 0 ? emptyHead.hash : this.#hashAt(body.seen.place)
    if (seen !== undefined && seen !== body.seen.hash) throw LogFault.atPlace('forked', place, author.name)
    return body
  }

  #checkAuthor(place: number, content: SignedRecord): Member {
    const author = this.#state.members.get(content.member)
    if (author === undefined) throw LogFault.atPlace('unknown-member', place)
    if (!isSignedBy(author.publicKey, content)) throw LogFault.atPlace('forged', place, author.name)
    if (author.isRemoved) throw LogFault.atPlace('removed-member', place, author.name)
    const kind = RecordKind.safeParse(content.kind)
    if (!kind.success || !mayWrite(author.role, kind.data))
      throw LogFault.atPlace('no-right', place, author.name)
    return author
  }
}
