/** Refund policies of books: a name and a sentence for each. */
import type { RefundPolicy } from '../../shared/model/ticket/refund-policy.ts'

export const policyNames: Readonly<Record<RefundPolicy, string>> = {
  recalculate: 'Reprice',
  void_all: 'Refund all',
  void_all_unless_loss: 'Refund unless a leg lost',
  tie_loses: 'Push loses',
  ask: 'Ask me',
}

export const policySentences: Readonly<Record<RefundPolicy, string>> = {
  recalculate: 'Leg drops out, rest is repriced; you enter the payout.',
  void_all: 'Any void refunds the bet, even if another leg lost.',
  void_all_unless_loss: 'Any void refunds the bet, unless another leg lost.',
  tie_loses: 'A push loses, even as the only leg.',
  ask: 'The ticket waits for review and you choose the result.',
}
