/** Functions and views of the team's members on the server, with what they take and give as types. */
import { z } from 'zod'
import type { Role } from '../../../shared/model/team/roles.ts'
import type { RunQuery } from '../postgres/connection.ts'
import { refusedAsSuch } from './log-calls.ts'
import type { NewLogin } from './login.ts'

/** Makes the login of a new member; the first is the owner, made by the schema's own login. */
export async function inviteMember(
  query: RunQuery,
  { member, role, login }: { readonly member: string; readonly role: Role; readonly login: NewLogin },
): Promise<void> {
  const values = [member, login.login, login.verifier, role]
  await query('SELECT parlay_team.invite($1, $2, $3, $4)', values)
}

/**
 * Asks to be let in, with this desk's public key and the proof that it is the invited one. Throws AppendRefused for an
 * invitation that was used or taken back.
 */
export async function requestEntry(query: RunQuery, publicKey: string, proof: string): Promise<void> {
  await refusedAsSuch(() => query('SELECT parlay_team.request_entry($1, $2)', [publicKey, proof]))
}

const RequestRow = z.object({
  member: z.string(),
  state: z.enum(['invited', 'requested', 'active', 'removed']),
  public_key: z.string().nullable(),
  proof: z.string().nullable(),
})

/** Members as the server knows them, for owners. */
export async function readRequests(query: RunQuery): Promise<z.output<typeof RequestRow>[]> {
  const rows = await query('SELECT member, state, public_key, proof FROM parlay_team.requests')
  return RequestRow.array().parse(rows)
}

const CountRow = z.object({ members: z.number(), places: z.number() })

/** As the schema's own login: the team that is there already, if one is. A setup that did not end left members alone. */
export async function countTeam(query: RunQuery): Promise<z.output<typeof CountRow>> {
  const sql =
    'SELECT (SELECT count(*) FROM parlay_team.members) AS members, (SELECT place FROM parlay_team.head) AS places'
  return CountRow.parse((await query(sql))[0])
}
