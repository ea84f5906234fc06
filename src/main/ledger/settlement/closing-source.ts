/** Finds the source of a bet's closing price: a call to the book for a parlay, the board for a single bet. */
import type { Leg } from '../../../shared/model/parlay/parlay.ts'
import type { TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import { parsePrice } from '../../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import type { UserSettings } from '../../account/settings.ts'
import type { AskBook } from '../../odds-service/pricing.ts'
import { priority } from '../../odds-service/permits.ts'
import type { ClosingAnswer, ClosingSource } from './closing-prices.ts'

/** A leg on the board now; `asOf`: time of each book's offer, epoch ms, if known. */
type BoardLeg =
  { readonly leg: null } | { readonly leg: Pick<Leg, 'offers'>; readonly asOf: ReadonlyMap<string, number> }

export interface ClosingSourceDeps {
  readonly settings: Pick<UserSettings, 'state'>
  readonly board: { legs(keys: readonly string[]): Promise<readonly BoardLeg[]> }
  readonly askBook: AskBook
  readonly now?: () => number
}

/** Maximum age of a price of the board. */
const maxPriceAgeMs = 5 * 60_000

export async function findClosingSource(
  { settings, board, askBook, now = Date.now }: ClosingSourceDeps,
  { book: { id: bookId }, legs }: Pick<TicketFacts, 'book' | 'legs'>,
): Promise<ClosingSource> {
  const { books, value } = settings.state()
  const book = books.find(({ id }) => id === bookId)
  if (book === undefined) return { kind: 'no-token', why: 'This profile doesn’t have this book.' }
  const found = await board.legs(legs.flatMap(({ selectionKey }) => selectionKey ?? []))
  const offers = found.flatMap(boardLeg => {
    if (boardLeg.leg === null) return []
    const offer = boardLeg.leg.offers.find(each => each.bookId === bookId)
    return offer === undefined ? [] : [{ ...offer, at: boardLeg.asOf.get(bookId) }]
  })
  if (legs.length === 1) {
    const [single] = offers
    return toSinglePrice(single?.price, { at: single?.at, format: value.singlesFormat, now: now() })
  }
  const tokens = offers.flatMap(({ sgp }) => sgp ?? [])
  if (tokens.length < legs.length)
    return { kind: 'no-token', why: `Your odds have ${tokens.length} of ${legs.length} legs at this book.` }
  return signal => askBook(book, tokens, { signal, priority: priority.closing })
}

function toSinglePrice(
  text: string | null | undefined,
  { at, format, now }: { at: number | undefined; format: PriceFormat; now: number },
): ClosingAnswer {
  const parsed = text == null ? undefined : parsePrice(text, format)
  if (parsed?.ok !== true)
    return { kind: 'no-token', why: 'The odds loaded have no price for this bet at this book.' }
  if (at === undefined || now - at > maxPriceAgeMs)
    return { kind: 'no-token', why: explainAge(at && now - at) }
  const price = { text: parsed.price.text, format, decimal: parsed.price.decimal }
  return { kind: 'offered', price, at }
}

function explainAge(ageMs: number | undefined): string {
  const minutes = Math.floor((ageMs ?? 0) / 60_000)
  const age = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)}h`
  const what = ageMs === undefined ? 'The age of the odds was unknown' : `The odds were ${age} old`
  return `${what}. Refresh odds just before the start to get closing odds.`
}
