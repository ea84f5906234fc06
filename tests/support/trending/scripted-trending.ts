/** The trending queue on a real SQLite file, with a desk, a profile and answers that the test scripts. */
import { onTestFinished, vi } from 'vitest'
import { openDatabase, type Database } from '../../../src/main/storage/database.ts'
import { Outbox } from '../../../src/main/trending/outbox.ts'
import { Trending } from '../../../src/main/trending/trending.ts'
import type { Sent } from '../../../src/main/odds-service/trending.ts'
import { type CallFailure, Refusal } from '../../../src/shared/failure.ts'
import type { SendOutcome, Submission, TrendingStatus } from '../../../src/shared/model/parlay/submission.ts'
import type { Parlay } from '../../../src/shared/model/parlay/parlay.ts'
import { parlayOf, trendingMigrations } from './parlay-file.ts'

export const queued: SendOutcome = { kind: 'queued' }
export const full: SendOutcome = { kind: 'full', notBeforeAt: null }
export const lost: SendOutcome = { kind: 'lost', failure: { kind: 'timed-out', afterMs: 8_000 } }
export const noKey: SendOutcome = { kind: 'no-key', failure: { kind: 'key-refused' } }
const unreachable: CallFailure = { kind: 'unreachable', host: 'queue.example', detail: 'ECONNREFUSED' }
export const unsent: SendOutcome = { kind: 'unsent', failure: unreachable }

/** A POST that left, waiting for its answer. */
export interface Posted {
  readonly profileId: string
  readonly ids: readonly string[]
  readonly answer: (outcome: SendOutcome) => Promise<void>
}

export interface World {
  profileId: string
  /** Profile whose service can be called; differs from `profileId` only during a switch. */
  callable: string
  /** Answer to each POST at once; undefined leaves it to the test. */
  reply: ((ids: readonly string[]) => SendOutcome) | undefined
  /** Waits before a request may leave, as the call budget does. */
  turn: Promise<void> | undefined
  /** Keeps a POST from leaving at all. */
  held: SendOutcome | undefined
  eventsGone: (selections: readonly string[]) => Promise<readonly string[] | undefined>
  books: string[]
  /** The desk's parlay of these legs. */
  parlay: (...names: string[]) => Parlay
}

/** Lets all pending work finish, and the next frame be pushed. */
export const settle = () => vi.advanceTimersByTimeAsync(20)

export function startTrending(
  given: Partial<World> = {},
  database: Database = openDatabase(':memory:', trendingMigrations),
) {
  const world: World = {
    profileId: 'mine',
    callable: given.profileId ?? 'mine',
    reply: () => queued,
    turn: undefined,
    held: undefined,
    eventsGone: () => Promise.resolve([]),
    books: ['a', 'b'],
    parlay: parlayOf,
    ...given,
  }
  const posted: Posted[] = []
  const pushed: TrendingStatus[] = []
  const entered: Submission[] = []
  const faults: unknown[] = []
  const unsaved: string[] = []
  const send = async (
    { profileId, ids }: Pick<Posted, 'profileId' | 'ids'>,
    onSending: () => void,
  ): Promise<Sent | undefined> => {
    await world.turn
    if (profileId !== world.callable) return undefined
    if (world.held !== undefined) return { outcome: world.held, raw: null }
    onSending()
    const { promise, resolve } = Promise.withResolvers<SendOutcome>()
    const answer = async (outcome: SendOutcome) => {
      resolve(outcome)
      await settle()
    }
    posted.push({ profileId, ids, answer })
    if (world.reply !== undefined) resolve(world.reply(ids))
    return { outcome: await promise, raw: { status: 200, body: '{}' } }
  }
  const names = new Map<number, string[]>()
  const outbox = new Outbox(database)
  const trending = new Trending({
    outbox,
    profileId: () => world.profileId,
    books: () => world.books,
    parlay(id) {
      const of = names.get(id)
      if (of === undefined) throw new Refusal({ kind: 'not-found', what: 'the parlay' })
      return world.parlay(...of)
    },
    eventsGone: selections => world.eventsGone(selections),
    send,
    log: error => faults.push(error),
  })
  trending.on('changed', status => pushed.push(status))
  trending.on('entered', submission => entered.push(submission))
  trending.on('unsaved', sentence => unsaved.push(sentence))
  trending.show()
  trending.start()
  onTestFinished(() => {
    trending.close()
  })
  /** Queues the parlay of these legs at book a; returns the result. */
  const put = (...legs: string[]) => {
    const parlayId = names.size + 1
    names.set(parlayId, legs)
    const ids = legs.map(name => `a#e1#Points#${name}`)
    return trending.send([{ parlayId, bookId: 'a', ids, title: legs.join(' + ') }])[0]
  }
  const kinds = () =>
    trending
      .page('all', 0, 100)
      .rows.map(({ state }) => state.kind)
      .toReversed()
  const titles = () => posted.map(({ ids }) => ids.map(id => id.split('#')[3]).join(' + '))
  return {
    ...{ trending, outbox, world, posted, pushed, entered, faults, unsaved },
    ...{ names, put, kinds, titles, database },
  }
}
