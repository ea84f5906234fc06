import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TrendingStatus } from '../../../src/shared/model/parlay/submission.ts'
import { catchFailure } from '../../support/account/account-fixture.ts'
import { full, queued, settle, startTrending } from '../../support/trending/scripted-trending.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const already = { kind: 'already-queued' } as const

describe('Trending.send', () => {
  it('sends the ids of one book in leg order, one parlay after the other', async () => {
    const { put, posted, titles } = startTrending({ reply: undefined })
    put('two', 'one')
    put('three')
    await settle()
    expect(posted.map(({ ids }) => ids)).toEqual([['a#e1#Points#two', 'a#e1#Points#one']])
    await posted[0]?.answer(queued)
    expect(titles()).toEqual(['two + one', 'three'])
  })

  it('writes the parlay before it is sent', async () => {
    const { put, kinds, posted } = startTrending({ reply: undefined })
    put('one')
    expect(kinds()).toEqual(['waiting'])
    await settle()
    expect(kinds()).toEqual(['sending'])
    await posted[0]?.answer(already)
    expect(kinds()).toEqual(['already-queued'])
  })

  it('finds the same parlay on the list, whatever the order of its legs, and sends it once', async () => {
    const { put, posted } = startTrending()
    expect(put('one', 'two')).toMatchObject({ wasThere: false })
    await settle()
    expect(put('two', 'one')).toMatchObject({
      wasThere: true,
      submission: { id: 1, state: { kind: 'queued' } },
    })
    await settle()
    expect(posted).toHaveLength(1)
  })

  it('refuses ids that are not those of the desk, and then queues none', async () => {
    const { trending, names } = startTrending()
    names.set(1, ['one']).set(2, ['two'])
    const right = { parlayId: 1, bookId: 'a', ids: ['a#e1#Points#one'], title: 'One' }
    const changed = { parlayId: 2, bookId: 'a', ids: ['a#e1#Points#old'], title: 'Two' }
    expect(await catchFailure(() => trending.send([right, changed]))).toMatchObject({ field: 'ids' })
    expect(await catchFailure(() => trending.send([{ ...right, bookId: 'none', ids: [] }]))).toMatchObject({
      field: 'ids',
    })
    expect(trending.status().counts.waiting).toBe(0)
  })

  it('shows the ids each book has for the legs, and whether they are on the list', async () => {
    const { trending, put, names } = startTrending({ books: ['b', 'a', 'none'] })
    put('one', 'two')
    await settle()
    expect(trending.findIds(1)).toMatchObject([
      { bookId: 'b', ids: ['b#e1#Points#one', 'b#e1#Points#two'], lacks: 0, known: null },
      { bookId: 'a', lacks: 0, known: { id: 1, state: { kind: 'queued' } } },
      { bookId: 'none', ids: [], lacks: 2, known: null },
    ])
    expect(names.size).toBe(1)
    expect(await catchFailure(() => trending.findIds(9))).toMatchObject({ kind: 'not-found' })
  })

  it('pushes changes that fit the contract, once a frame', async () => {
    const { put, pushed } = startTrending()
    await settle()
    pushed.length = 0
    put('one')
    put('two')
    await settle()
    expect(pushed).toHaveLength(1)
    expect(TrendingStatus.parse(pushed[0])).toMatchObject({
      counts: { sent: 2, waiting: 0, queued: 2, refused: 0, cancelled: 0 },
      recent: [{ title: 'two' }, { title: 'one' }],
    })
  })
})

describe('Trending with an event that is not found', () => {
  const notFound = () => ({ kind: 'event-not-found' }) as const

  it('parks the submission with the events that the board no longer has', async () => {
    const started = startTrending({ reply: notFound, eventsGone: () => Promise.resolve(['e1']) })
    started.put('one')
    await settle()
    expect(started.trending.status().recent[0]?.state).toEqual({ kind: 'event-not-found', missing: ['e1'] })
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(started.posted).toHaveLength(1)
    started.world.reply = () => queued
    started.trending.apply(1, 'retried')
    await settle()
    expect(started.kinds()).toEqual(['queued'])
  })

  it('does not name events while the board cannot say', async () => {
    const { put, trending, world } = startTrending({
      reply: notFound,
      eventsGone: () => Promise.resolve(undefined),
    })
    put('one')
    await settle()
    expect(trending.status().recent[0]?.state).toEqual({ kind: 'event-not-found', missing: null })
    world.eventsGone = () => Promise.reject(new Error('the board was closed'))
    put('two')
    await settle()
    expect(trending.status().recent[0]?.state).toEqual({ kind: 'event-not-found', missing: null })
  })
})

describe('Trending actions', () => {
  it('refuse what is not possible, with the reason', async () => {
    const { put, trending, posted } = startTrending({ reply: undefined })
    put('one')
    await settle()
    for (const act of ['retried', 'cancelled', 'removed'] as const)
      expect(await catchFailure(() => trending.apply(1, act))).toMatchObject({ kind: 'invalid', field: act })
    await posted[0]?.answer(queued)
    expect(await catchFailure(() => trending.apply(1, 'cancelled'))).toMatchObject({ field: 'cancelled' })
    expect(await catchFailure(() => trending.apply(2, 'cancelled'))).toMatchObject({ kind: 'not-found' })
  })

  it('cancel all that wait, and remove all that are done', async () => {
    const { put, trending, kinds, world } = startTrending()
    put('one')
    await settle()
    world.reply = () => full
    put('two')
    put('three')
    await settle()
    const cancelling = trending.applyToAll(['waiting', 'full'], 'cancelled')
    await settle()
    expect([await cancelling, kinds()]).toEqual([2, ['queued', 'cancelled', 'cancelled']])
    const removing = trending.applyToAll(['queued', 'cancelled'], 'removed')
    await settle()
    expect([await removing, kinds(), trending.status().counts.queued]).toEqual([3, [], 0])
  })

  it('send a removed parlay again, and keep its history', async () => {
    const { put, trending, posted, database } = startTrending()
    put('one')
    await settle()
    trending.apply(1, 'removed')
    expect(await catchFailure(() => trending.history(1))).toMatchObject({ kind: 'not-found' })
    expect(put('one')).toMatchObject({ wasThere: false, submission: { id: 2 } })
    await settle()
    expect(posted).toHaveLength(2)
    expect(database.prepare('SELECT count(*) AS n FROM submission_steps').get()).toEqual({ n: 5 })
  })

  it('change the order of those that wait', async () => {
    const { promise: turn, resolve: take } = Promise.withResolvers<undefined>()
    const { put, trending, titles } = startTrending({ turn })
    for (const name of ['one', 'two', 'three', 'four']) put(name)
    trending.reorder(4, 'ahead')
    trending.reorder(4, 'ahead')
    trending.reorder(3, 'behind')
    trending.reorder(1, 'ahead')
    expect(trending.page('waiting', 0, 10).rows.map(({ id }) => id)).toEqual([1, 4, 2, 3])
    take(undefined)
    await settle()
    expect(titles()).toEqual(['one', 'four', 'two', 'three'])
  })
})

describe('Trending of another profile', () => {
  it('shows and sends its own submissions only', async () => {
    const { put, trending, world, posted, kinds } = startTrending({ reply: () => full })
    put('one')
    await settle()
    Object.assign(world, { profileId: 'other', callable: 'other' })
    trending.show()
    trending.start()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect([kinds(), trending.status().counts.waiting, posted.length]).toEqual([[], 0, 1])
    expect(await catchFailure(() => trending.apply(1, 'retried'))).toMatchObject({ kind: 'not-found' })
    expect(await catchFailure(() => trending.history(1))).toMatchObject({ kind: 'not-found' })
    expect(put('one')).toMatchObject({ wasThere: false })
    await settle()
    expect(posted.map(({ profileId }) => profileId)).toEqual(['mine', 'other'])
  })

  it('keeps the answer on its way to the first, and sends nothing for it meanwhile', async () => {
    const { put, trending, world, posted, outbox } = startTrending({ reply: undefined })
    put('one')
    put('two')
    await settle()
    Object.assign(world, { profileId: 'other', callable: 'other' })
    trending.show()
    trending.start()
    await posted[0]?.answer(queued)
    expect(outbox.get(1).state.kind).toBe('queued')
    expect(trending.status().counts).toMatchObject({ queued: 0, waiting: 0 })
    expect(posted).toHaveLength(1)
    Object.assign(world, { profileId: 'mine', callable: 'mine' })
    trending.show()
    trending.start()
    await settle()
    expect(posted).toHaveLength(2)
  })
})
