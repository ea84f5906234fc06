/** Rules on a real desk and a real SQLite file; books answer what the test says. Times are fake timers'. */
import { ParlayStore } from '../../../src/main/desk/parlays/parlay-store.ts'
import { Rules, type RuleNotice } from '../../../src/main/desk/rules/rules.ts'
import { RuleStore } from '../../../src/main/desk/rules/rule-store.ts'
import { openDatabase, type Database } from '../../../src/main/storage/database.ts'
import { deskMigrations } from '../../../src/main/storage/migrations/desk/desk-migrations.ts'
import { noNote } from '../../../src/shared/model/parlay/parlay.ts'
import type { QuoteOutcome } from '../../../src/shared/model/price/quote.ts'
import { americanPrice, plainSettings } from '../shared/desk-rows.ts'
import { at, keysOf, settle, startDesk, type World } from './scripted-desk.ts'

export const openMemory = (): Database => openDatabase(':memory:', deskMigrations)

/** Rules that are not open yet, and the desk that they are on. */
export function createRules(given: Partial<World> = {}, database = openMemory()) {
  const started = startDesk(given, database)
  const { desk, world, quotes, fairStore } = started
  const parlays = new ParlayStore(database)
  const rules = new Rules({
    store: new RuleStore(database),
    profileId: () => world.profileId,
    display: () => plainSettings,
    text: () => ({
      format: 'american',
      nameOf: id => world.books.find(book => book.id === id)?.name ?? id,
      currency: 'USD',
    }),
    bookIds: () => world.books.map(({ id }) => id),
    findParlay: (profileId, parlayId) => parlays.find(profileId, parlayId),
    fairsOf: parlayId => fairStore.ofParlay(parlayId),
    quotes,
    canAsk: cell => {
      const obstacle = desk.findObstacle(cell)
      return obstacle === undefined || obstacle.kind === 'asked'
    },
    ask: (cell, count) => desk.requote(cell, count),
  })
  return { ...started, rules }
}

/** A desk that has pushed its rows, and rules that follow it. */
export async function startRules(given: Partial<World> = {}, database = openMemory()) {
  const started = createRules(given, database)
  const { desk, rules } = started
  const notices: RuleNotice[] = []
  rules.on('fired', fired => notices.push(...fired))
  desk.on('changed', change => rules.follow(change))
  rules.open()
  await settle()
  /** Outcomes of the decisions so far, oldest first. */
  const outcomes = () =>
    rules
      .state()
      .decisions.toReversed()
      .map(({ bookId, outcome }) => `${bookId} ${outcome}`)
  return { ...started, notices, outcomes }
}
export type TestRules = Awaited<ReturnType<typeof startRules>>

/** The same with one parlay, priced +150 at both books, that the user holds for even money: worth 25% more. */
export async function startWorth(given: Partial<World> = {}, database = openMemory()) {
  const started = await startRules(given, database)
  await started.desk.add(keysOf('one', 'two'), noNote)
  await settle()
  started.desk.annotate([1], { fairPrice: americanPrice(100) })
  await settle()
  return started
}

/** Prices the parlay again: `prices` are american, by book, or another outcome; a book left out stays at 150. */
export async function reprice(
  { desk, world }: TestRules,
  prices: Readonly<Record<string, number | QuoteOutcome>> = {},
) {
  world.reply = book => {
    const price = prices[book] ?? 150
    return typeof price === 'number' ? at(price) : price
  }
  desk.price(1, null)
  await settle()
}
