/**
 * The settlement interface (docs/service-interface.md, 4.3): results of bets by grade token. Many are asked for in batches,
 * halved when the service finds one too large; an answer may leave out bets, and name them in any order.
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
   * Asks for many bets. Each batch's items are handed to `take` before the next batch is asked for, so that a later failure
   * loses none. Tokens go out verbatim, each once. Throws a ServiceError for a batch that could not be asked for.
   */
  settle(request: GradeRequest & { readonly tokens: Iterable<string> }, take: Take): Promise<void>
  /** Asks for no bet at all. Throws a ServiceError (key-refused) for a key that the service does not accept. */
  testKey(request: GradeRequest): Promise<void>
  /** Asks for one bet. An item without a token is that bet's. Throws a ServiceError. */
  check(request: GradeRequest & { readonly token: string }): Promise<GradedItem[]>
}

const maxInBatch = 100
const noBets = '{"odds":[]}'
const isTooMany = (status: number) => status === 400 || status === 413
/** After this many batches in a row without an accepted bet the service accepts none. */
const maxRefusedBatches = 2

export function createGrader(caller: Pick<Caller, 'read'>): Grader {
  return {
    settle: ({ tokens, ...request }, take) =>
      new SettleRun(batch => askForBatch(caller, request, batch), take).settle(makeBatches(tokens)),
    testKey: request =>
      caller.read(
        { ...toKeyedRequest(request), method: 'POST', query: {}, body: noBets, emptyBody: noBets },
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

/** Batches with each bet once, in either form of its token. Made lazily, as there may be very many. */
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

/** Takes the items of an answer. */
type Take = (items: readonly GradedItem[]) => void | Promise<void>
/** Asks for these bets in one call; `too-many` where the service may accept fewer. */
type AskFor = (tokens: readonly string[]) => Promise<GradedItem[] | 'too-many'>

/**
 * Asks for each batch, or for each half of one that is too large, down to the single bet the service does not accept. An
 * unusable answer does not keep the other batches from being settled; its error is thrown after them. Before a batch is
 * halved, three of its bets are asked for alone: where none of them is accepted either, the number is not the reason, and no
 * more calls are spent on that batch.
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

  /** Returns whether any bet asked for alone was accepted. */
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
