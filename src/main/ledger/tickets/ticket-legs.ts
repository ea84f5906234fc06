/** Legs of a ticket as the book offers them, from a parlay of the desk, selections of the board, or typed. */
import { Refusal } from '../../../shared/failure.ts'
import type { Leg, Parlay } from '../../../shared/model/parlay/parlay.ts'
import type { TicketDraft } from '../../../shared/model/ticket/ticket-draft.ts'
import type { TicketLeg } from '../../../shared/model/ticket/ticket.ts'
import { parsePrice } from '../../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import { parseLeg } from './parse-draft.ts'

export interface LegSources {
  /** Throws Refusal for a parlay that is not on the desk. */
  parlay(id: number): Pick<Parlay, 'legs'>
  /** Legs of the board with these keys; null for each that is missing. */
  legs(keys: readonly string[]): Promise<readonly { readonly leg: Leg | null }[]>
  /** Format of the single prices in odds objects. */
  singlesFormat(): PriceFormat
}

/** Throws Refusal (not-found) for a selection that the board no longer has. */
export async function resolveLegs({ bookId, legs }: TicketDraft, sources: LegSources): Promise<TicketLeg[]> {
  const toTicketLeg = (leg: Leg) => offeredLeg(leg, bookId, sources.singlesFormat())
  if (legs.kind === 'parlay') return sources.parlay(legs.parlayId).legs.map(toTicketLeg)
  const drafts = legs.legs.map(leg => (leg.kind === 'typed' ? parseLeg(leg) : leg))
  const found = await sources.legs(drafts.flatMap(({ selectionKey: key }) => key ?? []))
  const byKey = new Map(found.flatMap(({ leg }) => (leg === null ? [] : [[leg.key, leg]])))
  return drafts.map(draft => {
    const leg = byKey.get(draft.selectionKey ?? '')
    if (!('kind' in draft)) return { ...draft, grade: draft.grade ?? findGrade(leg, bookId) }
    if (leg !== undefined) return toTicketLeg(leg)
    throw new Refusal({ kind: 'not-found', what: 'a leg no longer offered' })
  })
}

/**
 * Grade token of the leg at the book, else at another one: the bet is the same, so that a ticket of a book that is not
 * listed gets its results too. A leg without any is settled by the user.
 */
function findGrade(leg: Leg | undefined, bookId: string): string | null {
  const offers = leg?.offers.filter(({ grade }) => grade) ?? []
  return (offers.find(offer => offer.bookId === bookId) ?? offers[0])?.grade ?? null
}

function offeredLeg(leg: Leg, bookId: string, format: PriceFormat): TicketLeg {
  const { key, name, market, game, offers } = leg
  const offer = offers.find(each => each.bookId === bookId)
  const { id, title, short, league, startAt } = game
  const text = offer?.price ?? null
  return {
    selectionKey: key,
    oddsId: offer?.oddsId ?? null,
    grade: findGrade(leg, bookId),
    name,
    market,
    game: { id, title, short, league, startAt },
    // An invalid price is left out, never guessed.
    price: text !== null && parsePrice(text, format).ok ? { text, format } : null,
  }
}
