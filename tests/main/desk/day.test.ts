import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallFailure } from '../../../src/shared/failure.ts'
import { noNote } from '../../../src/shared/model/parlay/parlay.ts'
import type { QuoteOutcome } from '../../../src/shared/model/price/quote.ts'
import { book } from '../../support/shared/desk-rows.ts'
import { fc } from '../../support/property.ts'
import {
  at,
  failed,
  keysOf,
  legAt,
  settle,
  startDesk,
  type TestDesk,
} from '../../support/desk/scripted-desk.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const bookIds = Array.from({ length: 30 }, (_, place) => `book_${place}`)
const names = Array.from({ length: 8 }, (_, place) => `leg-${place}`)
const dayMs = 86_400_000

const waits = [0, 1_000, 30_000, 60_000, 3_600_000, dayMs]
const failures = (waitMs: number): CallFailure[] => [
  { kind: 'timed-out', afterMs: 8_000 },
  { kind: 'unreachable', host: 'a', detail: 'ECONNRESET' },
  { kind: 'limited', untilAt: Date.now() + waitMs },
  { kind: 'unreadable', status: 200, detail: 'broken JSON' },
  { kind: 'server-error', status: 503, detail: 'busy' },
  { kind: 'redirected', status: 302 },
  { kind: 'too-large', limitBytes: 1 },
  { kind: 'bad-address', detail: 'none' },
]
const answers = (waitMs: number): QuoteOutcome[] => [
  at(150),
  at(170),
  { kind: 'no-price' },
  { kind: 'cannot-combine' },
  { kind: 'message', text: 'Too many legs' },
  ...failures(waitMs).map(failed),
]

/** Answers of the hosts: each call takes the next of these, over and over. */
const faults = fc.array(fc.record({ kind: fc.nat(12), wait: fc.nat(5), afterMs: fc.nat(9_000) }), {
  minLength: 5,
  maxLength: 40,
})
type Act = (desk: TestDesk) => void
const row = fc.integer({ min: 1, max: names.length })
const acts: fc.Arbitrary<Act> = fc.oneof(
  row.map(
    id =>
      ({ desk }: TestDesk) =>
        void desk.price(id, null),
  ),
  fc.tuple(row, fc.constantFrom(...bookIds)).map(
    ([id, of]) =>
      ({ desk }: TestDesk) =>
        void desk.price(id, of),
  ),
  fc.constant(({ desk }: TestDesk) => void desk.price(null, null)),
  row.map(id => ({ desk }: TestDesk) => {
    const due = desk.rowToRefresh(id, 15_000).cells.filter(({ isDue }) => isDue)
    desk.planRefresh(due.slice(0, 5).map(({ bookId }) => ({ parlayId: id, bookId })))
  }),
  fc.uniqueArray(row).map(ids => ({ desk }: TestDesk) => {
    desk.setVisibleRows(ids, null, 'main')
  }),
  fc.boolean().map(isOn => ({ world, desk }: TestDesk) => {
    world.books = bookIds.map((id, place) => book(id, id, isOn || place > 3))
    desk.pushAll()
  }),
)
const day = fc.array(fc.tuple(acts, fc.nat(1_800_000)), { minLength: 5, maxLength: 48 })

describe('Desk on a day of thirty books with faults', () => {
  it('leaves no cell waiting: every call ends in a quote or a failure', async () => {
    await fc.assert(
      fc.asyncProperty(day, faults, async (steps, script) => {
        let calls = 0
        let isWell = false
        const started = startDesk({
          books: bookIds.map(id => book(id, id)),
          board: names.map(name => legAt(name, bookIds)),
          replyLater() {
            const { kind, wait, afterMs } = script[calls++ % script.length] ?? {
              kind: 0,
              wait: 0,
              afterMs: 0,
            }
            if (isWell) return { outcome: at(150), afterMs }
            return { outcome: answers(waits[wait] ?? 0)[kind] ?? at(150), afterMs }
          },
        })
        for (const name of names) await started.desk.add(keysOf(name), noNote)
        for (const [act, ms] of steps) {
          act(started)
          await vi.advanceTimersByTimeAsync(ms)
        }
        // The service is well again, but what it asked for holds: the longest pause is a day.
        started.desk.price(null, null)
        isWell = true
        await vi.advanceTimersByTimeAsync(2 * dayMs)
        const cells = started.desk.snapshot().rows.flatMap(each => each.cells)
        expect(cells.length).toBeGreaterThan(200)
        expect(new Set(cells.map(({ activity }) => activity.kind))).toEqual(new Set(['none']))
        expect(cells.filter(({ quote }) => quote === null)).toEqual([])
        expect(started.budget.meter()).toMatchObject({ inFlight: 0, waiting: 0 })
      }),
      { numRuns: 8 },
    )
  })
})

describe('Desk with a host that keeps failing', () => {
  it('shows its cells as failed without a call, and prices them again when it is tried', async () => {
    const isDown = { now: true }
    const started = startDesk({
      books: [book('a', 'Alpha')],
      board: names.map(name => legAt(name, ['a'])),
      reply: () => (isDown.now ? failed({ kind: 'timed-out', afterMs: 1 }) : at(150)),
    })
    for (const name of names) await started.desk.add(keysOf(name), noNote)
    await settle()
    // Each was asked for by the user, one after the other; this is not.
    const asked = started.asked.length
    started.desk.price(null, null)
    await settle()
    const states = () =>
      started.desk.snapshot().rows.map(({ cells }) => {
        const outcome = cells[0]?.quote?.outcome
        return outcome?.kind === 'failed' ? outcome.failure.kind : outcome?.kind
      })
    expect(started.asked).toHaveLength(asked)
    expect(new Set(states())).toEqual(new Set(['host-failing']))
    isDown.now = false
    await vi.advanceTimersByTimeAsync(16_000)
    expect(new Set(states())).toEqual(new Set(['priced']))
  })
})
