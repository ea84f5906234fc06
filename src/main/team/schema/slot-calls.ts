/** The functions of shared calls on the server (002-calls.ts), with what they take and give as types. */
import { z } from 'zod'
import type { RunQuery } from '../postgres/connection.ts'

const LeaseRow = z.object({
  slots: z.array(z.coerce.number()),
  per_minute: z.number(),
  share: z.number(),
  counted: z.number(),
  free_in_ms: z.number(),
  paused_ms: z.number(),
  clock: z.date(),
})

export interface LeaseRequest {
  /** Name of the calls of one key, see `toWindowName`. */
  readonly window: string
  readonly wanted: number
  /** Share that the desk holds from the last answer. */
  readonly held: number
  /** Calls sent within the last window without a slot. */
  readonly unslotted: number
  /** Time at which the desk began to ask: epoch ms by the server's clock, not later than in truth. */
  readonly requestedAt: number
  /** Limit of a window that no desk has used before. */
  readonly beginsWith: number
}

export interface Lease {
  readonly slots: readonly number[]
  readonly perMinute: number
  /** Calls a minute that this desk may send by itself while it is out of contact. */
  readonly share: number
  /** Slots of all desks that count now, these included. */
  readonly counted: number
  /** Time until a slot may be free; 0 when all that were wanted were given. */
  readonly freeInMs: number
  /** Rest of a pause that the service asked for. */
  readonly pausedMs: number
  /** Epoch ms of the server's clock when it gave the slots. */
  readonly clock: number
}

export async function leaseSlots(
  query: RunQuery,
  { window, wanted, held, unslotted, requestedAt, beginsWith }: LeaseRequest,
): Promise<Lease> {
  const sql = 'SELECT * FROM parlay_team.lease_slots($1, $2, $3, $4, $5, $6)'
  const values = [window, wanted, held, unslotted, new Date(requestedAt), beginsWith]
  const { per_minute, free_in_ms, paused_ms, clock, ...rest } = LeaseRow.parse((await query(sql, values))[0])
  return {
    ...rest,
    perMinute: per_minute,
    freeInMs: free_in_ms,
    pausedMs: paused_ms,
    clock: clock.getTime(),
  }
}

/** SQLSTATE of a request that took too long to reach the server. */
export const tooOld = 'PT006'

/** Reports slots whose calls have left, and those that no call will use. */
export async function settleSlots(
  query: RunQuery,
  { sent, unsent }: { readonly sent: readonly number[]; readonly unsent: readonly number[] },
): Promise<void> {
  await query('SELECT parlay_team.settle_slots($1, $2)', [sent, unsent])
}

/** Reports that the service limits the key: for how long, and to which calls a minute. */
export async function reportLimited(
  query: RunQuery,
  {
    window,
    pauseMs,
    toLimit,
  }: { readonly window: string; readonly pauseMs: number; readonly toLimit: number },
): Promise<void> {
  await query('SELECT parlay_team.report_limited($1, $2, $3)', [window, Math.ceil(pauseMs), toLimit])
}

/** Gives back the desk's share, after its last call. */
export async function signOff(query: RunQuery, window: string): Promise<void> {
  await query('SELECT parlay_team.sign_off($1)', [window])
}

/** Sets the limit of a key's calls a minute, as an owner. */
export async function setCalls(query: RunQuery, window: string, perMinute: number): Promise<void> {
  await query('SELECT parlay_team.set_calls($1, $2)', [window, perMinute])
}

const ClockRow = z.object({ clock: z.date() })

/** Epoch ms of the server's clock. */
export async function readClock(query: RunQuery): Promise<number> {
  return ClockRow.parse((await query('SELECT clock_timestamp() AS clock'))[0]).clock.getTime()
}
