/** What a ticket is found by, and what it is summed under. */
import { gamesShort } from '../../../shared/model/game/leg-short.ts'
import { type Figure, wordsOf } from '../../../shared/model/ticket/ledger-filter.ts'
import { ownStakeMinor } from '../../../shared/model/ticket/payout.ts'
import { closingValue, type ClosingValue } from '../state/closing-value.ts'
import type { Standing } from '../state/ticket-outcome.ts'
import type { TicketState } from '../state/ticket-state.ts'
import { clvStepOf } from '../../../shared/model/ticket/ledger-report.ts'

/** `all` is every ticket; sums are kept for the first five kinds. `figure`: a figure that the ticket is part of. */
export type FacetKind =
  'all' | 'book' | 'league' | 'market' | 'tag' | 'result' | 'figure' | 'clv-step' | 'word'

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
export function facetsOf(state: TicketState, standing: Standing): { sums: Facet[]; lists: Facet[] } {
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
  const standings = [facet('result', standing.result), ...figuresOf(state, standing)]
  return { sums, lists: [...sums, ...standings, ...each('word', wordsIn(state))] }
}

/** What a ticket is counted in as it stands. */
function figuresOf(state: TicketState, standing: Standing): Facet[] {
  const isOwn = ownStakeMinor(state.facts) > 0
  const { payout, isProvisionallyLost } = standing
  if (payout === null) return [...figure('open-stake', isOwn), ...figure('open-payout', !isProvisionallyLost)]
  const value = closingValue(state, standing)
  const step = value?.isInPool === true ? [facet('clv-step', String(clvStepOf(value.clvPpm)))] : []
  return [...figure('settled'), ...figure('staked', isOwn), ...figure(closingFigure(value)), ...step]
}

const figure = (value: Figure, isPart = true): Facet[] => (isPart ? [facet('figure', value)] : [])

function closingFigure(value: ClosingValue | null): Figure {
  if (value === null) return 'no-close'
  return value.isInPool ? 'clv' : 'clv-kept-out'
}

function wordsIn({ facts }: TicketState): string[] {
  const { book, tags, note, legs } = facts
  const ofLegs = legs.flatMap(leg => [leg.game.title, leg.market, leg.game.league])
  const names = legs.map(({ name }) => name)
  const words = wordsOf([book.name, ...tags, ...names, note, ...ofLegs, gamesShort(legs)].join(' '))
  return [...new Set(words)].slice(0, mostWords)
}
