/** Where the closing price of a bet comes from: the book's own answer for a parlay, the board for a single bet. */
import type { UserSettings } from '../../account/settings.ts'
import type { Board } from '../../board/board.ts'
import type { ClosingAnswer, ClosingSource } from './closing-prices.ts'
import { priority } from '../../odds-service/turns.ts'
import { parsePrice } from '../../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import type { TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import type { AskBook } from '../../compose/ask-price.ts'

interface Need {
  readonly settings: Pick<UserSettings, 'state'>
  readonly board: Pick<Board, 'legs'>
  readonly askBook: AskBook
  readonly now?: () => number
}

/** What a book offered before that may be another price by now. */
const freshMs = 5 * 60_000

export async function closingSource(
  { settings, board, askBook, now = Date.now }: Need,
  { book: { id: bookId }, legs }: Pick<TicketFacts, 'book' | 'legs'>,
): Promise<ClosingSource> {
  const { books, value } = settings.state()
  const book = books.find(({ id }) => id === bookId)
  if (book === undefined) return { kind: 'no-token', why: 'This profile has no such book.' }
  const found = await board.legs(legs.flatMap(({ selectionKey }) => selectionKey ?? []))
  const offers = found.flatMap(answer => {
    const offer = answer.leg?.offers.find(each => each.bookId === bookId)
    return answer.leg === null || offer === undefined ? [] : [{ ...offer, at: answer.asOf.get(bookId) }]
  })
  if (legs.length === 1) return singlePrice(offers[0], { format: value.singlesFormat, now: now() })
  const tokens = offers.flatMap(({ sgp }) => sgp ?? [])
  if (tokens.length < legs.length)
    return { kind: 'no-token', why: `The board has ${tokens.length} of ${legs.length} legs at this book.` }
  return signal => askBook(book, tokens, { signal, priority: priority.act })
}

interface Single {
  readonly price: string | null
  /** When the book offered it, as far as that is known. */
  readonly at: number | undefined
}

function singlePrice(
  single: Single | undefined,
  { format, now }: { format: PriceFormat; now: number },
): ClosingAnswer {
  const parsed = single?.price == null ? undefined : parsePrice(single.price, format)
  if (single === undefined || parsed?.ok !== true)
    return { kind: 'no-token', why: 'The board has no price of this bet at this book.' }
  const { at } = single
  if (at === undefined || now - at > freshMs) return { kind: 'no-token', why: tooOld(at && now - at) }
  const price = { text: parsed.price.text, format, decimal: parsed.price.decimal }
  return { kind: 'offered', price, at }
}

function tooOld(ageMs: number | undefined): string {
  const what =
    ageMs === undefined
      ? 'The age of the board’s price was not known'
      : `The board’s price was ${ageText(ageMs)} old`
  return `${what}. Load odds in the last minutes before a start to have a closing price.`
}

function ageText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
}
