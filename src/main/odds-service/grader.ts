/**
 * The settlement interface (docs/service-interface.md, 4.3): results of bets by grade token. Bets are requested in
 * batches, which are halved when the service finds one too large. An answer may omit bets and list them in any order.
 */
import type { Profile } from '../../shared/model/settings/profile.ts'
import { readAddress } from '../../shared/model/settings/service-address.ts'
import type { Caller } from './caller.ts'
import { requireAddress, ServiceError } from './failures.ts'
import { findRefusal, plainToken, readGradings, type GradedItem } from './grading-wire.ts'
import type { Priority } from './permits.ts'

export interface GradeRequest {
  readonly profile: Pick<Profile, 'id' | 'grader'>
  readonly priority?: Priority
  readonly signal?: AbortSignal
}

export interface Grader {
  /**
   * Requests the results of many bets. Passes each batch's items to `take` before it requests the next, so that a later
   * failure loses none. Tokens are sent verbatim, each once. Throws ServiceError when a batch failed.
   */
  settle(request: GradeRequest & { readonly tokens: Iterable<string> }, take: Take): Promise<void>
  /** Tests the key by one request without bets, never repeated. Throws ServiceError (key-refused) for a key that the service rejects. */
  testKey(request: GradeRequest): Promise<void>
  /** Requests the result of one bet. An item without a token belongs to it. Throws ServiceError. */
  check(request: GradeRequest & { readonly token: string }): Promise<GradedItem[]>
}

const maxInBatch = 100
const noBets = '{"odds":[]}'
const isTooMany = (status: number) => status === 400 || status === 413
/** Maximum batches in a row without an accepted bet; after them no more are requested. */
const maxRefusedBatches = 2

export function createGrader(caller: Pick<Caller, 'read'>): Grader {
  return {
    settle: ({ tokens, ...request }, take) =>
      new SettleRun(batch => askForBatch(caller, request, batch), take).settle(makeBatches(tokens)),
    testKey: request =>
      caller.read(
        {
          ...toKeyedRequest(request),
          method: 'POST',
          query: {},
          body: noBets,
          emptyBody: noBets,
          maxAttempts: 1,
        },
        ({ status, body }, key) => {
          const refusal = findRefusal(body, status, key)
          if (refusal !== undefined) throw new ServiceError(refusal)
        },
      ),
    async check({ token, ...request }) {
      const items = await caller.read(
        { ...toKeyedRequest(request), method: 'GET', query: { grade: plainToken(token) } },
        ({ status, body }, key) => readGradings(body, status, key),
      )
      return items.map(item => ({ ...item, token: item.token ?? token }))
    },
  }
}

/** Yields batches that contain each bet once, in either form of its token. */
function* makeBatches(tokens: Iterable<string>): Generator<string[], void> {
  const seen = new Set<string>()
  let batch: string[] = []
  for (const token of tokens) {
    const plain = plainToken(token)
    if (seen.has(plain)) continue
    seen.add(plain)
    if (batch.push(token) < maxInBatch) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Receives the items of an answer. */
type Take = (items: readonly GradedItem[]) => void | Promise<void>
/** Requests these bets in one call; `too-many` when the service may accept fewer. */
type AskFor = (tokens: readonly string[]) => Promise<GradedItem[] | 'too-many'>

/**
 * Requests each batch, and halves one that is too large, down to the single bet that the service rejects. After an
 * unusable answer the other batches are still requested; its error is thrown at the end. Before a batch is halved,
 * three of its bets are requested alone: if all are rejected, the size is not the reason, and the batch is given up.
 */
class SettleRun {
  readonly #askFor: AskFor
  readonly #take: Take
  #unusable: ServiceError | undefined

  constructor(askFor: AskFor, take: Take) {
    this.#askFor = askFor
    this.#take = take
  }

  async settle(batches: Iterable<readonly string[]>): Promise<void> {
    let refused = 0
    for (const tokens of batches) {
      const outcome = await this.#settle(tokens)
      refused = outcome === 'too-many' && !(await this.#settleParts(tokens)) ? refused + 1 : 0
      if (refused === maxRefusedBatches) break
    }
    if (this.#unusable !== undefined) throw this.#unusable
  }

  async #settle(tokens: readonly string[]): Promise<'taken' | 'too-many' | 'unusable'> {
    try {
      const items = await this.#askFor(tokens)
      if (items === 'too-many') return items
      await this.#take(items)
      return 'taken'
    } catch (error) {
      if (!(error instanceof ServiceError) || error.failure.kind !== 'unreadable') throw error
      this.#unusable = error
      return 'unusable'
    }
  }

  /** Returns true when a bet requested alone was accepted. */
  async #settleParts(tokens: readonly string[]): Promise<boolean> {
    const alone = [...new Set([0, tokens.length >> 1, tokens.length - 1])]
    const outcomes: string[] = []
    for (const place of alone) outcomes.push(await this.#settle(tokens.slice(place, place + 1)))
    if (!outcomes.includes('taken')) return false
    await this.#settleHalves(tokens.filter((_, place) => !alone.includes(place)))
    return true
  }

  async #settleHalves(tokens: readonly string[]): Promise<void> {
    const middle = tokens.length >> 1
    for (const half of [tokens.slice(0, middle), tokens.slice(middle)])
      if (half.length > 0 && (await this.#settle(half)) === 'too-many') await this.#settleHalves(half)
  }
}

function askForBatch(
  caller: Pick<Caller, 'read'>,
  request: GradeRequest,
  tokens: readonly string[],
): ReturnType<AskFor> {
  const body = JSON.stringify({ odds: tokens.map(grade => ({ grade })) })
  return caller.read(
    { ...toKeyedRequest(request), method: 'POST', query: {}, body, emptyBody: noBets },
    ({ status, body: answer }, key) => {
      if (!isTooMany(status) || tokens.length === 1) return readGradings(answer, status, key)
      const refusal = findRefusal(answer, status, key)
      if (refusal !== undefined) throw new ServiceError(refusal)
      return 'too-many'
    },
  )
}

function toKeyedRequest({ profile, priority, signal }: GradeRequest) {
  const base = requireAddress(readAddress(profile.grader))
  return {
    profileId: profile.id,
    address: new URL(`${base.pathname.replace(/\/+$/, '')}/v1/grader`, base),
    priority,
    signal,
  }
}
