/** The functions of shared parlays and presence on the server (004-parlays.ts), with what they take and give as types. */
import { z } from 'zod'
import { Doing } from '../../../shared/model/team/presence.ts'
import type { RunQuery } from '../postgres/connection.ts'

const bytes = z.instanceof(Uint8Array).transform(value => Buffer.from(value).toString('hex'))

const ParlayRow = z.object({
  member: z.string(),
  uid: z.string(),
  audience: z.array(z.string()).nullable(),
  body: z.string(),
  /** In hex. */
  signature: bytes,
  age_ms: z.number(),
})

/** A parlay as the server gives it, not yet checked. */
export interface ServedParlay extends Readonly<Omit<z.output<typeof ParlayRow>, 'age_ms'>> {
  readonly ageMs: number
}

const PresenceRow = z.object({
  member: z.string(),
  uid: z.string(),
  host: z.string().nullable(),
  doing: Doing,
  for_ms: z.number(),
  ends_in_ms: z.number(),
})

export interface ServedPresence extends Readonly<
  Omit<z.output<typeof PresenceRow>, 'for_ms' | 'ends_in_ms'>
> {
  readonly forMs: number
  /** Time until it ends, unless it is renewed. */
  readonly endsInMs: number
}

/** Shares a parlay, or another version of it. `audience`: members, or null for all. */
export async function putParlay(
  query: RunQuery,
  { uid, audience, body, signature }: Pick<ServedParlay, 'uid' | 'audience' | 'body' | 'signature'>,
): Promise<void> {
  const values = [uid, audience, body, Buffer.from(signature, 'hex')]
  await query('SELECT parlay_team.put_parlay($1, $2, $3, $4)', values)
}

export async function removeParlay(query: RunQuery, uid: string): Promise<void> {
  await query('SELECT parlay_team.remove_parlay($1)', [uid])
}

/** Parlays that this member sees, newest first. */
export async function readParlays(query: RunQuery): Promise<ServedParlay[]> {
  return ParlayRow.array()
    .parse(await query('SELECT * FROM parlay_team.read_parlays()'))
    .map(({ age_ms: ageMs, ...row }) => ({ ...row, ageMs }))
}

/** Parlay that a desk is at. */
export type At = Pick<ServedPresence, 'uid' | 'host' | 'doing'>

export async function bePresent(query: RunQuery, at: At | undefined): Promise<void> {
  const values = [at?.uid ?? null, at?.host ?? null, at?.doing ?? null]
  await query('SELECT parlay_team.be_present($1, $2, $3)', values)
}

/** Parlays that other members are at. */
export async function readPresence(query: RunQuery): Promise<ServedPresence[]> {
  return PresenceRow.array()
    .parse(await query('SELECT * FROM parlay_team.read_presence()'))
    .map(({ for_ms: forMs, ends_in_ms: endsInMs, ...row }) => ({ ...row, forMs, endsInMs }))
}
