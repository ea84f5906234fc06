/**
 * The demo's world as one moment of a market, without HTTP: its odds on a board, a scanner on that, and what every parlay
 * really is worth, which only the demo knows.
 */
import { allBooks, type Book as DemoBook } from '../../../src/demo/books/book.ts'
import { canCombine, findLeg, type Leg } from '../../../src/demo/books/leg.ts'
import { oddsObjects } from '../../../src/demo/books/odds-objects.ts'
import { createClock } from '../../../src/demo/clock.ts'
import { priceParlay } from '../../../src/demo/server/pricing.ts'
import { shuffled } from '../../../src/demo/world/random.ts'
import { createWorld } from '../../../src/demo/world/world.ts'
import { none } from '../../../src/main/board/columns/columns.ts'
import { findLegs } from '../../../src/main/board/query/legs.ts'
import { scan } from '../../../src/main/board/scan/scan.ts'
import { PairStore } from '../../../src/main/desk/scanner/pair-store.ts'
import { Scanner } from '../../../src/main/desk/scanner/scanner.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { deskMigrations } from '../../../src/main/storage/migrations/desk/desk-migrations.ts'
import type { Book } from '../../../src/shared/model/game/book.ts'
import { toGameClock } from '../../../src/shared/model/game/game-over.ts'
import type { QuoteOutcome } from '../../../src/shared/model/price/quote.ts'
import { defaultScanSettings, type ScanSettings } from '../../../src/shared/model/price/scan.ts'
import { defaultStaleAfterMs, defaultValueSettings } from '../../../src/shared/model/settings/settings.ts'
import { PairModel } from '../../../src/shared/value/pair-model.ts'
import { mergeText, storeOf } from '../board/batches.ts'
import { freePermits } from '../odds-service/free-permits.ts'
import { fairChance } from './fair-chance.ts'

const epoch = Date.UTC(2026, 2, 14, 12)

interface RandomParlay {
  readonly bookId: string
  readonly tokens: readonly string[]
  readonly keys: readonly string[]
}

/** `places`: number of its games. */
export function openDemoMarket(seed: number, places = 24, at = 30) {
  const world = createWorld(seed, Math.floor(epoch / 86_400_000))
  const clock = createClock(epoch, 1, () => epoch + at * 1_000)
  const context = { world, clock, port: () => 1 }
  const games = world.openGames(at).slice(0, places)
  const store = storeOf()
  mergeText(store, toFeed(games))
  const calls: string[][] = []

  function toFeed(all: typeof games): string {
    const listing = { seed, port: 1, at, wallTimeOf: clock.wallTimeOf }
    const parts = all.map(game => {
      const start = new Date(clock.wallTimeOf(game.startAt)).toISOString()
      const head = JSON.stringify({
        id: game.id,
        league: game.league.id,
        start,
        live: false,
        teams: { away: { name: game.away.name }, home: { name: game.home.name } },
      }).slice(0, -1)
      const books = allBooks.map(
        book => `{"id":"${book.id}","name":"${book.name}","odds":[${oddsObjects(book, game, listing)}]}`,
      )
      return `${head},"sportsbooks":[${books.join()}]}`
    })
    return `{"games":[${parts.join()}]}`
  }

  function price(book: DemoBook | undefined, tokens: readonly string[]): QuoteOutcome {
    const outcome = book && priceParlay(book, tokens.map(decodeURIComponent), context)
    if (outcome?.kind !== 'price')
      return { kind: outcome?.message === 'Cannot be combined' ? 'cannot-combine' : 'no-price' }
    const decimal = outcome.american > 0 ? 1 + outcome.american / 100 : 1 - 100 / outcome.american
    return {
      kind: 'priced',
      price: { text: String(outcome.american), format: 'american', decimal },
      links: null,
      limits: null,
    }
  }

  const priceAt = (bookId: string, tokens: readonly string[]) =>
    price(
      allBooks.find(({ id }) => id === bookId),
      tokens,
    )

  /** The probability that all legs win; undefined for tokens that are none. */
  function trueChance(tokens: readonly string[]): number | undefined {
    const legs = tokens.flatMap(token => findLeg(world, 'sgp', decodeURIComponent(token)) ?? [])
    const selections = legs.map(({ selection }) => selection)
    return legs[0] && fairChance(legs[0].game, selections, at)
  }

  /** The same for the same parlay at each book. */
  const nameParlay = (tokens: readonly string[]): string =>
    tokens
      .flatMap(token => findLeg(world, 'sgp', decodeURIComponent(token)) ?? [])
      .map(({ game, selection }) => JSON.stringify([game.id, selection]))
      .sort()
      .join()

  /** Mean that a stake of 1 returns, less the stake; undefined without a price. */
  function trueEv(bookId: string, tokens: readonly string[]): number | undefined {
    const outcome = priceAt(bookId, tokens)
    const chance = trueChance(tokens)
    return outcome.kind === 'priced' && chance !== undefined ? chance * outcome.price.decimal - 1 : undefined
  }

  const books: Book[] = allBooks.map(({ id, name }) => ({ id, hostId: id, name, isOn: true }))

  function openScanner(): Scanner {
    let settings: ScanSettings = defaultScanSettings
    return new Scanner({
      store: new PairStore(openDatabase(':memory:', deskMigrations)),
      quotedPairs: () => Promise.resolve([]),
      profileId: () => 'demo',
      books: () => books,
      settings: {
        read: () => settings,
        write: next => {
          settings = next
        },
      },
      scan: (scope, stats) => Promise.resolve(scanNow(scope, stats)),
      legs: keys => Promise.resolve(findLegs(store, keys)),
      hasOdds: () => store.offers.live > 0,
      acquire: freePermits().acquirePermit,
      ask(book, tokens, { permit }) {
        permit.left()
        permit.release({ kind: 'answered' })
        calls.push([book.id, ...tokens])
        return Promise.resolve(priceAt(book.id, tokens))
      },
      holdOf: () => undefined,
      deskRows: () => [],
      staleAfterMs: () => defaultStaleAfterMs,
      value: () => ({ ...defaultValueSettings, stakePresets: [] }),
      now: clock.now,
    })
  }

  function scanNow(scope: Omit<Parameters<typeof scan>[2], 'clock'>, stats = new PairModel().stats) {
    const steps = scan(store, new PairModel(stats), { ...scope, clock: toGameClock(clock.now(), true) })
    for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
  }

  /** Combinable legs of games that have not started, at books that price them, in random order. */
  function* randomParlays(order: number, count: 2 | 3 = 2): Generator<RandomParlay> {
    const offers: { leg: Leg; token: string; key: string }[] = []
    for (let row = 0; row < store.offers.count; row++) {
      const token = store.offers.sgpOf(row)
      const leg = token === null ? null : findLeg(world, 'sgp', decodeURIComponent(token))
      if (leg !== null && token !== null && leg.game.startAt > at)
        offers.push({ leg, token, key: store.keyPartsOf(store.offers.selection[row] ?? none).key })
    }
    const byBookAndGame = [...Map.groupBy(offers, ({ leg }) => `${leg.book.id} ${leg.game.id}`).values()]
    for (let round = 0; ; round++)
      for (const group of shuffled(byBookAndGame, order + round)) {
        const picked = shuffled(group, order + 1_000 + round).slice(0, count)
        const [first] = picked
        if (first === undefined || picked.length < count || !canCombine(picked.map(({ leg }) => leg)))
          continue
        yield {
          bookId: first.leg.book.id,
          tokens: picked.map(({ token }) => token),
          keys: picked.map(({ key }) => key),
        }
      }
  }

  /** Tokens of these legs at a book. */
  const findTokens = (bookId: string, keys: readonly string[]) =>
    findLegs(store, keys).flatMap(({ leg }) => leg?.offers.find(offer => offer.bookId === bookId)?.sgp ?? [])

  return {
    store,
    calls,
    books,
    findTokens,
    nameParlay,
    openScanner,
    priceAt,
    randomParlays,
    scanNow,
    trueChance,
    trueEv,
  }
}

/** Parlays with a positive expected value among as many calls: the scanner's, and those of pairs in random order. */
export async function compareWithRandom({
  seed,
  places = 24,
  calls,
  maxLegs = 2,
}: {
  seed: number
  places?: number
  calls: number
  maxLegs?: 2 | 3
}) {
  const market = openDemoMarket(seed, places)
  const scanner = market.openScanner()
  scanner.setSettings({ ...defaultScanSettings, calls, maxLegs })
  await scanner.start()
  // A parlay that is good at two books counts once.
  const count = (asked: readonly { bookId: string; tokens: readonly string[] }[]) =>
    new Set(
      asked
        .filter(({ bookId, tokens }) => (market.trueEv(bookId, tokens) ?? -1) > 0)
        .map(({ tokens }) => market.nameParlay(tokens)),
    ).size
  const random = market.randomParlays(seed).take(calls).toArray()
  return {
    calls: market.calls.length,
    proposals: scanner.state().proposals.map(proposal => {
      const tokens = market.findTokens(
        proposal.bookId,
        proposal.legs.map(({ key }) => key),
      )
      return { proposal, ev: market.trueEv(proposal.bookId, tokens) ?? -1 }
    }),
    found: count(market.calls.map(([bookId = '', ...tokens]) => ({ bookId, tokens }))),
    random: count(random),
  }
}
