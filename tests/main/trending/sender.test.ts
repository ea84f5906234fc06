import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { Sender } from '../../../src/main/trending/sender.ts'
import { Refusal } from '../../../src/shared/failure.ts'
import { catchFailure } from '../../support/account/account-fixture.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'
import { trendingMigrations } from '../../support/trending/parlay-file.ts'
import {
  full,
  lost,
  noKey,
  queued,
  settle,
  startTrending,
  unsent,
} from '../../support/trending/scripted-trending.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const already = { kind: 'already-queued' } as const

describe('Sender with a full queue', () => {
  it('retries by itself with the first submission alone, and the rest follow when there is room', async () => {
    const { put, titles, world, kinds } = startTrending({ reply: () => full })
    for (const name of ['one', 'two', 'three']) put(name)
    await settle()
    expect(titles()).toEqual(['one', 'two', 'three'])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(titles().slice(3)).toEqual(['one'])
    world.reply = () => queued
    await vi.advanceTimersByTimeAsync(59_000)
    expect(titles()).toHaveLength(4)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(titles().slice(4)).toEqual(['one', 'two', 'three'])
    expect(kinds()).toEqual(['queued', 'queued', 'queued'])
  })

  it('still tries new submissions a first time', async () => {
    const { put, titles, world } = startTrending({ reply: () => full })
    put('one')
    await settle()
    world.reply = () => already
    put('two')
    await settle()
    expect(titles()).toEqual(['one', 'two'])
  })

  it('does not retry by itself while that is turned off', async () => {
    const { put, posted, trending } = startTrending({ reply: () => full })
    trending.setRetriesFull(false)
    put('one')
    await settle()
    expect(trending.status()).toMatchObject({ retriesFull: false, fullAgainAt: null })
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(posted).toHaveLength(1)
    trending.setRetriesFull(true)
    await settle()
    expect(posted).toHaveLength(2)
    expect(trending.status().fullAgainAt).toBeGreaterThan(Date.now())
  })

  it('retries all at once when the user says so, each once', async () => {
    const { put, posted, trending } = startTrending({ reply: () => full })
    for (const name of ['one', 'two', 'three']) put(name)
    await settle()
    const retrying = trending.applyToAll(['full'], 'retried')
    await settle()
    expect(await retrying).toBe(3)
    expect(posted).toHaveLength(6)
  })

  it('reports when one that waited is queued, and not one that was queued at once', async () => {
    const { put, entered, world } = startTrending({ reply: () => full })
    put('one')
    await settle()
    world.reply = () => queued
    put('two')
    await vi.advanceTimersByTimeAsync(31_000)
    expect(entered.map(({ title }) => title)).toEqual(['one'])
  })

  it('reports it too when the user has all of them retried', async () => {
    const { put, entered, world, trending } = startTrending({ reply: () => full })
    put('one')
    put('two')
    await settle()
    world.reply = () => queued
    await Promise.all([trending.applyToAll(['full'], 'retried'), vi.advanceTimersByTimeAsync(500)])
    expect(entered.map(({ title }) => title)).toEqual(['one', 'two'])
  })

  it.each([
    ['whose answer was lost', { reply: () => lost }, ['unknown']],
    ['that did not reach the host', { reply: () => unsent }, ['unreached']],
    ['without a key before its first request', { held: noKey }, ['needs-key']],
  ] as const)('reports one %s', async (_, given, states) => {
    const { put, entered, world, trending, kinds } = startTrending(given)
    put('one')
    await settle()
    expect(kinds()).toEqual(states)
    world.held = undefined
    world.reply = () => already
    trending.start()
    await Promise.all([trending.applyToAll(['unknown', 'unreached'], 'retried'), settle()])
    expect(entered.map(({ title }) => title)).toEqual(['one'])
  })

  it('reports one that waited before its first request, not one that the user sent again', async () => {
    const { put, entered, world, trending } = startTrending({ held: unsent })
    put('one')
    await settle()
    world.held = undefined
    world.reply = () => ({ kind: 'event-not-found' })
    put('two')
    await settle()
    world.reply = () => queued
    trending.apply(2, 'retried')
    await vi.advanceTimersByTimeAsync(31_000)
    expect(entered.map(({ title }) => title)).toEqual(['one'])
  })
})

describe('Sender', () => {
  it('sends nothing before it is started, while it is stopped, and after it is closed', async () => {
    const onNext = vi.fn()
    const send = vi.fn(() => Promise.resolve(undefined))
    const { outbox, put, trending, posted, pushed } = startTrending()
    trending.show()
    await settle()
    pushed.length = 0
    put('one')
    await vi.advanceTimersByTimeAsync(60_000)
    expect([posted.length, pushed.length]).toEqual([0, 1])
    const now = () => Date.now()
    const report = () => {}
    const sender = new Sender({
      ...{ outbox, send, onNext, now },
      ...{ profileId: () => 'mine', onMoved: report, onStuck: report },
    })
    sender.wake()
    expect(send).not.toHaveBeenCalled()
    sender.close()
    sender.start()
    expect(send).not.toHaveBeenCalled()
    trending.start()
    await settle()
    expect(posted).toHaveLength(1)
  })

  it('leaves no timer behind when it is stopped or closed', async () => {
    const { put, trending } = startTrending({ reply: () => full })
    put('one')
    await settle()
    expect(vi.getTimerCount()).toBe(1)
    trending.show()
    await settle()
    expect(vi.getTimerCount()).toBe(0)
    trending.start()
    trending.setRetriesFull(true)
    expect(vi.getTimerCount()).toBe(2)
    trending.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('holds all submissions during a rate limit, until the time that the service named', async () => {
    const untilAt = Date.now() + 60_000
    const { put, posted, trending, world } = startTrending({ reply: () => ({ kind: 'limited', untilAt }) })
    put('one')
    await settle()
    put('two')
    await vi.advanceTimersByTimeAsync(59_000)
    expect(posted).toHaveLength(1)
    expect(trending.status().limitedUntilAt).toBe(untilAt)
    expect(await catchFailure(() => trending.apply(1, 'retried'))).toMatchObject({ field: 'retried' })
    world.reply = () => queued
    await vi.advanceTimersByTimeAsync(2_000)
    expect(posted).toHaveLength(3)
    expect(trending.status().limitedUntilAt).toBeNull()
  })

  it('holds submissions after a refused key, until there is another', async () => {
    const { put, kinds, trending, world, posted } = startTrending({ reply: () => noKey })
    put('one')
    await vi.advanceTimersByTimeAsync(600_000)
    expect([kinds(), posted.length]).toEqual([['needs-key'], 1])
    trending.start()
    await settle()
    expect([kinds(), posted.length]).toEqual([['needs-key'], 2])
    world.reply = () => queued
    trending.resume()
    await settle()
    expect(kinds()).toEqual(['queued'])
  })

  it('retries a host that cannot be reached, and says which submission is next', async () => {
    const turn = Promise.withResolvers<undefined>()
    const { put, kinds, world, pushed } = startTrending({ reply: () => unsent })
    put('one')
    await settle()
    expect(kinds()).toEqual(['unreached'])
    expect(pushed.at(-1)?.nextId).toBeNull()
    Object.assign(world, { reply: () => queued, turn: turn.promise })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(pushed.at(-1)?.nextId).toBe(1)
    turn.resolve(undefined)
    await settle()
    expect(kinds()).toEqual(['queued'])
  })

  it('after a fault before the request leaves, reports it and tries again', async () => {
    const fault = new Refusal({ kind: 'not-found', what: 'the permit' })
    const { put, kinds, world, faults, unsaved } = startTrending({ turn: Promise.reject(fault) })
    put('one')
    await settle()
    expect([faults, unsaved, kinds()]).toEqual([[fault], ['See the log for details.'], ['waiting']])
    world.turn = undefined
    await vi.advanceTimersByTimeAsync(10_000)
    expect([faults, kinds()]).toEqual([[fault], ['queued']])
  })

  it('does not send a submission that the user cancels while it waits for a permit', async () => {
    const { promise: turn, resolve: take } = Promise.withResolvers<undefined>()
    const { put, trending, posted, kinds, faults, pushed } = startTrending({ turn })
    put('one')
    put('two')
    await settle()
    expect([pushed.at(-1)?.nextId, kinds()]).toEqual([1, ['waiting', 'waiting']])
    trending.apply(1, 'cancelled')
    take(undefined)
    await settle()
    expect(posted.map(({ ids }) => ids)).toEqual([['a#e1#Points#two']])
    expect([kinds(), faults]).toEqual([['cancelled', 'queued'], []])
    expect(trending.status().nextId).toBeNull()
  })
})

describe('Sender after a lost answer', () => {
  it('leaves the outcome unknown, and sends again until it is known', async () => {
    const { put, kinds, world, posted } = startTrending({ reply: () => lost })
    put('one')
    await settle()
    expect(kinds()).toEqual(['unknown'])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(posted).toHaveLength(2)
    world.reply = () => already
    await vi.advanceTimersByTimeAsync(4_000)
    expect(kinds()).toEqual(['already-queued'])
  })

  it('sends again at the next start when the program ended', async () => {
    const file = join(tempFolder(), 'desk.db')
    const database = openDatabase(file, trendingMigrations)
    const first = startTrending({ reply: undefined }, database)
    first.put('one')
    first.put('two')
    await settle()
    first.trending.close()
    await first.posted[0]?.answer(queued)
    database.close()
    const again = openDatabase(file, trendingMigrations)
    const second = startTrending({ reply: () => already }, again)
    expect(second.kinds()).toEqual(['unknown', 'waiting'])
    await settle()
    expect([second.titles(), second.kinds()]).toEqual([
      ['one', 'two'],
      ['already-queued', 'already-queued'],
    ])
    expect(second.entered.map(({ title }) => title)).toEqual(['one'])
    expect(second.trending.history(1).steps.map(({ event }) => event.kind)).toEqual([
      'answered',
      'sent',
      'interrupted',
      'sent',
    ])
    second.trending.close()
    again.close()
  })

  it('sends again once the file can be written, if it could not be at the start', async () => {
    const database = openDatabase(':memory:', trendingMigrations)
    const first = startTrending({ reply: undefined }, database)
    first.put('one')
    await settle()
    first.trending.close()
    database.exec('PRAGMA query_only = 1')
    const { kinds, faults, unsaved } = startTrending({}, database)
    expect([kinds(), unsaved, faults.length]).toEqual([['sending'], ['The data folder can’t be written.'], 1])
    database.exec('PRAGMA query_only = 0')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(kinds()).toEqual(['queued'])
  })
})

describe('Sender with a file that cannot be written', () => {
  it('sends nothing, says so once, and goes on when it can', async () => {
    const { put, trending, database, posted, unsaved, kinds } = startTrending()
    database.exec('PRAGMA query_only = 1')
    trending.resume()
    expect(unsaved).toEqual([])
    expect(await catchFailure(() => put('one'))).toMatchObject({ kind: 'storage' })
    database.exec('PRAGMA query_only = 0')
    put('two')
    database.exec('PRAGMA query_only = 1')
    await vi.advanceTimersByTimeAsync(30_000)
    expect([posted.length, unsaved]).toEqual([0, ['The data folder can’t be written.']])
    database.exec('PRAGMA query_only = 0')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(kinds()).toEqual(['queued'])
  })

  it.runIf(process.platform !== 'win32')(
    'sends nothing once the file was removed, and refuses more',
    async () => {
      const file = join(tempFolder(), 'desk.db')
      const turn = Promise.withResolvers<undefined>()
      const started = startTrending({ turn: turn.promise }, openDatabase(file, trendingMigrations))
      started.put('one')
      rmSync(file)
      turn.resolve(undefined)
      await vi.advanceTimersByTimeAsync(30_000)
      expect([started.posted.length, started.unsaved.length]).toEqual([0, 1])
      const failure = await catchFailure(() => started.put('two'))
      expect(failure).toMatchObject({ kind: 'storage' })
      expect(JSON.stringify(failure)).toMatch(/desk\.db was moved or deleted/)
      expect(started.titles()).toEqual([])
    },
  )

  it.each([
    ['reports the fault of a file that was closed too early', false],
    ['reports no fault once it was closed itself', true],
  ])('%s', async (_, isClosed) => {
    const turn = Promise.withResolvers<undefined>()
    const { put, trending, database, faults, unsaved } = startTrending({ turn: turn.promise })
    put('one')
    await settle()
    if (isClosed) trending.close()
    database.close()
    turn.resolve(undefined)
    await settle()
    expect(faults.map(String)).toEqual(isClosed ? [] : ['Error: database is not open'])
    expect(unsaved).toHaveLength(faults.length)
  })

  it('is stuck, not broken, when what waited for a key cannot be written', async () => {
    const { put, trending, database, world, unsaved, kinds } = startTrending({ held: noKey })
    put('one')
    await settle()
    database.exec('PRAGMA query_only = 1')
    trending.resume()
    expect(unsaved).toHaveLength(1)
    world.held = undefined
    database.exec('PRAGMA query_only = 0')
    trending.resume()
    await settle()
    expect(kinds()).toEqual(['queued'])
  })
})
