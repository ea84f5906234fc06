import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  TrendingStatus,
  type SendOutcome,
  type SubmissionFilter,
} from '../../../src/shared/model/parlay/submission.ts'
import { catchFailure } from '../../support/account/account-fixture.ts'
import { legOf, parlayOf } from '../../support/trending/parlay-file.ts'
import { full, queued, settle, startTrending } from '../../support/trending/scripted-trending.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const already = { kind: 'already-queued' } as const
const notFound = { kind: 'not-found', what: 'this sent parlay' }

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
    const { put, kinds, posted, trending, pushed } = startTrending({ reply: undefined })
    put('one')
    expect(kinds()).toEqual(['waiting'])
    await settle()
    expect(kinds()).toEqual(['sending'])
    trending.start()
    expect(kinds()).toEqual(['sending'])
    pushed.length = 0
    await posted[0]?.answer(already)
    expect([kinds(), pushed.length]).toEqual([['already-queued'], 1])
  })

  it('finds the same parlay on the list, whatever the order of its legs, and sends it once', async () => {
    const { put, posted, trending } = startTrending()
    expect(put('one', 'two')).toMatchObject({ wasThere: false })
    await settle()
    expect(put('two', 'one')).toMatchObject({
      wasThere: true,
      submission: { id: 1, state: { kind: 'queued' } },
    })
    await settle()
    expect(posted).toHaveLength(1)
    expect(trending.status().counts).toMatchObject({ waiting: 0, queued: 1 })
  })

  it('refuses ids that are not those of the desk, and then queues none', async () => {
    const { trending, names } = startTrending()
    names.set(1, ['one']).set(2, ['two'])
    const right = { parlayId: 1, bookId: 'a', ids: ['a#e1#Points#one'], title: 'One' }
    const changed = { parlayId: 2, bookId: 'a', ids: ['a#e1#Points#old'], title: 'Two' }
    expect(await catchFailure(() => trending.send([right, changed]))).toMatchObject({
      field: 'ids',
      sentence: 'The IDs changed. Check them again before you send.',
    })
    expect(await catchFailure(() => trending.send([{ ...right, bookId: 'none', ids: [] }]))).toMatchObject({
      field: 'ids',
    })
    expect(trending.status().counts.waiting).toBe(0)
  })

  it('shows the ids each book has for the legs, and whether they are on the list', async () => {
    const { trending, put, names, world } = startTrending({ books: ['b', 'a', 'none'] })
    put('one', 'two')
    await settle()
    expect(trending.findIds(1)).toMatchObject([
      { bookId: 'b', ids: ['b#e1#Points#one', 'b#e1#Points#two'], lacks: 0, known: null },
      { bookId: 'a', lacks: 0, known: { id: 1, state: { kind: 'queued' } } },
      { bookId: 'none', ids: [], lacks: 2, known: null },
    ])
    world.parlay = (...legs) => {
      const parlay = parlayOf(...legs)
      return { ...parlay, legs: parlay.legs.with(1, { ...legOf('two'), offers: [] }) }
    }
    expect(trending.findIds(1)[0]).toEqual({ bookId: 'b', ids: [], lacks: 1, known: null })
    expect(names.size).toBe(1)
    expect(await catchFailure(() => trending.findIds(9))).toMatchObject({ kind: 'not-found' })
  })

  it('pushes changes that fit the contract, once a frame', async () => {
    const { put, pushed } = startTrending()
    await settle()
    expect(pushed).toHaveLength(1)
    pushed.length = 0
    put('one')
    put('two')
    await settle()
    expect(pushed).toHaveLength(1)
    expect(TrendingStatus.parse(pushed[0])).toMatchObject({
      counts: { waiting: 0, queued: 2, refused: 0, cancelled: 0 },
      recent: [{ title: 'two' }, { title: 'one' }],
    })
  })
})

describe('Trending with an event that is not found', () => {
  const reply = () => ({ kind: 'event-not-found' }) as const

  it('parks the submission with the events that the board no longer has', async () => {
    const eventsGone = vi.fn(() => Promise.resolve(['e1']))
    const started = startTrending({ reply, eventsGone })
    started.put('one')
    await settle()
    expect(started.trending.status().recent[0]?.state).toEqual({ kind: 'event-not-found', missing: ['e1'] })
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(started.posted).toHaveLength(1)
    started.world.reply = () => queued
    started.trending.apply(1, 'retried')
    await settle()
    expect(started.kinds()).toEqual(['queued'])
    expect(eventsGone).toHaveBeenCalledExactlyOnceWith(['e1#Points#one'])
  })

  it('forgets the answer of the board for one that was removed meanwhile', async () => {
    const { promise: gone, resolve } = Promise.withResolvers<string[]>()
    const { put, trending, faults, kinds } = startTrending({ reply, eventsGone: () => gone })
    put('one')
    await settle()
    trending.apply(1, 'removed')
    resolve(['e1'])
    await settle()
    expect([kinds(), faults]).toEqual([[], []])
  })

  it('does not name events while the board cannot say', async () => {
    const { put, trending, world, faults } = startTrending({
      reply,
      eventsGone: () => Promise.resolve(undefined),
    })
    put('one')
    await settle()
    expect(trending.status().recent[0]?.state).toEqual({ kind: 'event-not-found', missing: null })
    expect(faults).toEqual([])
    const closed = new Error('the board was closed')
    world.eventsGone = () => Promise.reject(closed)
    put('two')
    await settle()
    expect(trending.status().recent[0]?.state).toEqual({ kind: 'event-not-found', missing: null })
    expect(faults).toEqual([closed])
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

  it('cancel a long list a part at a time, but not what the user cancels meanwhile', async () => {
    const { put, trending } = startTrending({ turn: new Promise(() => {}) })
    for (let count = 0; count < 450; count++) put(`leg ${count}`)
    const cancelling = trending.applyToAll(['waiting'], 'cancelled')
    expect(trending.status().counts).toMatchObject({ waiting: 250, cancelled: 200 })
    trending.apply(300, 'cancelled')
    await settle()
    expect(await cancelling).toBe(449)
    expect(trending.status().counts).toMatchObject({ waiting: 0, cancelled: 450 })
  })

  it('show the submissions of each list with their number', async () => {
    const refused = { kind: 'refused', reason: { kind: 'unclear', text: '' } } as const
    const outcomes: SendOutcome[] = [queued, already, { kind: 'event-not-found' }, refused, full, full]
    const { put, trending } = startTrending({ reply: () => outcomes.shift() ?? full })
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) put(name)
    await settle()
    trending.apply(5, 'cancelled')
    const list = (filter: SubmissionFilter) => {
      const { rows, total } = trending.page(filter, 0, 10)
      return [rows.map(({ id }) => id), total]
    }
    expect(list('queued')).toEqual([[2, 1], 2])
    expect(list('refused')).toEqual([[4, 3], 2])
    expect(list('cancelled')).toEqual([[5], 1])
    expect(list('waiting')).toEqual([[6], 1])
    expect(list('all')).toEqual([[6, 5, 4, 3, 2, 1], 6])
  })

  it('send a removed parlay again, and keep its history', async () => {
    const { put, trending, posted, database, outbox } = startTrending()
    put('one')
    await settle()
    expect(trending.history(1)).toMatchObject({
      ids: ['a#e1#Points#one'],
      steps: [{ event: { kind: 'answered' } }, { event: { kind: 'sent' } }],
      older: 0,
    })
    expect(outbox.steps(1, 1)).toMatchObject({ steps: [{ event: { kind: 'answered' } }], older: 1 })
    trending.apply(1, 'removed')
    expect(await catchFailure(() => trending.history(1))).toEqual(notFound)
    expect(put('one')).toMatchObject({ wasThere: false, submission: { id: 2 } })
    await settle()
    expect(posted).toHaveLength(2)
    expect(database.prepare('SELECT count(*) AS n FROM submission_steps').get()).toEqual({ n: 5 })
  })

  it('change the order of those that wait', async () => {
    const { promise: turn, resolve: take } = Promise.withResolvers<undefined>()
    const { put, trending, titles, pushed } = startTrending({ turn })
    for (const name of ['one', 'two', 'three', 'four']) put(name)
    trending.reorder(4, 'ahead')
    trending.reorder(4, 'ahead')
    trending.reorder(3, 'behind')
    trending.reorder(1, 'ahead')
    expect(trending.page('waiting', 0, 10).rows.map(({ id }) => id)).toEqual([1, 4, 2, 3])
    for (const change of [() => trending.reorder(1, 'ahead'), () => trending.setRetriesFull(true)]) {
      await settle()
      pushed.length = 0
      change()
      await settle()
      expect(pushed).toHaveLength(1)
    }
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
    for (const act of [
      () => trending.apply(1, 'retried'),
      () => trending.reorder(1, 'ahead'),
      () => trending.history(1),
    ])
      expect(await catchFailure(act)).toEqual(notFound)
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
    await settle()
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

  it('does not send one that waited for its permit in the first', async () => {
    const turn = Promise.withResolvers<undefined>()
    const { put, trending, world, posted, outbox, faults } = startTrending({ turn: turn.promise })
    put('one')
    await settle()
    Object.assign(world, { profileId: 'other', callable: 'other' })
    trending.show()
    turn.resolve(undefined)
    await settle()
    expect([posted, faults, outbox.get(1).state.kind]).toEqual([[], [], 'waiting'])
    expect(trending.status().nextId).toBeNull()
  })
})
