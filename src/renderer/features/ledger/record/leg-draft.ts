/** The legs of a ticket entered by hand, or corrected: in words, or of the slip, which knows them all. */
import type { LegDetail } from '../../../../shared/model/ticket/ticket-detail.ts'
import type { CorrectedLeg, LegDraft, TypedLegDraft } from '../../../../shared/model/ticket/ticket-draft.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { timeInput, parseTimeInput } from '../../../format/time-text.ts'

export interface TypedLeg {
  readonly name: string
  readonly market: string
  readonly game: string
  readonly league: string
  /** As an input of date and time holds it. */
  readonly starts: string
  /** The moment behind `starts`, to the millisecond, for as long as nobody types another. */
  readonly startAt: number | null
  /** Of the leg alone. */
  readonly price: string
  /** What the price is written in; null for the format of the ticket's price. */
  readonly format: PriceFormat | null
  readonly oddsId: string
  readonly grade: string
  /** It was recorded with a grade token, which is not shown; and whether that stays where none is typed. */
  readonly isGradable: boolean
  readonly keepsGrade: boolean
  /** The place it has on the ticket that is corrected; null of one that is entered. */
  readonly from: number | null
}

export const blankLeg: TypedLeg = {
  name: '',
  market: '',
  game: '',
  league: '',
  starts: '',
  startAt: null,
  price: '',
  format: null,
  oddsId: '',
  grade: '',
  isGradable: false,
  keepsGrade: false,
  from: null,
}

const isNameless = ({ name }: TypedLeg) => name.trim() === ''

/** Lines left empty are none. `format`: of the ticket's price. */
export const typedLegs = (legs: readonly TypedLeg[], format: PriceFormat): TypedLegDraft[] =>
  legs.filter(leg => !isNameless(leg)).map(leg => draftOf(leg, format))

/** As `typedLegs`, of a ticket that has legs already. */
export const correctedLegs = (legs: readonly TypedLeg[], format: PriceFormat): CorrectedLeg[] =>
  legs
    .filter(leg => !isNameless(leg))
    .map(leg => ({ ...draftOf(leg, format), from: leg.from, keepsGrade: leg.keepsGrade }))

/** Why these cannot be the legs of a ticket; undefined when they can. */
export function legsError(legs: readonly TypedLeg[]): string | undefined {
  if (legs.some(leg => leg.from !== null && isNameless(leg)))
    return 'A leg of the ticket has no name now. Enter it, or take the leg away with ✕.'
  return legs.every(isNameless) ? 'Enter a leg.' : undefined
}

function draftOf(leg: TypedLeg, formatOfTicket: PriceFormat): TypedLegDraft {
  const { name, market, game, league, starts, startAt, price, format, oddsId, grade } = leg
  const isSameStart = startAt !== null && starts === timeInput(startAt)
  return {
    kind: 'typed',
    name: name.trim(),
    market: market.trim(),
    game: game.trim(),
    league: league.trim(),
    startAt: isSameStart ? startAt : (parseTimeInput(starts) ?? null),
    oddsId: oddsId.trim() || null,
    grade: grade.trim() || null,
    price: price.trim() === '' ? null : { text: price.trim(), format: format ?? formatOfTicket },
  }
}

/** A recorded leg, to be corrected. */
export function legOfTicket({ place, name, market, game, price, oddsId, isGradable }: LegDetail): TypedLeg {
  const { title, league, startAt } = game
  return {
    name,
    market,
    game: title,
    league,
    starts: startAt === null ? '' : timeInput(startAt),
    startAt,
    price: price?.text ?? '',
    format: price?.format ?? null,
    oddsId: oddsId ?? '',
    grade: '',
    isGradable,
    keepsGrade: isGradable,
    from: place,
  }
}

export const boardLegs = (keys: readonly string[]): LegDraft[] =>
  keys.map(selectionKey => ({ kind: 'selection', selectionKey }))
