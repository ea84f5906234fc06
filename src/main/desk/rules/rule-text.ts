/** Explains a rule's decision by its inputs, in the text that is shown, notified and stored. */
import { assertNever } from '../../../shared/failure.ts'
import type { RuleDecision, RuleInputs, RuleTerms } from '../../../shared/model/rules/rule.ts'
import { exactMoney } from '../../../shared/model/ticket/money-text.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import { formatPrice } from '../alerts/alert-text.ts'

export interface RuleTextContext {
  readonly format: PriceFormat
  readonly nameOf: (bookId: string) => string
  readonly currency: string
}

export function explainDecision(decision: RuleDecision, terms: RuleTerms, context: RuleTextContext): string {
  const { bookId, inputs } = decision
  const { price } = inputs
  const name = context.nameOf(bookId)
  if (price === null) return `${name} has no price now. ${explainOutcome(decision, terms)}`
  const facts = [
    describeWorth(inputs, terms),
    `${Math.round(inputs.ageMs / 1_000)}s old`,
    ...describeStake(inputs, terms, context.currency),
  ]
  return `${name} at ${formatPrice(price, context.format)}: ${facts.join(', ')}. ${explainOutcome(decision, terms)}`
}

function explainOutcome({ outcome, inputs: { callsAsked } }: RuleDecision, terms: RuleTerms): string {
  switch (outcome) {
    case 'asked':
      return `Rechecking: call ${callsAsked + 1} of ${terms.callsPerMinute} in a minute.`
    case 'confirmed':
      return 'Rechecked: the price still meets the rule.'
    case 'gone':
      return 'Rechecked: it no longer meets the rule.'
    case 'met':
      return 'The rule is met.'
    case 'unconfirmed':
      return callsAsked >= terms.callsPerMinute
        ? `Not rechecked: the rule’s ${toShareText(terms)} used.`
        : 'Not rechecked: the book can’t be priced now.'
    default:
      return assertNever(outcome)
  }
}

const toShareText = ({ callsPerMinute: calls }: RuleTerms) =>
  calls === 1 ? 'call a minute is' : `${calls} calls a minute are`

function describeWorth({ worth, isSuspect }: RuleInputs, { ev }: RuleTerms): string {
  if (isSuspect) return 'may be an error'
  if (worth === null) return 'no fair price'
  const source = {
    mine: 'your fair price',
    consensus: `the consensus of ${worth.books} books`,
    partition: worth.books === 1 ? 'a book’s fair price' : `the fair prices of ${worth.books} books`,
  }[worth.source]
  return `${formatPercent(worth.ev)} EV by ${source} (rule: over ${formatPercent(ev)})`
}

function describeStake({ maxStakeMinor }: RuleInputs, { minStake }: RuleTerms, currency: string): string[] {
  const wanted = minStake === null ? '' : ` (rule: ${exactMoney(minStake, currency)} or more)`
  if (maxStakeMinor === null) return minStake === null ? [] : [`takes any stake${wanted}`]
  return [`takes ${exactMoney(maxStakeMinor, currency)}${wanted}`]
}

const formatPercent = (share: number) => `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)}%`
