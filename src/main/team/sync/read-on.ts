/** Reads the team's log on from where a desk's copy ends, and sends what waits there. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Role } from '../../../shared/model/team/roles.ts'
import type { TakenRecords, TeamCopy } from '../copy/team-copy.ts'
import { compareAttestedHeads, compareServedHead } from '../log/heads.ts'
import type { LogFault } from '../log/log-fault.ts'
import { MemberPayload, parseBody, type SignedRecord } from '../log/record.ts'
import type { RunQuery } from '../postgres/connection.ts'
import {
  appendRecords,
  readFacts,
  readHeads,
  readRecords,
  setMember,
  type MemberRights,
} from '../schema/log-calls.ts'

const recordsPerPage = 500
/** The disk is waited for once after as many, and at the end. */
const pagesPerSync = 10
const recordsPerSend = 100

interface ReadOnOptions {
  readonly role: Role
  /** Takes the records of each page, once they are in the copy. */
  readonly onPage: (taken: TakenRecords['records']) => void
  /** Called when all records of the copy are on the disk. */
  readonly onSynced?: () => Promise<void>
}

/**
 * Reads all that the server has, page by page. Returns the fault at which it stopped, which ends sharing; the copy has
 * every record before it. Throws ServerProblem, TwoWriters, and Refusal when the copy cannot be written.
 */
export async function readOn(
  query: RunQuery,
  copy: TeamCopy,
  { role, onPage, onSynced }: ReadOnOptions,
): Promise<LogFault | undefined> {
  // Before the last page: other desks may have seen more by then.
  const attested = await readHeads(query)
  const wentBack = await checkServedHead(query, copy, role)
  if (wentBack !== undefined) return wentBack
  const read = (after: number) => readRecords(query, { role, after, limit: recordsPerPage })
  let page = await read(copy.head.place)
  for (let pages = 1; ; pages++) {
    const isLast = page.length < recordsPerPage
    // The server reads the next page while this one is checked.
    const next = isLast ? undefined : read(page.at(-1)?.place ?? 0)
    next?.catch(() => {})
    await turn()
    const isSynced = isLast || pages % pagesPerSync === 0
    const { records, fault } = copy.take(page, { isSynced })
    if (records.length > 0) onPage(records)
    if (isSynced || fault !== undefined) await onSynced?.()
    if (fault !== undefined) return fault
    if (next === undefined) break
    page = await next
  }
  const { hashAt, head, team, membersToCome: members } = copy
  return compareAttestedHeads({ team, head, members, hashAt }, attested)
}

/** Fault of a server whose log does not continue from what this desk has. */
async function checkServedHead(query: RunQuery, copy: TeamCopy, role: Role): Promise<LogFault | undefined> {
  const { place, hash } = await readFacts(query)
  const known = copy.head
  if (known.place === 0) return undefined
  const [served] = await readRecords(query, { role, after: known.place - 1, limit: 1 })
  const hashAtKnown = served?.place === known.place ? served.hash : undefined
  return compareServedHead(known, { place, hash, hashAtKnown })
}

/**
 * Sends the own records that wait, in order. They have a place once they are read back, so an answer that is lost is no
 * loss. A record of a member is sent with the rights that it gives. Throws AppendRefused and ServerProblem.
 */
export async function sendWaiting(query: RunQuery, copy: TeamCopy): Promise<void> {
  let after = 0
  for (;;) {
    const waiting = copy.unsent(recordsPerSend, after)
    const [first] = waiting
    if (first === undefined) return
    const rights = readRights(first)
    const isOther = (record: SignedRecord) => readRights(record) !== undefined
    const end = waiting.findIndex(isOther)
    const sent = rights === undefined ? waiting.slice(0, end < 0 ? waiting.length : end) : [first]
    await (rights === undefined ? appendRecords(query, sent) : setMember(query, first, rights))
    after = sent.at(-1)?.number ?? after
  }
}

function readRights({ kind, body }: SignedRecord): MemberRights | undefined {
  return kind === 'member' ? MemberPayload.safeParse(parseBody(body)?.payload).data : undefined
}
