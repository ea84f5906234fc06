/** The legs of a ticket entered by hand: in words, or of the slip, which knows them all. */
import type { LegDraft } from '../../../../shared/model/ticket-draft.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { timeOfInput } from '../../../format/clock-time.ts'

export interface TypedLeg {
  readonly name: string
  readonly market: string
  readonly game: string
  readonly league: string
  /** As an input of date and time holds it. */
  readonly starts: string
  /** Of the leg alone, in the format of the ticket's price. */
  readonly price: string
  readonly oddsId: string
  readonly grade: string
}

export const blankLeg: TypedLeg = {
  name: '',
  market: '',
  game: '',
  league: '',
  starts: '',
  price: '',
  oddsId: '',
  grade: '',
}

/** Lines left empty are none. */
export function typedLegs(legs: readonly TypedLeg[], format: PriceFormat): LegDraft[] {
  return legs
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, market, game, league, starts, price, oddsId, grade }) => ({
      kind: 'typed',
      name: name.trim(),
      market: market.trim(),
      game: game.trim(),
      league: league.trim(),
      startAt: timeOfInput(starts) ?? null,
      oddsId: oddsId.trim() || null,
      grade: grade.trim() || null,
      price: price.trim() === '' ? null : { text: price.trim(), format },
    }))
}

export const boardLegs = (keys: readonly string[]): LegDraft[] =>
  keys.map(selectionKey => ({ kind: 'selection', selectionKey }))
