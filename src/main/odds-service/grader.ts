/**
 * The settlement interface (interface document, 4.3): how bets ended, asked by grade token. Many are asked in batches,
 * halved when the service finds one too large; an answer may leave out bets, and name them in any order.
 */
import type { Profile } from '../../shared/model/profile.ts'
import { readAddress } from '../../shared/model/service-address.ts'
import type { Caller } from './caller.ts'
import { addressOf, ServiceError } from './failures.ts'
import { plainToken } from './grade-token.ts'
import { readGradings, type GradedItem } from './grading-wire.ts'
import type { Priority } from './turns.ts'

export interface GradeRequest {
  readonly profile: Pick<Profile, 'id' | 'grader'>
  readonly priority?: Priority
  readonly signal?: AbortSignal
}

export interface Grader {
  /**
   * Asks for many bets; each batch's items are handed over as they come, so that a later failure loses none, and taken
   * before the next batch is asked for. Tokens go out as they are, each once. Throws a ServiceError for a batch that could not be asked.
   */
  settle(
    request: GradeRequest & { readonly tokens: Iterable<string> },
    take: (items: readonly GradedItem[]) => void | Promise<void>,
  ): Promise<void>
  /** Asks for one bet. An item without a token is that bet's. Throws a ServiceError. */
  check(request: GradeRequest & { readonly token: string }): Promise<GradedItem[]>
}

const mostInBatch = 100
const gradeBytes = 1024 * 1024
const isTooMany = (status: number) => status === 400 || status === 413

export function createGrader(caller: Pick<Caller, 'read'>): Grader {
  return {
    settle: ({ tokens, ...request }, take) =>
      settleBatches(caller, request, { batches: batchesOf(tokens), take }),
    async check({ token, ...request }) {
      const items = await caller.read(
        { ...askOf(request), method: 'GET', query: { grade: plainToken(token) } },
        ({ status, body }, key) => readGradings(body, status, key),
      )
      return items.map(item => ({ ...item, token: item.token ?? token }))
    },
  }
}

/** Each bet once, in either form of its token. Made up as they are asked for, as there may be very many. */
function* batchesOf(tokens: Iterable<string>): Generator<string[], void> {
  const seen = new Set<string>()
  let batch: string[] = []
  for (const token of tokens) {
    const plain = plainToken(token)
    if (seen.has(plain)) continue
    seen.add(plain)
    if (batch.push(token) < mostInBatch) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

interface Batches {
  readonly batches: Iterable<readonly string[]>
  readonly take: (items: readonly GradedItem[]) => void | Promise<void>
}

/**
 * Asks for each batch, or for each half of one that is too large, down to the single bet the service will not take. An
 * answer that cannot be used does not keep the other batches from being settled; what it was is thrown after them.
 */
async function settleBatches(
  caller: Pick<Caller, 'read'>,
  request: GradeRequest,
  { batches, take }: Batches,
): Promise<void> {
  let unusable: ServiceError | undefined
  for (const tokens of batches) {
    try {
      await settleBatch(caller, { ...request, tokens }, take)
    } catch (error) {
      if (!(error instanceof ServiceError) || error.failure.kind !== 'unreadable') throw error
      unusable = error
    }
  }
  if (unusable !== undefined) throw unusable
}

async function settleBatch(
  caller: Pick<Caller, 'read'>,
  request: GradeRequest & { readonly tokens: readonly string[] },
  take: Batches['take'],
): Promise<void> {
  const { tokens } = request
  const body = JSON.stringify({ odds: tokens.map(grade => ({ grade })) })
  const items = await caller.read(
    { ...askOf(request), method: 'POST', query: {}, body },
    ({ status, body: answer }, key) =>
      isTooMany(status) && tokens.length > 1 ? 'too-many' : readGradings(answer, status, key),
  )
  const middle = tokens.length >> 1
  if (items !== 'too-many') await take(items)
  else
    await settleBatches(caller, request, { batches: [tokens.slice(0, middle), tokens.slice(middle)], take })
}

function askOf({ profile, priority, signal }: GradeRequest) {
  const base = addressOf(readAddress(profile.grader))
  return {
    profileId: profile.id,
    address: new URL(`${base.pathname.replace(/\/+$/, '')}/v1/grader`, base),
    maxBytes: gradeBytes,
    ...(priority !== undefined && { priority }),
    ...(signal && { signal }),
  }
}
