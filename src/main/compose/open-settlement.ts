/** How open bets are settled and their closing prices found. */
import type { TicketFacts } from '../../shared/model/ticket.ts'
import type { Account } from '../account/account.ts'
import type { UserSettings } from '../account/settings.ts'
import type { Board } from '../board/board.ts'
import { meterOf } from '../desk/budget/budget-readings.ts'
import type { Budgets } from '../desk/budget/budgets.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { ClosingPrices, type ClosingAnswer, type ClosingSource } from '../ledger/settlement/closing-prices.ts'
import { Settlement } from '../ledger/settlement/settlement.ts'
import type { Caller } from '../odds-service/caller.ts'
import { createGrader } from '../odds-service/grader.ts'
import { priority } from '../odds-service/turns.ts'
import { parsePrice } from '../../shared/odds/price-parse.ts'
import type { AskBook } from './ask-price.ts'

interface Need {
  readonly log: (error: unknown) => string
  readonly account: Account
  readonly settings: UserSettings
  readonly board: Board
  readonly ledger: Ledger
  readonly caller: Caller
  readonly askBook: AskBook
  readonly budgets: Budgets
}

/** The share of the budget that closing prices may use. */
const closingShare = 0.25

export function openSettlement(need: Need) {
  const { log, account, ledger, caller, budgets } = need
  const profileId = () => account.activeId
  const settlement = new Settlement({
    ledger,
    grader: createGrader(caller),
    profileId,
    profile: () => account.profile(),
    pace: () => (account.isDemo ? 'minutes' : 'hours'),
    log,
  })
  const closing = new ClosingPrices({
    ledger,
    profileId,
    source: facts => closingSource(need, facts),
    callsPerMinute: () => Math.max(1, Math.floor(meterOf(budgets.of(profileId())).limit * closingShare)),
    log,
  })
  return { settlement, closing }
}

/** A parlay is priced by its book; the price of a single bet is the one its odds object has. */
async function closingSource(
  { settings, board, askBook }: Pick<Need, 'settings' | 'board' | 'askBook'>,
  { book: { id: bookId }, legs }: TicketFacts,
): Promise<ClosingSource> {
  const { books, value } = settings.state()
  const book = books.find(({ id }) => id === bookId)
  if (book === undefined) return { kind: 'no-token', why: 'This profile has no such book.' }
  const keys = legs.flatMap(({ selectionKey }) => selectionKey ?? [])
  const found = await board.legs(keys)
  const offers = found.flatMap(({ leg }) => leg?.offers.find(offer => offer.bookId === bookId) ?? [])
  if (legs.length === 1) return singlePrice(offers[0]?.price ?? null, value.singlesFormat)
  const tokens = offers.flatMap(({ sgp }) => sgp ?? [])
  if (tokens.length < legs.length)
    return { kind: 'no-token', why: `The board has ${tokens.length} of ${legs.length} legs at this book.` }
  return signal => askBook(book, tokens, { signal, priority: priority.act })
}

function singlePrice(text: string | null, format: Parameters<typeof parsePrice>[1]): ClosingAnswer {
  const parsed = text === null ? undefined : parsePrice(text, format)
  if (parsed?.ok !== true)
    return { kind: 'no-token', why: 'The board has no price of this bet at this book.' }
  const price = { text: parsed.price.text, format, decimal: parsed.price.decimal }
  return { kind: 'priced', price, links: null, limits: null }
}
