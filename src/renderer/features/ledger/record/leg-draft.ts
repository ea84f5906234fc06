/** Legs of a ticket that is entered or corrected: typed, or taken from the slip. */
import type { LegDetail } from '../../../../shared/model/ticket/ticket-detail.ts'
import type { CorrectedLeg, TypedLegDraft } from '../../../../shared/model/ticket/ticket-draft.ts'
import type { PriceFormat } from '../../../../shared/odds/price.ts'
import { timeInput, parseTimeInput } from '../../../format/time-text.ts'

export interface TypedLeg {
  readonly name: string
  readonly market: string
  readonly game: string
  readonly league: string
  /** In the format of a datetime-local input. */
  readonly starts: string
  /** Exact time of `starts` (epoch ms), used until the user types another. */
  readonly startAt: number | null
  /** Price of the leg alone. */
  readonly price: string
  /** Format of the price; null for that of the ticket's price. */
  readonly format: PriceFormat | null
  readonly oddsId: string
  readonly grade: string
  /** True if it was recorded with a grade token, which is not shown. */
  readonly isGradable: boolean
  /** True if that token stays unless another is typed. */
  readonly keepsGrade: boolean
  /** Place on the ticket that is corrected; null for a new leg. */
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

/** Legs to record, without empty lines. `format`: of the ticket's price. */
export const toTypedLegs = (legs: readonly TypedLeg[], format: PriceFormat): TypedLegDraft[] =>
  legs.filter(leg => !isNameless(leg)).map(leg => toLegDraft(leg, format))

/** As `toTypedLegs`, for a ticket that has legs already. */
export const toCorrectedLegs = (legs: readonly TypedLeg[], format: PriceFormat): CorrectedLeg[] =>
  legs
    .filter(leg => !isNameless(leg))
    .map(leg => ({ ...toLegDraft(leg, format), from: leg.from, keepsGrade: leg.keepsGrade }))

/** Error of legs that cannot be recorded, if there is one. */
export function findLegsError(legs: readonly TypedLeg[]): string | undefined {
  if (legs.some(leg => leg.from !== null && isNameless(leg))) return 'Name this leg or remove it.'
  return legs.every(isNameless) ? 'Add at least one leg.' : undefined
}

function toLegDraft(leg: TypedLeg, ticketFormat: PriceFormat): TypedLegDraft {
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
    price: price.trim() === '' ? null : { text: price.trim(), format: format ?? ticketFormat },
  }
}

/** Form of a recorded leg that is to be corrected. */
export function toTypedLeg({ place, name, market, game, price, oddsId, isGradable }: LegDetail): TypedLeg {
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
