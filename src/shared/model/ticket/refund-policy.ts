/**
 * A book's rule for a parlay with a refunded leg. Books differ and change their rules, so a policy is data for each
 * book, edited by the user, with its source and date.
 */
import { z } from 'zod'
import { assertNever } from '../../failure.ts'
import { BookId } from '../game/book.ts'
import type { LegResult } from './settlement.ts'
import { Day } from './ticket.ts'

export const refundPolicies = ['recalculate', 'void_all', 'void_all_unless_loss', 'tie_loses', 'ask'] as const
export const RefundPolicy = z.enum(refundPolicies)
export type RefundPolicy = z.infer<typeof RefundPolicy>

/** A book's policy, its source, and the day it was read. */
export const BookPolicy = z.strictObject({
  bookId: BookId,
  policy: RefundPolicy,
  source: z.string().trim().max(500),
  asOf: Day.nullable(),
})
export type BookPolicy = Readonly<z.infer<typeof BookPolicy>>

export const defaultPolicy: RefundPolicy = 'ask'

/** Possible ending of a ticket. `reduced`: won with the remaining legs, at a price that only the book knows. */
export const Ending = z.enum(['won', 'lost', 'refunded', 'reduced'])
export type Ending = z.infer<typeof Ending>

export const Ruling = z.discriminatedUnion('kind', [
  /** `outlook` lost: a leg is lost, but a refund of another may still save the stake. */
  z.strictObject({ kind: z.literal('pending'), outlook: z.literal('lost').nullable() }),
  z.strictObject({ kind: z.literal('ended'), ending: Ending.exclude(['reduced']) }),
  /** Won with the remaining legs; the user must enter the payout. */
  z.strictObject({ kind: z.literal('payout-wanted') }),
  /** The policy is `ask`: the user chooses one of these. */
  z.strictObject({ kind: z.literal('choice-wanted'), endings: z.array(Ending) }),
  /** The service used an unknown word. */
  z.strictObject({ kind: z.literal('unknown-word') }),
])
export type Ruling = Readonly<z.infer<typeof Ruling>>

/**
 * Derives the ruling on a ticket's legs. A ticket with one leg ends as its leg does, except for a tie that loses. The
 * service uses one word for a tie and a void bet, so a ticket lost by that policy shows how to correct it if the book
 * refunded the stake.
 */
export function deriveRuling(legs: readonly LegResult[], policy: RefundPolicy): Ruling {
  const has = (result: LegResult) => legs.includes(result)
  if (has('unknown')) return { kind: 'unknown-word' }
  const only = legs.length === 1 ? legs[0] : undefined
  const earlyEnding = only === undefined ? findEarlyEnding(has, policy) : undefined
  if (earlyEnding !== undefined) return { kind: 'ended', ending: earlyEnding }
  if (has('pending')) return { kind: 'pending', outlook: has('lost') ? 'lost' : null }
  if (!has('refunded')) return { kind: 'ended', ending: has('lost') ? 'lost' : 'won' }
  if (legs.every(result => result === 'refunded'))
    return { kind: 'ended', ending: policy === 'tie_loses' ? 'lost' : 'refunded' }
  return ruleOnRefund(has('lost'), policy)
}

type Has = (result: LegResult) => boolean

/** The ending that no pending leg can change any more. */
function findEarlyEnding(has: Has, policy: RefundPolicy): 'lost' | 'refunded' | undefined {
  switch (policy) {
    case 'recalculate':
    case 'void_all_unless_loss':
      return has('lost') ? 'lost' : undefined
    case 'tie_loses':
      return has('lost') || has('refunded') ? 'lost' : undefined
    case 'void_all':
      return has('refunded') ? 'refunded' : undefined
    case 'ask':
      return undefined
    default:
      return assertNever(policy)
  }
}

/** All legs are known, some but not all are refunded, and `findEarlyEnding` found none. */
function ruleOnRefund(hasLost: boolean, policy: RefundPolicy): Ruling {
  if (policy === 'recalculate') return { kind: 'payout-wanted' }
  if (policy === 'ask') return { kind: 'choice-wanted', endings: [hasLost ? 'lost' : 'reduced', 'refunded'] }
  return { kind: 'ended', ending: 'refunded' }
}
