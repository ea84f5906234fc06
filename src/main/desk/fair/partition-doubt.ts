/** Sentences on partitions that give no exact price: prices that are missing, and prices that may be errors. */
import type { FairOutcome } from '../../../shared/model/price/fair.ts'
import { maxFairPriceAgeMs, maxFairSpreadMs } from '../../../shared/model/price/fair.ts'
import { findPrice, isStale, type Quote, type QuoteOutcome } from '../../../shared/model/price/quote.ts'
import type { OneOff } from '../../../shared/model/price/whatif.ts'
import { compareEach } from '../../../shared/odds/value.ts'

/** The reason why prices are missing; empty when none is. */
export function describeMissing(
  answers: readonly (OneOff | null)[],
  { book, isStopped }: { readonly book: string; readonly isStopped: boolean },
): string {
  const missing = answers.filter(answer => findPrice(answer) === undefined)
  const priced = `${answers.length - missing.length} of ${answers.length} prices`
  const lacking = `${missing.length} of ${answers.length} outcomes`
  const has = (matches: (outcome: QuoteOutcome) => boolean) =>
    missing.some(answer => answer !== null && matches(answer.outcome))
  if (missing.length === 0) return ''
  if (isStopped) return `You stopped it after ${priced}.`
  if (has(({ kind, ...rest }) => kind === 'failed' && 'failure' in rest && rest.failure.kind === 'limited'))
    return `The call budget ended after ${priced}.`
  if (missing.includes(null)) return `Only ${priced} came within ${maxFairSpreadMs / 1000}s.`
  if (has(({ kind }) => kind === 'cannot-combine')) return `${book} can’t combine ${lacking}.`
  if (has(({ kind }) => kind === 'failed')) return `Calls for ${lacking} failed.`
  return `${book} has no price for ${lacking}.`
}

export interface SuspectContext {
  /** Name of the book. */
  readonly book: string
  readonly now: number
  readonly staleAfterMs: number
  /** Other books' last quotes of the parlay. */
  readonly quotes: readonly Quote[]
  /** Other books' last partitions of it. */
  readonly partitions: readonly (readonly FairOutcome[])[]
}

/** A sentence on the first price that is suspect among the other books'; undefined when none is. */
export function findSuspect(outcomes: readonly FairOutcome[], context: SuspectContext): string | undefined {
  for (const [place, outcome] of outcomes.entries()) {
    const decimal = findPrice(outcome.last)?.decimal
    if (decimal === undefined) continue
    const others = place === 0 ? listFresh(context) : listSame(outcome, context)
    if (compareEach([decimal, ...others])[0]?.isSuspect !== true) continue
    const what = place === 0 ? 'this parlay' : outcome.legs.map(({ name }) => name).join(' · ')
    return `${context.book}’s price of ${what} may be an error, so its fair price isn’t used.`
  }
  return undefined
}

const listFresh = ({ quotes, now, staleAfterMs }: SuspectContext): number[] =>
  quotes.flatMap(quote => (isStale(quote, now, staleAfterMs) ? [] : (findPrice(quote)?.decimal ?? [])))

/** Prices of the same sides at other books, of about the same time. */
function listSame({ legs }: FairOutcome, { partitions, now }: SuspectContext): number[] {
  const keys = legs.map(({ key }) => key).join('\n')
  return partitions.flatMap(outcomes => {
    const same = outcomes.find(outcome => outcome.legs.map(({ key }) => key).join('\n') === keys)
    const isRecent = same?.last != null && now - same.last.at <= maxFairPriceAgeMs
    return isRecent ? (findPrice(same.last)?.decimal ?? []) : []
  })
}
