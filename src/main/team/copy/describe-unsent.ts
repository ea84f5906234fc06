/** Own records of the outbox that are no changes of the ledger, by what their payloads name. */
import { z } from 'zod'
import type { UnsharedRecord } from '../../../shared/model/team/unshared-record.ts'
import { parseBody } from '../log/record.ts'
import type { TeamCopy } from './team-copy.ts'

const Kind = z.enum(['instruction', 'reply', 'statement', 'member', 'settings', 'founded'])
/** A partner’s desk has both a name and a holder, and is known by its name. */
const Named = z
  .object({ title: z.string() })
  .or(z.object({ name: z.string() }))
  .or(z.object({ holder: z.string() }))

const Identified = z.object({ uid: z.string().optional(), member: z.string().optional() })

/** Oldest first, at most `limit`. */
export function describeUnsent(copy: Pick<TeamCopy, 'unsent'>, limit: number): UnsharedRecord[] {
  return copy.unsent(limit).flatMap(({ kind, body: text }) => {
    const { data } = Kind.safeParse(kind)
    const body = parseBody(text)
    return data === undefined || body === undefined
      ? []
      : [{ kind: data, ...describe(body.payload), at: body.at }]
  })
}

function describe(payload: unknown): Pick<UnsharedRecord, 'subject' | 'title'> {
  const { data } = Named.safeParse(payload)
  const title = data === undefined ? '' : (Object.values(data)[0] ?? '')
  const { uid, member } = Identified.safeParse(payload).data ?? {}
  return { subject: uid ?? member ?? title, title }
}
