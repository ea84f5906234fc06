import { describe, expect, it, onTestFinished } from 'vitest'
import { StoredPart } from '../../../../src/main/account/stored-part.ts'
import { openStoredSelections } from '../../../../src/main/account/stored-preferences.ts'
import { createDeskHandlers, createQuotesHandlers } from '../../../../src/main/bridge/handlers/desk.ts'
import { noNote } from '../../../../src/shared/model/parlay/parlay.ts'
import { catchFailure, emptySettings } from '../../../support/account/account-fixture.ts'
import { at, keysOf, startDesk } from '../../../support/desk/scripted-desk.ts'
import { QuoteRetention } from '../../../../src/main/desk/quotes/quote-retention.ts'
import { defaultKeepLimits } from '../../../../src/shared/model/settings/settings.ts'
import { priced } from '../../../support/shared/desk-rows.ts'
import { openQuotes } from '../../../support/desk/stored-quotes.ts'

describe('desk calls', () => {
  const note = { name: 'Opener', tags: ['live'], note: 'Only under 4.0' }

  function start() {
    const { desk } = startDesk()
    const kept = openStoredSelections(emptySettings())
    return {
      desk,
      calls: createDeskHandlers(desk, kept),
      kept,
      notes: () => desk.snapshot().rows.map(row => row.note),
      groups: () => desk.snapshot().rows.map(row => row.group),
    }
  }

  it('put a parlay on the desk with its note, and keep its legs at hand', async () => {
    const { calls, kept, notes } = start()
    const selections = keysOf('one', 'two')
    expect(await calls.addParlay({ selections, note })).toEqual({ parlayId: 1, wasThere: false })
    expect([notes(), kept.recent()]).toEqual([[note], selections])
    expect(await calls.addParlay({ selections: selections.toReversed(), note: noNote })).toEqual({
      parlayId: 1,
      wasThere: true,
    })
    expect([notes(), kept.recent()]).toEqual([[note], selections.toReversed()])
  })

  it('keep nothing at hand of a parlay that is refused', async () => {
    const { calls, kept } = start()
    const refused = await catchFailure(() => calls.addParlay({ selections: keysOf('one', 'gone'), note }))
    expect(refused).toMatchObject({ kind: 'not-found' })
    expect(kept.recent()).toEqual([])
  })

  it('describe, remove and restore a row, and price it and one cell of it', async () => {
    const { calls, notes } = start()
    await calls.addParlay({ selections: keysOf('one'), note: noNote })
    await calls.describeParlay({ parlayId: 1, note })
    await calls.removeParlay({ parlayId: 1 })
    expect(notes()).toEqual([])
    await calls.restoreParlay({ parlayId: 1 })
    expect(notes()).toEqual([note])
    expect(await calls.price({ parlayId: 1, bookId: null })).toEqual({ calls: 2 })
    expect(await calls.recheck({ parlayId: 1, bookId: 'a', seenId: null })).toMatchObject({
      now: { text: '+150' },
    })
  })

  it('take a fair price as typed, and remove it', async () => {
    const { calls, desk } = start()
    await calls.addParlay({ selections: keysOf('one'), note: noNote })
    const fairPrice = () => desk.snapshot().rows[0]?.fairPrice
    await calls.setFairPrice({ parlayId: 1, price: { text: '+140', format: 'american' } })
    expect(fairPrice()).toMatchObject({ text: '+140', format: 'american', decimal: 2.4 })
    await calls.setFairPrice({ parlayId: 1, price: null })
    expect(fairPrice()).toBeNull()
  })

  it('put all rows in a group, or none of them', async () => {
    const { calls, groups } = start()
    await calls.addParlay({ selections: keysOf('one'), note: noNote })
    await calls.addParlay({ selections: keysOf('two'), note: noNote })
    await calls.setGroup({ parlayIds: [1, 2], group: 'blue' })
    expect(groups()).toEqual(['blue', 'blue'])
    const refused = await catchFailure(() => calls.setGroup({ parlayIds: [1, 9], group: null }))
    expect(refused).toMatchObject({ kind: 'not-found' })
    expect(groups()).toEqual(['blue', 'blue'])
  })
})

const priceOf = (american: number) => ({ ...at(american), links: null })
const dayMs = 86_400_000
const cell = { parlayId: 1, bookId: 'a' }
const links = { desktop: 'https://bets.example/', mobile: null }

function start() {
  const opened = openQuotes()
  const limits = new StoredPart(emptySettings(), 'keepPrices')
  const failures: unknown[] = []
  const retention = new QuoteRetention({
    database: opened.database,
    limits: () => limits.read(),
    log: error => failures.push(error),
    now: () => 100 * dayMs,
  })
  onTestFinished(() => {
    retention.close()
  })
  const calls = createQuotesHandlers({
    quotes: opened.quotes,
    retention: retention,
    keepLimits: limits,
  })
  /** One answer a day from day 0 on. */
  const keepDays = (days: number) =>
    opened.keep(
      Array.from({ length: days }, (_, day) => ({ ...cell, at: day * dayMs, outcome: priceOf(100 + day) })),
    )
  return { ...opened, calls, retention, limits, keepDays, failures }
}

describe('the history of a cell', () => {
  it('comes newest first, without the links, and says whether there is more', async () => {
    const { calls, keep, add } = start()
    keep([1, 2, 3].map(at => ({ ...cell, at, outcome: priced(100 + at, at, links).outcome })))
    keep([{ parlayId: 2, bookId: 'a', at: 4, outcome: priceOf(200) }])
    expect(await calls.history({ ...cell, limit: 2 })).toEqual({
      quotes: [
        { id: 3, at: 3, outcome: priceOf(103) },
        { id: 2, at: 2, outcome: priceOf(102) },
      ],
      isMore: true,
    })
    expect(await calls.history({ ...cell, limit: 3 })).toMatchObject({ isMore: false })
    add([{ ...cell, at: 5, outcome: priceOf(110) }])
    expect(await calls.history({ ...cell, limit: 1 })).toMatchObject({ quotes: [{ at: 5 }] })
    expect(await calls.history({ parlayId: 9, bookId: 'a', limit: 3 })).toEqual({ quotes: [], isMore: false })
  })
})

describe('the limits of the history', () => {
  it('are answered with the size of the history', async () => {
    const { calls, keepDays } = start()
    expect(await calls.keeping(null)).toMatchObject({ quotes: 0, sinceAt: null })
    keepDays(12_000)
    const keeping = await calls.keeping(null)
    expect(keeping).toMatchObject({ limits: defaultKeepLimits, quotes: 12_000, sinceAt: 0 })
    expect(keeping.bytes).toBeGreaterThan(1_000_000)
  })

  it('prune what is beyond them once they are set', async () => {
    const { calls, retention, keepDays, ids } = start()
    keepDays(100)
    expect(await calls.setKeepLimits({ days: 30, megabytes: 200 })).toMatchObject({ limits: { days: 30 } })
    await retention.prune()
    expect(ids()).toHaveLength(30)
  })

  it('set again while pruning take effect in another pass', async () => {
    const { retention, limits, keepDays, ids } = start()
    keepDays(100)
    limits.write({ days: 60, megabytes: 200 })
    const first = retention.prune()
    limits.write({ days: 10, megabytes: 200 })
    await Promise.all([first, retention.prune()])
    expect(ids()).toHaveLength(10)
  })

  it('stay unheeded, and that is logged, where the file cannot be written', async () => {
    const { retention, limits, keepDays, ids, failures, database } = start()
    keepDays(100)
    limits.write({ days: 1, megabytes: 200 })
    database.exec('PRAGMA query_only = 1')
    await retention.prune()
    expect([ids().length, failures.length]).toEqual([100, 1])
  })

  it('are left alone from its end on', async () => {
    const { retention, limits, keepDays, ids, failures } = start()
    keepDays(100)
    limits.write({ days: 1, megabytes: 200 })
    const pruning = retention.prune()
    retention.close()
    await pruning
    expect(ids().length).toBeGreaterThan(50)
    expect(failures).toEqual([])
  })
})
