/** A desk on a real SQLite file, with books, a board and answers that the test scripts. Times are fake timers'. */
import { onTestFinished, vi } from 'vitest'
import { Desk, type DeskDeps } from '../../../src/main/desk/desk.ts'
import { ParlayStore } from '../../../src/main/desk/parlays/parlay-store.ts'
import type { Market } from '../../../src/main/desk/planning/team-cells.ts'
import { FairStore } from '../../../src/main/desk/fair/fair-store.ts'
import { QuoteStore } from '../../../src/main/desk/quotes/quote-store.ts'
import type { LegOnBoard } from '../../../src/main/desk/parlays/legs-on-board.ts'
import type { PermitOutcome } from '../../../src/main/odds-service/permits.ts'
import { openDatabase, type Database } from '../../../src/main/storage/database.ts'
import { deskMigrations } from '../../../src/main/storage/migrations/desk/desk-migrations.ts'
import type { CallFailure } from '../../../src/shared/failure.ts'
import { toGameClock } from '../../../src/shared/model/game/game-over.ts'
import type { Book } from '../../../src/shared/model/game/book.ts'
import type { Cell } from '../../../src/shared/model/price/cell.ts'
import type { DeskChange } from '../../../src/shared/model/parlay/desk.ts'
import type { Leg } from '../../../src/shared/model/parlay/parlay.ts'
import { wasSent, type QuoteOutcome } from '../../../src/shared/model/price/quote.ts'
import type { CallLimits } from '../../../src/shared/model/settings/budget.ts'
import type { PriceFormat } from '../../../src/shared/odds/price.ts'
import { startBudget } from './test-budget.ts'
import { book, leg, priced } from '../shared/desk-rows.ts'
import { defaultValueSettings } from '../../../src/shared/model/settings/settings.ts'

/** A leg whose token at each book is made of the book's id and the leg's name. */
export function legAt(name: string, books: readonly string[] = ['a', 'b'], event = 'e1'): Leg {
  const { market, game } = leg(name, 'Points')
  const key = `${event}#${market}#${name}`
  const offers = books.map(bookId => ({
    bookId,
    oddsId: `${bookId}#${key}`,
    sgp: `${bookId}-${name}`,
    grade: null,
    price: '+100',
  }))
  return { key, name, market, game, offers }
}

export const at = (american: number): QuoteOutcome => priced(american).outcome
export const failed = (failure: CallFailure): QuoteOutcome => ({ kind: 'failed', failure })
export const limitedFor = (ms: number): QuoteOutcome => failed({ kind: 'limited', untilAt: Date.now() + ms })

export interface Asked {
  readonly book: string
  readonly tokens: readonly string[]
  readonly signal: AbortSignal
  readonly answer: (outcome: QuoteOutcome) => Promise<void>
}

export interface World {
  books: Book[]
  board: Leg[]
  profileId: string
  singlesFormat: PriceFormat
  isLoading: boolean
  findLegObstacle: DeskDeps['findLegObstacle']
  limits: CallLimits
  /** Time of a leg's offers; undefined where it is not known. */
  updatedAt: (key: string) => number | undefined
  /** Answer to each call at once; undefined leaves it to the test. */
  reply: ((book: string) => QuoteOutcome) | undefined
  /** The team's prices. */
  market?: Market
  /** The same for answers that take their time; it goes before `reply`. */
  replyLater?: (book: string) => { readonly outcome: QuoteOutcome; readonly afterMs: number }
}

function findTimes({ key, offers }: Leg, updatedAt: World['updatedAt']) {
  const times = offers.map(({ bookId }) => [bookId, updatedAt(key)] as const)
  return new Map(times.flatMap(([bookId, at]) => (at === undefined ? [] : [[bookId, at]])))
}

function legOnBoard(world: World, key: string): LegOnBoard {
  const { board } = world
  const found = board.find(each => each.key === key)
  if (found !== undefined) return { leg: found, flags: [], asOf: findTimes(found, world.updatedAt) }
  const [gameId] = key.split('#')
  return { leg: null, isGameKnown: board.some(each => each.key.startsWith(`${gameId}#`)) }
}

function toOutcome(outcome: QuoteOutcome): PermitOutcome {
  if (outcome.kind !== 'failed') return { kind: 'answered' }
  if (!wasSent(outcome)) return { kind: 'unsent' }
  return outcome.failure.kind === 'limited' ? outcome.failure : { kind: 'failed' }
}

/** Lets all pending work finish, and the next frame be pushed. */
export const settle = () => vi.advanceTimersByTimeAsync(20)

export function startDesk(
  given: Partial<World> = {},
  database: Database = openDatabase(':memory:', deskMigrations),
) {
  const world: World = {
    books: [book('a', 'Alpha'), book('b', 'Bravo')],
    board: [legAt('one'), legAt('two'), legAt('three')],
    profileId: 'demo',
    singlesFormat: 'american',
    updatedAt: () => 1_000,
    isLoading: false,
    findLegObstacle: () => Promise.resolve(null),
    limits: { kind: 'learned' },
    reply: () => at(150),
    ...given,
  }
  const asked: Asked[] = []
  const pushed: DeskChange[] = []
  const unsaved: number[] = []
  const { budget } = startBudget({ limits: world.limits, onChanged: () => desk.budgetChanged() })
  const quotes = new QuoteStore(database)
  const fairStore = new FairStore(database)
  const desk = new Desk({
    parlays: new ParlayStore(database),
    quotes,
    profileId: () => world.profileId,
    books: () => world.books.filter(({ isOn }) => isOn),
    value: () => defaultValueSettings,
    gameClock: () => toGameClock(Date.now(), false),
    singlesFormat: () => world.singlesFormat,
    fairsOf: parlayId => fairStore.ofParlay(parlayId),
    legs: keys => Promise.resolve(keys.map(key => legOnBoard(world, key))),
    findLegObstacle: keys => world.findLegObstacle(keys),
    boardState: () => ({ isLoading: world.isLoading, isEmpty: world.board.length === 0 }),
    budget: () => budget,
    askPrice(of, tokens, { permit, signal }) {
      const { promise, resolve } = Promise.withResolvers<QuoteOutcome>()
      // As the caller does: every permit is released.
      const reply = (outcome: QuoteOutcome) => {
        if (wasSent(outcome)) permit.left()
        permit.release(toOutcome(outcome))
        resolve(outcome)
      }
      const answer = async (outcome: QuoteOutcome) => {
        reply(outcome)
        await settle()
      }
      asked.push({ book: of.id, tokens, signal, answer })
      const later = world.replyLater?.(of.id)
      if (later !== undefined) setTimeout(() => reply(later.outcome), later.afterMs)
      else if (world.reply !== undefined) reply(world.reply(of.id))
      return promise
    },
  })
  desk.teamCells.market = world.market
  desk.on('changed', change => pushed.push(change))
  quotes.on('unsaved', () => unsaved.push(Date.now()))
  desk.open()
  onTestFinished(() => {
    desk.close()
  })
  return { desk, quotes, fairStore, budget, world, asked, pushed, unsaved, database }
}

export type TestDesk = ReturnType<typeof startDesk>

export const keysOf = (...names: string[]) => names.map(name => `e1#Points#${name}`)

/** A row as the desk has it now, its cells by book. */
export function cellsOf({ desk }: TestDesk, parlayId = 1): Record<string, Cell> {
  const row = desk.snapshot().rows.find(({ id }) => id === parlayId)
  return Object.fromEntries((row?.cells ?? []).map(cell => [cell.bookId, cell]))
}
