import { describe, expect, it } from 'vitest'
import { CallQueue, type QueuedCall } from '../../../../src/main/desk/budget/call-queue.ts'
import { priority, type Priority } from '../../../../src/main/odds-service/permits.ts'
import { fc } from '../../../support/property.ts'

const level = fc.constantFrom(...Object.values(priority))
const host = fc.constantFrom('a', 'b', 'c')
const joins = fc.array(fc.record({ host, priority: level }), { minLength: 1, maxLength: 30 })
/** A call by its place among all, with a new priority, or undefined to take it out and put it back later. */
const changes = fc.array(fc.tuple(fc.nat(), fc.option(level, { nil: undefined })), { maxLength: 30 })

/** The same queue as one list, sorted at each question. */
const inOrder = (calls: readonly QueuedCall[]) =>
  calls.toSorted((a, b) => b.priority - a.priority || a.number - b.number)

describe('CallQueue', () => {
  it('gives calls by priority, then by age, whatever their hosts and however they were moved', () => {
    fc.assert(
      fc.property(joins, changes, host, level, (joined, moves, paused, lowest) => {
        const calls: QueuedCall[] = joined.map((each, index) => ({ ...each, number: index + 1 }))
        const queue = new CallQueue<QueuedCall>()
        for (const call of calls) queue.add(call)
        const outside = new Set<QueuedCall>()
        for (const [at, to] of moves) {
          const call = calls[at % calls.length]
          if (call === undefined) continue
          if (outside.delete(call)) queue.add(call)
          else if (to !== undefined) queue.setPriority(call, to)
          else {
            outside.add(call)
            queue.remove(call)
            queue.remove(call)
          }
        }
        const waiting = inOrder(calls.filter(call => !outside.has(call)))
        const allowed = (of: string, at: Priority) => of !== paused || at === priority.user
        expect(queue.first(allowed)).toBe(waiting.find(call => allowed(call.host, call.priority)))
        const placed = waiting.filter(call => call.host !== paused)
        const places = calls.map(call => queue.positionOf(call, of => of === paused))
        expect(places).toEqual(calls.map(call => placed.indexOf(call) + 1))
        expect(queue.size).toBe(waiting.length)
        expect(queue.sizeFrom(lowest)).toBe(waiting.filter(call => call.priority >= lowest).length)
        expect(queue.hosts()).toEqual(new Set(waiting.map(call => call.host)))
        expect(queue.ofHost(paused)).toEqual(waiting.filter(call => call.host === paused))
      }),
    )
  })

  it('counts the places again when it changes, and when a pause begins or ends', () => {
    const queue = new CallQueue<QueuedCall>()
    const calls = ['a', 'b'].map((of, index) => ({ host: of, number: index + 1, priority: priority.user }))
    const [first, second] = calls
    if (first === undefined || second === undefined) throw new Error('two calls')
    queue.add(second)
    expect(queue.positionOf(second, () => false)).toBe(1)
    queue.add(first)
    expect(queue.positionOf(second, () => false)).toBe(2)
    expect(queue.positionOf(second, of => of === 'a')).toBe(2)
    queue.forgetPositions()
    expect(queue.positionOf(second, of => of === 'a')).toBe(1)
  })
})
