import { describe, expect, it, onTestFinished } from 'vitest'
import { openStoredKeepLimits } from '../../../../src/main/account/stored-preferences.ts'
import { createQuotesHandlers } from '../../../../src/main/bridge/handlers/quotes.ts'
import { QuoteRetention } from '../../../../src/main/desk/quotes/quote-retention.ts'
import { defaultKeepLimits } from '../../../../src/shared/model/settings/quote-keeping.ts'
import { priced } from '../../../support/shared/desk-rows.ts'
import { emptySettings } from '../../../support/account/account-fixture.ts'
import { openQuotes } from '../../../support/desk/stored-quotes.ts'
import { at as priceOf } from '../../../support/desk/scripted-desk.ts'

const dayMs = 86_400_000
const cell = { parlayId: 1, bookId: 'a' }
const links = { desktop: 'https://bets.example/', mobile: null }

function start() {
  const opened = openQuotes()
  const limits = openStoredKeepLimits(emptySettings())
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
    save: () => opened.keep(late.splice(0)),
    retention: retention,
    limits,
  })
  /** Answers that are written when the history is read. */
  const late: Parameters<typeof opened.keep>[0][number][] = []
  /** One answer a day from day 0 on. */
  const keepDays = (days: number) =>
    opened.keep(
      Array.from({ length: days }, (_, day) => ({ ...cell, at: day * dayMs, outcome: priceOf(100 + day) })),
    )
  return { ...opened, calls, retention, limits, keepDays, late, failures }
}

describe('the history of a cell', () => {
  it('comes newest first, without the links, and says whether there is more', async () => {
    const { calls, keep, late } = start()
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
    late.push({ ...cell, at: 5, outcome: priceOf(110) })
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
