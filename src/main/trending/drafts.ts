/** Drafts of submissions: a parlay of the desk with the odds ids that one book has for its legs, verbatim. */
import { Refusal } from '../../shared/failure.ts'
import type { Parlay } from '../../shared/model/parlay/parlay.ts'
import type { BookIds } from '../../shared/model/parlay/submission.ts'
import type { Draft, Outbox } from './outbox.ts'
import { toSubmission } from './outbox-rows.ts'

export interface DraftsDeps {
  readonly outbox: Outbox
  readonly profileId: () => string
  /** Ids of the books shown, in column order. */
  readonly books: () => readonly string[]
  /** A parlay of the desk. Throws Refusal when it is not there. */
  readonly parlay: (parlayId: number) => Parlay
}

/** A parlay to add to the queue, with the ids that the user saw. */
export type ParlayToSend = Pick<Draft, 'bookId' | 'ids' | 'title'> & { readonly parlayId: number }

/** Ids that each book shown has for a parlay's legs. Throws Refusal when it is not on the desk. */
export function findIds({ outbox, profileId, books, parlay }: DraftsDeps, parlayId: number): BookIds[] {
  const watched = parlay(parlayId)
  return books().map(bookId => {
    const { ids, lacks } = findIdsAt(watched, bookId)
    const known = lacks === 0 ? outbox.find(profileId(), ids) : undefined
    return { bookId, ids, lacks, known: known === undefined ? null : toSubmission(known) }
  })
}

/** Takes only ids the user has seen: throws Refusal when the desk has others by now. */
export function draft(deps: DraftsDeps, { parlayId, bookId, ids, title }: ParlayToSend, at: number): Draft {
  const parlay = deps.parlay(parlayId)
  const current = findIdsAt(parlay, bookId)
  if (current.lacks > 0 || JSON.stringify(current.ids) !== JSON.stringify(ids)) {
    const sentence = 'The ids of this parlay changed meanwhile. Look at them again before you send them.'
    throw new Refusal({ kind: 'invalid', field: 'ids', sentence })
  }
  const legs = parlay.legs.map(({ key, name, market, game }) => ({ key, name, market, game }))
  return { profileId: deps.profileId(), bookId, title, legs, ids, at }
}

/** All ids in leg order; none where the book lacks a leg, since a parlay is never sent with fewer. */
function findIdsAt({ legs }: Parlay, bookId: string): Pick<BookIds, 'ids' | 'lacks'> {
  const found = legs.map(leg => leg.offers.find(offer => offer.bookId === bookId)?.oddsId)
  const ids = found.filter(id => id !== undefined)
  const lacks = found.length - ids.length
  return { ids: lacks === 0 ? ids : [], lacks }
}
