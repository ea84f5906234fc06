import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTrendingHandlers } from '../../../../src/main/bridge/handlers/trending.ts'
import { answer } from '../../../../src/main/bridge/answer.ts'
import { copyText } from '../../../../src/main/links/deep-link.ts'
import { contract } from '../../../../src/shared/contract.ts'
import type { SendOutcome } from '../../../../src/shared/model/parlay/submission.ts'
import { clipboard } from '../../../support/electron.ts'
import {
  full,
  lost,
  noKey,
  queued,
  settle,
  startTrending,
  type World,
} from '../../../support/trending/scripted-trending.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Verb = keyof ReturnType<typeof createTrendingHandlers>

/** The queue's calls as the bridge runs them: requests and answers checked by the contract. */
function startCalls(given: Partial<World> = {}) {
  const started = startTrending(given)
  const handlers = createTrendingHandlers(started.trending, copyText)
  const call = async (verb: Verb, request: unknown = null) => {
    const run = (parsed: unknown): unknown => Reflect.apply(handlers[verb], handlers, [parsed])
    const outcome = answer(contract.trending[verb], request, { run, log: String })
    await settle()
    return outcome
  }
  return { ...started, call }
}

const ids = ['a#e1#Points#one']

describe('the trending queue’s calls', () => {
  it('answer the ids, put parlays in line, and answer their history', async () => {
    const { call, names } = startCalls()
    names.set(1, ['one'])
    expect(await call('findIds', { parlayId: 1 })).toMatchObject({
      value: { books: [{ bookId: 'a', ids }, {}] },
    })
    expect(await call('send', { parlays: [{ parlayId: 1, bookId: 'a', ids, title: 'One' }] })).toMatchObject({
      value: { sent: [{ wasThere: false, submission: { id: 1, title: 'One' } }] },
    })
    expect(await call('snapshot')).toMatchObject({ value: { counts: { queued: 1 }, recent: [{ id: 1 }] } })
    expect(await call('page', { filter: 'queued', from: 0, limit: 10 })).toMatchObject({
      value: { total: 1, rows: [{ id: 1 }] },
    })
    expect(await call('history', { id: 1 })).toMatchObject({
      value: { ids, older: 0, steps: [{ event: { kind: 'answered' } }, { event: { kind: 'sent' } }] },
    })
  })

  it('retry, reorder, cancel and remove', async () => {
    const { call, put, world, kinds } = startCalls({ reply: () => full })
    for (const name of ['one', 'two', 'three']) put(name)
    await settle()
    expect(await call('reorder', { id: 3, to: 'ahead' })).toEqual({ ok: true, value: null })
    const waiting = { filter: 'waiting', from: 0, limit: 10 }
    expect(await call('page', waiting)).toMatchObject({ value: { rows: [{ id: 1 }, { id: 3 }, { id: 2 }] } })
    world.reply = () => queued
    expect(await call('retry', { id: 1 })).toEqual({ ok: true, value: null })
    expect(await call('cancel', { id: 2 })).toEqual({ ok: true, value: null })
    expect(kinds()).toEqual(['queued', 'cancelled', 'full'])
    expect(await call('remove', { id: 1 })).toEqual({ ok: true, value: null })
    expect(await call('removeFinished')).toEqual({ ok: true, value: { count: 1 } })
    expect(await call('retryFull')).toEqual({ ok: true, value: { count: 1 } })
    expect(kinds()).toEqual(['queued'])
  })

  it('cancel all that wait, whatever they wait for', async () => {
    const { call, put, kinds } = startCalls({ reply: () => full })
    for (const name of ['one', 'two']) put(name)
    await settle()
    expect(await call('cancelWaiting')).toEqual({ ok: true, value: { count: 2 } })
    expect(kinds()).toEqual(['cancelled', 'cancelled'])
  })

  it('cancel what waits for a key, too', async () => {
    const { call, put, kinds } = startCalls({ reply: () => noKey })
    for (const name of ['one', 'two']) put(name)
    await settle()
    expect(kinds()).toEqual(['needs-key', 'needs-key'])
    expect(await call('cancelWaiting')).toEqual({ ok: true, value: { count: 2 } })
    expect(kinds()).toEqual(['cancelled', 'cancelled'])
  })

  it('remove all that is finished, and leave what the user has to look at', async () => {
    const outcomes: Record<string, SendOutcome> = {
      ...{ one: queued, two: { kind: 'already-queued' }, three: { kind: 'event-not-found' }, five: full },
      four: { kind: 'refused', reason: { kind: 'said', text: 'No parlays today' } },
    }
    const { call, put, kinds } = startCalls({
      reply: ([id = '']) => outcomes[id.slice(id.lastIndexOf('#') + 1)] ?? lost,
    })
    for (const name of Object.keys(outcomes).toSorted()) put(name)
    await settle()
    expect(await call('cancelWaiting')).toMatchObject({ value: { count: 1 } })
    expect(await call('removeFinished')).toEqual({ ok: true, value: { count: 3 } })
    expect(kinds().toSorted()).toEqual(['event-not-found', 'refused'])
  })

  it('refuse what is not possible, by name', async () => {
    const { call, put } = startCalls()
    put('one')
    await settle()
    expect(await call('cancel', { id: 1 })).toMatchObject({
      failure: { kind: 'invalid', sentence: 'Can’t cancel: this parlay is queued.' },
    })
    expect(await call('retry', { id: 7 })).toMatchObject({ failure: { kind: 'not-found' } })
  })

  it('turn retries off, and copy ids as they are sent', async () => {
    const { call } = startCalls()
    expect(await call('setRetriesFull', { isOn: false })).toMatchObject({ value: { retriesFull: false } })
    expect(await call('copyIds', { ids })).toEqual({ ok: true, value: null })
    expect(clipboard.writeText).toHaveBeenLastCalledWith(JSON.stringify(ids))
  })
})
