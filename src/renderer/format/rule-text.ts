/** A rule as one sentence: what it does at which prices, and at what cost. */
import type { RuleAction } from '../../shared/model/rules/rule.ts'
import { pluralize } from './number-text.ts'

/** Terms of a rule as the form has them; a number is NaN while its field has none. */
export interface RuleSentence {
  /** Title of the parlay; empty for every parlay. */
  readonly parlay: string
  /** Names of books; none for any book. */
  readonly books: readonly string[]
  readonly evPercent: number
  readonly maxAgeSeconds: number | null
  /** `$50.00`; null for any stake. */
  readonly minStake: string | null
  readonly actions: readonly RuleAction[]
  readonly callsPerMinute: number
}

/** Title of a parlay that is not on the desk. */
export const goneParlay = 'a parlay that left the desk'

export const ruleActionNames: Readonly<Record<RuleAction, string>> = {
  requote: 'Recheck the price first',
  notify: 'Notify me',
  'prepare-slip': 'Prepare the bet slip',
}
const actionTexts: Readonly<Record<RuleAction, string>> = {
  requote: 'recheck it',
  notify: 'notify you',
  'prepare-slip': 'prepare the bet slip',
}

const join = (parts: readonly string[], last: string): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1) ?? ''}`

/** `When Bravo has a fresh price over 5% EV for any parlay: recheck it and notify you. …` */
export function describeRule(rule: RuleSentence): string {
  const { parlay, books, evPercent, maxAgeSeconds, minStake, actions, callsPerMinute } = rule
  const book = books.length === 0 ? 'a book' : join(books, 'or')
  const age = maxAgeSeconds === null ? 'a fresh price' : `a price at most ${maxAgeSeconds}s old`
  const worth = Number.isNaN(evPercent) ? 'some EV' : `${evPercent}% EV`
  const stake = minStake === null ? '' : ` and takes at least ${minStake}`
  const when = `When ${book} has ${age} over ${worth} for ${parlay === '' ? 'any parlay on the desk' : parlay}${stake}`
  const then =
    actions.length === 0
      ? 'do nothing'
      : join(
          actions.map(action => actionTexts[action]),
          'and',
        )
  const cost =
    actions.includes('requote') && !Number.isNaN(callsPerMinute)
      ? ` It spends at most ${pluralize(callsPerMinute, 'call')} in any 60 seconds.`
      : ''
  return `${when}: ${then}.${cost} It never places a bet.`
}
