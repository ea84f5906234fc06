import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ProfilePart, StoredPart } from '../../../../src/main/account/stored-part.ts'
import { openStoredSelections } from '../../../../src/main/account/stored-preferences.ts'
import {
  createAlertsHandlers,
  createDeskHandlers,
  createGridHandlers,
  createPhoneHandlers,
  createQuotesHandlers,
  createWhatIfHandlers,
} from '../../../../src/main/bridge/handlers/desk.ts'
import { noNote } from '../../../../src/shared/model/parlay/parlay.ts'
import { catchFailure, emptySettings } from '../../../support/account/account-fixture.ts'
import { draft, reprice, startWatching } from '../../../support/desk/scripted-alerts.ts'
import { at, keysOf, legAt, startDesk } from '../../../support/desk/scripted-desk.ts'
import { startWhatIf } from '../../../support/desk/scripted-whatif.ts'
import { answers, startService } from '../../../support/odds-service/server.ts'
import { drafts, openPhone } from '../../../support/phone/phone-fixture.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { CsvExport } from '../../../../src/main/files/csv-writer.ts'
import { QuoteRetention } from '../../../../src/main/desk/quotes/quote-retention.ts'
import { defaultKeepLimits, plainLayout } from '../../../../src/shared/model/settings/settings.ts'
import { priced } from '../../../support/shared/desk-rows.ts'
import { openQuotes } from '../../../support/desk/stored-quotes.ts'

describe('desk calls', () => {
  const note = { name: 'Opener', tags: ['live'], note: 'Only under 4.0' }

  function start(given: Parameters<typeof startDesk>[0] = {}) {
    const { desk } = startDesk(given)
    const kept = openStoredSelections(emptySettings())
    return {
      desk,
      calls: createDeskHandlers(desk, kept, () => 'USD'),
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

  it('put no parlay on the desk that can’t win, and say why as the slip does', async () => {
    const sentence = 'A game of this parlay is final.'
    const { calls, kept, notes } = start({ findLegObstacle: () => Promise.resolve(sentence) })
    const refused = await catchFailure(() => calls.addParlay({ selections: keysOf('one', 'two'), note }))
    expect(refused).toEqual({ kind: 'invalid', field: 'selections', sentence })
    expect([notes(), kept.recent()]).toEqual([[], []])
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

/** Timers that the scripted desk advances. */
function useFakeTimers(): void {
  vi.useFakeTimers({ now: 1_000_000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

describe('what-if calls', () => {
  const [one = '', two = '', three = ''] = keysOf('one', 'two', 'three')

  it('price the parlay without a leg, and answer with what is known', async () => {
    useFakeTimers()
    const { whatIf } = await startWhatIf()
    const calls = createWhatIfHandlers(whatIf)
    const priced = await calls.priceRest({ ...cell, leftOut: two }, 'main')
    expect(priced.outcome).toEqual(at(300))
    expect(await calls.legCosts(cell)).toEqual({
      remainders: [one, two, three].map(leftOut => ({
        leftOut,
        listed: null,
        last: leftOut === two ? priced : null,
      })),
    })
  })

  it('list the lines around a leg, price one, and cancel those of a window', async () => {
    useFakeTimers()
    const { whatIf, script, asked } = await startWhatIf()
    const calls = createWhatIfHandlers(whatIf)
    const line = legAt('one and a half')
    script.neighbors = [line]
    expect(await calls.lineSteps({ parlayId: 1, leg: one })).toMatchObject({
      below: [{ selection: line.key }],
      above: [],
    })
    script.reply = undefined
    const waiting = calls.priceStep({ ...cell, leg: one, step: line.key }, 'main')
    await expect.poll(() => asked).toHaveLength(1)
    expect(asked[0]?.tokens).toEqual(['a-one and a half', 'a-two', 'a-three'])
    await calls.cancel(null, 'ledger')
    expect(asked[0]?.signal.aborted).toBe(false)
    await calls.cancel(null, 'main')
    expect(asked[0]?.signal.aborted).toBe(true)
    asked[0]?.answer(at(200))
    await waiting
  })
})

it('alert calls save, remove, restore and mark as read, and answer with all alerts', async () => {
  useFakeTimers()
  const started = await startWatching()
  const calls = createAlertsHandlers(started.alerts)
  const saved = await calls.save({ id: null, draft: draft() })
  expect(saved.alerts).toMatchObject([{ id: 1 }])
  await reprice(started, { b: 210 })
  const isRead = async () => (await calls.snapshot(null)).fired.map(firing => firing.isRead)
  expect(await isRead()).toEqual([false])
  await calls.markRead(null)
  expect(await isRead()).toEqual([true])
  expect((await calls.remove({ id: 1 })).alerts).toEqual([])
  expect((await calls.restore({ id: 1 })).alerts).toMatchObject([{ id: 1 }])
})

it('phone calls add a target, approve it, test it, turn it off and remove it', async () => {
  const service = await startService(answers({}))
  const { ntfy } = drafts(service.port)
  const calls = createPhoneHandlers(openPhone().phone)
  if (ntfy === undefined) throw new Error('no such kind')
  const [target] = (await calls.add({ draft: ntfy })).targets
  const id = target?.id ?? ''
  expect((await calls.approve({ id })).targets).toMatchObject([{ id, isOn: true }])
  expect(await calls.test({ id })).toMatchObject({ kind: 'delivered' })
  expect(service.seen).toHaveLength(1)
  expect((await calls.setOn({ id, isOn: false })).targets).toMatchObject([{ isOn: false }])
  expect(await calls.snapshot(null)).toMatchObject({ targets: [{ isOn: false }] })
  expect((await calls.remove({ id })).targets).toEqual([])
})

describe('calls of the grid', () => {
  function startGrid() {
    const grids = new ProfilePart(emptySettings(), 'grids', plainLayout)
    const pushed: unknown[] = []
    const folder = tempFolder()
    const calls = createGridHandlers(
      grids,
      window => (area, name, payload) => pushed.push([window, area, name, payload]),
      () => new CsvExport(() => Promise.resolve(join(folder, 'prices.csv'))),
    )
    return { calls, pushed, folder }
  }

  it('save what each window changed, and push the whole layout to the others', async () => {
    const { calls, pushed } = startGrid()
    const compact = { ...plainLayout, density: 'compact' as const }
    expect(await calls.saveLayout({ density: 'compact' }, 'main')).toEqual(compact)
    // Sent before this window heard of the other's change.
    const both = { ...compact, frozen: ['bravo'] }
    expect(await calls.saveLayout({ frozen: ['bravo'] }, 'blue')).toEqual(both)
    expect(pushed).toEqual([
      ['main', 'grid', 'changed', compact],
      ['blue', 'grid', 'changed', both],
    ])
    expect(await calls.snapshot(null)).toEqual(both)
  })

  it('export a table that comes in parts, each window its own', async () => {
    const { calls, folder } = startGrid()
    const part = (text: string, isFirst: boolean, isLast: boolean) => ({ rows: [[text]], isFirst, isLast })
    expect(await calls.exportCsv(part('ours', true, false), 'main')).toBeNull()
    await calls.exportCsv(part('theirs', true, false), 'blue')
    expect(await calls.exportCsv(part('ours too', false, true), 'main')).toMatchObject({ file: 'prices.csv' })
    expect(readFileSync(join(folder, 'prices.csv'), 'utf8')).toMatch(/ours\r?\nours too/)
  })
})
