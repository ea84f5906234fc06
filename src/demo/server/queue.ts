/** POST http://queue.localhost/: adds a parlay, as a list of odds ids, to the trending listings. */
import { type Answer, json } from './answer.ts'
import { type Call, type DemoContext, readBody, readStrings } from './route.ts'
import { below, hashText } from '../world/random.ts'

export interface QueueOptions {
  readonly capacity: number
  /** Time a parlay stays queued, on the wall clock. */
  readonly expiryMs: number
  /** `code` repeats the body's code as HTTP status, `ok` is always 200; the interface leaves it open. */
  readonly status: 'code' | 'ok'
  /** True if simulated other users fill and empty the queue. */
  readonly isCrowded: boolean
}

const messages = { 200: 'Queued', 404: 'Event not found', 409: 'Already queued', 429: 'Max queued' } as const

type Code = keyof typeof messages

/** The queue keeps its parlays between calls; lists with the same ids in any order are the same parlay. */
export function createQueue(options: QueueOptions, context: DemoContext): (call: Call) => Answer {
  const queuedAt = new Map<string, number>()
  const openedAt = context.clock.now()

  function add(ids: readonly string[]): Code {
    const now = context.clock.now()
    for (const [parlay, at] of queuedAt) if (now - at >= options.expiryMs) queuedAt.delete(parlay)
    if (!ids.every(id => isOpenEvent(id, context))) return 404
    const parlay = JSON.stringify([...new Set(ids)].sort())
    if (queuedAt.has(parlay) || (options.isCrowded && isPopular(parlay))) return 409
    const taken = options.isCrowded ? placesTaken(options.capacity, now - openedAt) : 0
    if (queuedAt.size + taken >= options.capacity) return 429
    queuedAt.set(parlay, now)
    return 200
  }

  return call => {
    const body = readBody(call, readStrings)
    if ('refused' in body) return body.refused
    const code = add(body.value)
    return json(options.status === 'code' ? code : 200, {
      code,
      queued: code === 200,
      message: messages[code],
    })
  }
}

/** The event is the second of the four parts of an odds id. */
function isOpenEvent(id: string, { world, clock }: DemoContext): boolean {
  const [, event] = id.split('#')
  return world.openGames(clock.worldNow()).some(game => game.id === event)
}

// Simulated other users, who fill the queue and leave it again, and sometimes have queued the same parlay.

const roundMs = 120_000
/** One parlay in six is also another user's. */
const popular = 6

/** Places held by others `afterMs` after they began: none, then more until all are taken, then fewer again. */
function placesTaken(capacity: number, afterMs: number): number {
  const part = (afterMs % roundMs) / roundMs
  const tide = 1 - Math.abs(2 * part - 1)
  return Math.min(capacity, Math.floor(tide * capacity * 1.5))
}

/** True if another user has queued this parlay. */
function isPopular(parlay: string): boolean {
  return below(hashText(parlay), popular) === 0
}
