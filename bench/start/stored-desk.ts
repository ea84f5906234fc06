/**
 * Data folder of a desk in daily use: 200 parlays with a price at each of 12 books, 20,000 tickets (or others of both),
 * and a stored board of 100,000 odds. Written by the program's own parts; nothing in it calls a service.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredSource } from '../../src/main/account/stored-settings.ts'
import { Board } from '../../src/main/board/board.ts'
import { ParlayStore } from '../../src/main/desk/parlays/parlay-store.ts'
import { QuoteStore } from '../../src/main/desk/quotes/quote-store.ts'
import { Ledger } from '../../src/main/ledger/ledger.ts'
import { ledgerFilesIn } from '../../src/main/ledger/opening/ledger-file.ts'
import { openDatabase } from '../../src/main/storage/database.ts'
import { deskMigrations } from '../../src/main/storage/migrations/desk/desk-migrations.ts'
import { toBookId } from '../../src/shared/model/game/book.ts'
import { noNote, type Leg } from '../../src/shared/model/parlay/parlay.ts'
import { bookName, feedText } from '../../tests/support/board/feed-maker.ts'
import { noFilter, nothingKept } from '../board-search.ts'
import { bundledWorker } from '../bundled-worker.ts'
import { fillLedger } from '../ledger/tickets.ts'

export interface DeskSize {
  readonly parlays: number
  readonly tickets: number
}
const dailyUse: DeskSize = { parlays: 200, tickets: 20_000 }
export const odds = 100_000
const feedBooks = Array.from({ length: 25 }, (_, at) => bookName(at))
const profileId = 'bench'

const books = Array.from({ length: 12 }, (_, at) => {
  const id = toBookId(bookName(at))
  return { id, name: bookName(at), hostId: id, isOn: true }
})

const toSource = (name: string) => ({ id: `paste-${toBookId(name).replaceAll('_', '-')}`, name })
/** Pasted odds that were loaded are not read again at the next start. */
const given = { origin: { kind: 'paste' }, isOn: true } as const

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
  await mkdir(join(folder, 'board'), { recursive: true })
  const { sources, legs } = await storeBoard(folder, size)
  await writeFile(
    join(folder, 'settings.json'),
    JSON.stringify({ ...settings, sources: { [profileId]: sources } }),
  )
  storeParlays(join(folder, 'desk.db'), legs, size)
  storeTickets(folder, size)
}

/** Returns the board's sources and two of its legs for each parlay. */
async function storeBoard(folder: string, { parlays }: DeskSize) {
  const worker = join(folder, '..', 'worker')
  const board = new Board({ workerFile: await bundledWorker(worker) })
  await board.open(join(folder, 'board', `${profileId}.board`))
  // Each selection is offered by each book, so that every parlay has a price at all of them.
  const perBook = odds / feedBooks.length
  const plan = { books: feedBooks.length, selections: perBook, objectsPerBook: perBook }
  const sources: StoredSource[] = []
  for (const [at, name] of feedBooks.entries()) {
    const source = toSource(name)
    const lastLoad = await board.load({ source, bytes: Buffer.from(feedText(plan, at)) })
    sources.push({ ...source, ...given, lastLoad })
  }
  const { groups } = await board.search({
    query: 'over',
    limit: parlays * 2,
    filter: noFilter,
    kept: nothingKept,
  })
  const keys = groups.flatMap(({ selections }) => selections.map(({ key }) => key))
  const found = await board.legs(keys)
  await board.close()
  return { sources, legs: found.flatMap(({ leg }) => (leg === null ? [] : [leg])) }
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
