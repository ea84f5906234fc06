/** Prices the outcomes of a partition together, so that their prices are of one moment. */
import { maxFairSpreadMs } from '../../../shared/model/price/fair.ts'
import type { QuoteOutcome } from '../../../shared/model/price/quote.ts'
import type { OneOff } from '../../../shared/model/price/whatif.ts'
import type { PlannedOutcome } from './partition-plan.ts'

export interface BurstOptions {
  /** Must not reject for failures of service or network. */
  readonly ask: (tokens: readonly string[], signal: AbortSignal) => Promise<QuoteOutcome>
  /** Stops the burst; prices that have come are kept. */
  readonly signal: AbortSignal
  readonly now: () => number
  /** A fresh quote of the first outcome, which is then asked for only when the others come too late for it. */
  readonly own: OneOff | undefined
  readonly onAnswer: (place: number, answer: OneOff) => void
}

/**
 * Asks for all outcomes at once. Null for those that did not come within 20 s of the first answer, whose calls are then
 * canceled, or before the burst was stopped.
 */
export async function priceBurst(
  outcomes: readonly PlannedOutcome[],
  { ask, signal, now, own, onAnswer }: BurstOptions,
): Promise<(OneOff | null)[]> {
  const late = new AbortController()
  const both = AbortSignal.any([signal, late.signal])
  let timer: NodeJS.Timeout | undefined

  const isStopped = () => both.aborted
  const stopped = new Promise<undefined>(resolve =>
    both.addEventListener('abort', () => resolve(undefined), { once: true }),
  )

  async function askOne({ tokens }: PlannedOutcome, place: number): Promise<OneOff | null> {
    if (isStopped()) return null
    const outcome = await Promise.race([ask(tokens, both), stopped])
    if (outcome === undefined || isStopped()) return null
    const answer = { at: now(), outcome }
    timer ??= setTimeout(() => late.abort(), maxFairSpreadMs)
    onAnswer(place, answer)
    return answer
  }

  try {
    const answers = await Promise.all(
      outcomes.map((outcome, place) =>
        place === 0 && own !== undefined ? Promise.resolve(own) : askOne(outcome, place),
      ),
    )
    const [first] = outcomes
    const newestAt = Math.max(...answers.map(answer => answer?.at ?? 0))
    if (own === undefined || first === undefined || newestAt - own.at <= maxFairSpreadMs) return answers
    return answers.with(0, await askOne(first, 0))
  } finally {
    clearTimeout(timer)
  }
}
