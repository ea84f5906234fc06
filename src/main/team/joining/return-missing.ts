/** Gives a server that was restored from an older backup the records that it lost, from the copy of an owner's desk. */
import type { TeamCopy } from '../copy/team-copy.ts'
import { LogFault } from '../log/log-fault.ts'
import { emptyHead } from '../log/record.ts'
import type { RunQuery } from '../postgres/connection.ts'
import { readFacts, returnRecord } from '../schema/log-calls.ts'
import { connect, type TeamServer } from './set-up.ts'

const recordsAtOnce = 500

/** Throws LogFault if the server's records are not a part of the copy, and as `returnRecord`. */
export async function returnMissing(server: TeamServer, copy: TeamCopy): Promise<void> {
  const connection = await connect(server)
  const { query } = connection
  try {
    const served = await readFacts(query)
    const known = served.place === 0 ? emptyHead.hash : copy.hashAt(served.place)
    if (known === undefined && served.place > copy.head.place) return
    if (known !== served.hash) throw changed(served.place)
    for (let after = served.place; after < copy.head.place; after += recordsAtOnce)
      await returnPage(query, copy, after)
  } finally {
    connection.close()
  }
}

async function returnPage(query: RunQuery, copy: TeamCopy, after: number): Promise<void> {
  for (const { place, ...record } of copy.recordsAfter(after, recordsAtOnce)) {
    const { hash } = await returnRecord(query, place, record)
    if (hash !== copy.hashAt(place)) throw changed(place)
  }
}

const changed = (place: number) => LogFault.ofHead('changed-head', { served: place, known: place })
