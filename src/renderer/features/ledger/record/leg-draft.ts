/** The legs of a ticket entered by hand: in words, or of the slip, which knows them all. */
import type { LegDraft } from '../../../../shared/model/ticket-draft.ts'

export interface TypedLeg {
  readonly name: string
  readonly market: string
  readonly game: string
}

export const blankLeg: TypedLeg = { name: '', market: '', game: '' }

/** A leg in words has no tokens of the service: it is settled by hand. Lines left empty are none. */
export function typedLegs(legs: readonly TypedLeg[]): LegDraft[] {
  return legs
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, market, game }) => ({
      kind: 'typed',
      name: name.trim(),
      market: market.trim(),
      game: game.trim(),
      league: '',
      startAt: null,
      oddsId: null,
      grade: null,
      price: null,
    }))
}

export const boardLegs = (keys: readonly string[]): LegDraft[] =>
  keys.map(selectionKey => ({ kind: 'selection', selectionKey }))
