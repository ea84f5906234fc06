/** What a ticket is found by, and what it is summed under. */
import { gamesShort } from '../../../shared/model/leg-short.ts'
import { wordsOf } from '../../../shared/model/ledger-words.ts'
import type { Standing } from '../state/standing.ts'
import type { TicketState } from '../state/ticket-state.ts'

/** `all` is every ticket; sums are kept for the first five kinds. */
export type FacetKind = 'all' | 'book' | 'league' | 'market' | 'tag' | 'result' | 'word'

export interface Facet {
  readonly kind: FacetKind
  readonly value: string
  readonly label: string
}

/** More than any bet has by itself; it bounds what a pasted text may put into the index. */
const mostWords = 400
const facet = (kind: FacetKind, value: string, label = value): Facet => ({ kind, value, label })
const each = (kind: FacetKind, values: readonly string[]): Facet[] =>
  [...new Set(values)].filter(value => value !== '').map(value => facet(kind, value))

/** A voided ticket is found by nothing. */
export function facetsOf(state: TicketState, { result }: Standing): { sums: Facet[]; lists: Facet[] } {
  if (state.isVoided) return { sums: [], lists: [] }
  const { book, tags, legs } = state.facts
  const sums = [
    facet('all', ''),
    facet('book', book.id, book.name),
    ...each(
      'league',
      legs.map(leg => leg.game.league),
    ),
    ...each(
      'market',
      legs.map(leg => leg.market),
    ),
    ...each('tag', tags),
  ]
  return { sums, lists: [...sums, facet('result', result), ...each('word', wordsIn(state))] }
}

function wordsIn({ facts }: TicketState): string[] {
  const { book, tags, note, legs } = facts
  const ofLegs = legs.flatMap(leg => [leg.game.title, leg.market, leg.game.league])
  const names = legs.map(({ name }) => name)
  const words = wordsOf([book.name, ...tags, ...names, note, ...ofLegs, gamesShort(legs)].join(' '))
  return [...new Set(words)].slice(0, mostWords)
}
