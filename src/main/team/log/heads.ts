/**
 * The end of the team's log, as each desk has seen and signed it. A server that holds records back, goes back to a backup
 * or shows desks different logs is found by comparing them.
 */
import { LogFault } from './log-fault.ts'
import type { Members } from './membership.ts'
import type { Author, Head } from './record.ts'
import { signLines, verifyLines } from './signing.ts'

/** A head that a member says it has seen. */
export interface AttestedHead extends Head {
  readonly member: string
  /** In hex. */
  readonly signature: string
}

const toLines = (team: string, { member, place, hash }: Omit<AttestedHead, 'signature'>) => [
  team,
  member,
  place,
  hash,
]

export function attestHead(team: string, { member, key }: Author, { place, hash }: Head): AttestedHead {
  const attested = { member, place, hash }
  return { ...attested, signature: signLines(key, 'head', toLines(team, attested)) }
}

/**
 * The last head of a desk that leaves. It stands in the place of its attested head, where desks that don't know of leaving
 * ignore it, and the server can't make it up.
 */
export function signLeaving(team: string, { member, key }: Author, { place, hash }: Head): AttestedHead {
  const last = { member, place, hash }
  return { ...last, signature: signLines(key, 'left', toLines(team, last)) }
}

/** True for a head by which its member left the team. */
export const isLeaving = (team: string, publicKey: string, head: AttestedHead): boolean =>
  verifyLines(publicKey, head.signature, 'left', toLines(team, head))

/** The end of the log on the server, with its hash at the place that this desk has checked. */
export interface ServedHead extends Head {
  /** Undefined when the server has no record there. */
  readonly hashAtKnown: string | undefined
}

/** Fault of the server's log against the head that this desk has checked; undefined if it continues from there. */
export function compareServedHead(known: Head, served: ServedHead): LogFault | undefined {
  if (known.place === 0) return undefined
  const places = { served: served.place, known: known.place }
  if (served.place < known.place || served.hashAtKnown === undefined)
    return LogFault.ofHead('went-back', places)
  return served.hashAtKnown === known.hash ? undefined : LogFault.ofHead('changed-head', places)
}

interface Copy {
  readonly team: string
  /** Checked after all records that the server gave. */
  readonly head: Head
  readonly members: Members
  readonly hashAt: (place: number) => string | undefined
}

/**
 * Fault that other desks' heads show; undefined if all fit. They must have been read before the last record of the copy,
 * as other desks move on meanwhile. One that is not signed by a member, which the server can make up, is ignored, and so
 * is that of a removed one: an owner's record ends what a lying or broken desk can stop.
 */
export function compareAttestedHeads(copy: Copy, attested: readonly AttestedHead[]): LogFault | undefined {
  const { team, head, members, hashAt } = copy
  for (const other of attested) {
    const member = members.get(other.member)
    if (member === undefined || member.isRemoved) continue
    if (!verifyLines(member.publicKey, other.signature, 'head', toLines(team, other))) continue
    const places = { served: head.place, known: other.place, by: member }
    if (other.place > head.place) return LogFault.ofHead('truncated', places)
    const hash = other.place === head.place ? head.hash : hashAt(other.place)
    if (hash !== undefined && hash !== other.hash) return LogFault.ofHead('forked-head', places)
  }
  return undefined
}
