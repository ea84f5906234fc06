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
  const keys = legs.legs.flatMap(leg => (leg.kind === 'selection' ? [leg.selectionKey] : []))
  const found = await sources.legs(keys)
  const byKey = new Map(found.flatMap(({ leg }) => (leg === null ? [] : [[leg.key, leg]])))
  return legs.legs.map(draft => {
    if (draft.kind === 'typed') return parseLeg(draft)
    const leg = byKey.get(draft.selectionKey)
    if (leg !== undefined) return toTicketLeg(leg)
    throw new Refusal({ kind: 'not-found', what: 'a leg no longer offered' })
  })
}

/** A leg that the book does not offer now gets no tokens; the user settles it. */
function offeredLeg(
  { key, name, market, game, offers }: Leg,
  bookId: string,
  format: PriceFormat,
): TicketLeg {
  const offer = offers.find(each => each.bookId === bookId)
  const { id, title, short, league, startAt } = game
  const text = offer?.price ?? null
  return {
    selectionKey: key,
    oddsId: offer?.oddsId ?? null,
    grade: offer?.grade ?? null,
    name,
    market,
    game: { id, title, short, league, startAt },
    // An invalid price is left out, never guessed.
    price: text !== null && parsePrice(text, format).ok ? { text, format } : null,
  }
}
