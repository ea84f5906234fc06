/** Refund policies of books: a name and a sentence for each. */
import type { RefundPolicy } from '../../shared/model/ticket/refund-policy.ts'

export const policyNames: Readonly<Record<RefundPolicy, string>> = {
  recalculate: 'Recalculate',
  void_all: 'Void all',
  void_all_unless_loss: 'Void all unless lost',
  tie_loses: 'Tie loses',
  ask: 'Ask me',
}

export const policySentences: Readonly<Record<RefundPolicy, string>> = {
  recalculate: 'The leg drops out and the rest is priced anew; you enter what the book paid.',
  void_all: 'One refunded leg refunds the whole ticket, even beside a lost one.',
  void_all_unless_loss: 'One refunded leg refunds the whole ticket, unless another leg lost.',
  tie_loses: 'A refunded leg counts as lost, also where it is the only one.',
  ask: 'The ticket waits for review, and you choose how it ended.',
}
