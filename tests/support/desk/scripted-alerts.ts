/** Alerts on a real desk and a real SQLite file; books answer what the test says. Times are fake timers'. */
import { onTestFinished } from 'vitest'
import { AlertStore } from '../../../src/main/desk/alerts/alert-store.ts'
import { Alerts, type Firing } from '../../../src/main/desk/alerts/alerts.ts'
import type { Database } from '../../../src/main/storage/database.ts'
import type { AlertDraft } from '../../../src/shared/model/parlay/alert.ts'
import { noNote } from '../../../src/shared/model/parlay/parlay.ts'
import { plainSettings } from '../shared/desk-rows.ts'
import { at, keysOf, settle, startDesk, type World } from './scripted-desk.ts'

/** A desk that has pushed its rows, and alerts that follow it. */
export async function startAlerts(given: Partial<World> = {}, database?: Database) {
  const started = startDesk(given, database)
  const { desk, world } = started
  const alerts = new Alerts({
    store: new AlertStore(started.database),
    profileId: () => world.profileId,
    display: () => plainSettings,
    format: () => 'american',
    nameOf: id => world.books.find(book => book.id === id)?.name ?? id,
  })
  const fired: Firing[] = []
  let batches = 0
  alerts.on('fired', firings => {
    fired.push(...firings)
    batches += 1
  })
  desk.on('changed', change => alerts.follow(change))
  alerts.open()
  onTestFinished(() => alerts.close())
  await settle()
  return { ...started, alerts, fired, batches: () => batches }
}
export type TestAlerts = Awaited<ReturnType<typeof startAlerts>>

/** The same with one parlay priced +150 at both books. */
export async function startWatching(given: Partial<World> = {}) {
  const started = await startAlerts(given)
  await started.desk.add(keysOf('one', 'two'), noNote)
  await settle()
  return started
}

/** Prices the parlay again: `prices` are american, by book; a book left out stays at 150. */
export async function reprice(
  { desk, world }: TestAlerts,
  prices: Readonly<Record<string, number>>,
  parlayId = 1,
): Promise<void> {
  world.reply = book => at(prices[book] ?? 150)
  desk.price(parlayId, null)
  await settle()
}

const minute = 60_000

/** An alert of the first parlay at +200, as a user makes it who changes nothing else. */
export const draft = (given: Partial<AlertDraft> = {}): AlertDraft => ({
  parlayId: 1,
  rule: { kind: 'price-reaches', bookIds: [], price: { text: '+200', format: 'american' } },
  isOn: true,
  quietMs: 15 * minute,
  hasNotice: true,
  hasSound: false,
  ...given,
})

export const sentences = ({ fired }: TestAlerts): string[] => fired.map(({ details: seen }) => seen.sentence)
