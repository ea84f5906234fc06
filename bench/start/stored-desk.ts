/**
 * Data folder of a desk in daily use: 200 parlays with a price at each of 12 books, 20,000 tickets (or others of both),
 * and a stored board of 100,000 odds. Written by the program's own parts; nothing in it calls a service.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ParlayStore } from '../../src/main/desk/parlays/parlay-store.ts'
import { QuoteStore } from '../../src/main/desk/quotes/quote-store.ts'
import { Ledger } from '../../src/main/ledger/ledger.ts'
import { ledgerFilesIn } from '../../src/main/ledger/opening/ledger-file.ts'
import { openDatabase } from '../../src/main/storage/database.ts'
import { deskMigrations } from '../../src/main/storage/migrations/desk/desk-migrations.ts'
import { toBookId } from '../../src/shared/model/game/book.ts'
import { noNote, type Leg } from '../../src/shared/model/parlay/parlay.ts'
import { bookName } from '../../tests/support/board/feed-maker.ts'
import { noFilter, nothingKept } from '../board-search.ts'
import { fillLedger } from '../ledger/tickets.ts'
import { storeBoard } from '../stored-board.ts'

export interface DeskSize {
  readonly parlays: number
  readonly tickets: number
}
const dailyUse: DeskSize = { parlays: 200, tickets: 20_000 }
export const odds = 100_000
const feedBooks = 25
const profileId = 'bench'

const books = Array.from({ length: 12 }, (_, at) => {
  const id = toBookId(bookName(at))
  return { id, name: bookName(at), hostId: id, isOn: true }
})

const service = 'http://127.0.0.1:9/'
const settings = {
  version: 1,
  profiles: [{ id: profileId, name: 'Bench', pricing: service, queue: service, grader: service, feed: null }],
  activeProfileId: profileId,
  books: { [profileId]: books },
  autoSeconds: null,
  tour: 'finished',
}

export async function writeStoredDesk(folder: string, size = dailyUse): Promise<void> {
  const { sources, legs } = await storeDeskBoard(folder, size)
  await writeFile(
    join(folder, 'settings.json'),
    JSON.stringify({ ...settings, sources: { [profileId]: sources } }),
  )
  storeParlays(join(folder, 'desk.db'), legs, size)
  storeTickets(folder, size)
}

/** Returns the board's sources and two of its legs for each parlay. */
async function storeDeskBoard(folder: string, { parlays }: DeskSize) {
  // Each selection is offered by each book, so that every parlay has a price at all of them.
  const perBook = odds / feedBooks
  const plan = { books: feedBooks, selections: perBook, objectsPerBook: perBook }
  let legs: Leg[] = []
  const sources = await storeBoard(folder, { profileId, plan }, async board => {
    const { groups } = await board.search({
      query: 'over',
      limit: parlays * 2,
      filter: noFilter,
      kept: nothingKept,
    })
    const found = await board.legs(groups.flatMap(({ selections }) => selections.map(({ key }) => key)))
    legs = found.flatMap(({ leg }) => (leg === null ? [] : [leg]))
  })
  return { sources, legs }
}

function storeParlays(file: string, legs: readonly Leg[], { parlays }: DeskSize): void {
  const database = openDatabase(file, deskMigrations)
  const store = new ParlayStore(database)
  const quotes = new QuoteStore(database)
  const at = Date.now()
  for (let parlay = 0; parlay < parlays; parlay++) {
    const pair = legs.slice(parlay * 2, parlay * 2 + 2)
    const { id } = store.add(profileId, { legs: pair, note: noNote, addedAt: at })
    for (const [place, { id: bookId }] of books.entries()) {
      const american = 200 + parlay + place * 3
      const price = { text: `+${american}`, format: 'american', decimal: 1 + american / 100 } as const
      const outcome = { kind: 'priced', price, links: null, limits: null } as const
      quotes.add({ parlayId: id, bookId, quote: { id: quotes.nextId(), at, outcome }, before: null })
    }
  }
  quotes.save()
  database.close()
}

function storeTickets(folder: string, { tickets }: DeskSize): void {
  const ledger = new Ledger({ files: ledgerFilesIn(folder), isDemo: () => false, log: console.error })
  ledger.open()
  fillLedger(ledger, tickets)
  // The tables of all screens are filled, as after a first use.
  ledger.reads.choices()
  ledger.close()
}
