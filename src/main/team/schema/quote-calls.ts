/** The functions of shared quotes on the server (003-quotes.ts), with what they take and give as types. */
import { z } from 'zod'
import type { RunQuery } from '../postgres/connection.ts'

const bytes = z.instanceof(Uint8Array).transform(value => Buffer.from(value).toString('hex'))

/** A quote as the server gives it, not yet checked. */
const QuoteRow = z.object({
  id: z.number(),
  cell: z.string(),
  member: z.string(),
  body: z.string(),
  /** In hex. */
  signature: bytes,
  age_ms: z.number(),
})

export interface ServedQuote extends Readonly<Omit<z.output<typeof QuoteRow>, 'age_ms'>> {
  /** By the server's clock. */
  readonly ageMs: number
}

const ClaimRow = QuoteRow.extend({
  id: z.number().nullable(),
  member: z.string().nullable(),
  body: z.string().nullable(),
  signature: bytes.nullable(),
  age_ms: z.number().nullable(),
  taken_ms: z.number().nullable(),
})

/** `fresh`: a quote that is young enough. `taken`: another desk asks, for that time at most. `yours`: this desk may ask. */
export type Claim =
  | { readonly kind: 'fresh'; readonly quote: ServedQuote }
  | { readonly kind: 'taken'; readonly forMs: number }
  | { readonly kind: 'yours' }

/** Claims by cell. */
export async function claimCells(
  query: RunQuery,
  wanted: readonly { readonly cell: string; readonly freshMs: number }[],
): Promise<Map<string, Claim>> {
  const values = [wanted.map(({ cell }) => cell), wanted.map(({ freshMs }) => freshMs)]
  const rows = await query('SELECT * FROM parlay_team.claim_cells($1, $2)', values)
  return new Map(
    ClaimRow.array()
      .parse(rows)
      .map(row => [row.cell, toClaim(row)]),
  )
}

function toClaim({ taken_ms, ...row }: z.output<typeof ClaimRow>): Claim {
  const quote = toServed(row)
  if (quote !== undefined) return { kind: 'fresh', quote }
  return taken_ms === null ? { kind: 'yours' } : { kind: 'taken', forMs: taken_ms }
}

function toServed(row: Omit<z.output<typeof ClaimRow>, 'taken_ms'>): ServedQuote | undefined {
  const { id, cell, member, body, signature, age_ms: ageMs } = row
  if (id === null || member === null || body === null || signature === null || ageMs === null)
    return undefined
  return { id, cell, member, body, signature, ageMs }
}

/**
 * Stores an answer for all, and ends this desk's claim. Its commit does not wait for the server's disk, which the notice,
 * and those of other answers, would wait for too: a crash there may take the answers of a moment from those who join
 * later.
 */
export async function putQuote(
  query: RunQuery,
  { cell, body, signature }: Pick<ServedQuote, 'cell' | 'body' | 'signature'>,
): Promise<void> {
  const sql = `SELECT set_config('synchronous_commit', 'off', true), parlay_team.put_quote($1, $2, $3)`
  await query(sql, [cell, body, Buffer.from(signature, 'hex')])
}

/** Ends claims of this desk without an answer. */
export async function releaseCells(query: RunQuery, cells: readonly string[]): Promise<void> {
  await query('SELECT parlay_team.release_cells($1)', [cells])
}

export async function readQuotes(query: RunQuery, ids: readonly number[]): Promise<ServedQuote[]> {
  const rows = await query('SELECT * FROM parlay_team.read_quotes($1)', [ids])
  return QuoteRow.array()
    .parse(rows)
    .map(({ age_ms: ageMs, ...row }) => ({ ...row, ageMs }))
}
