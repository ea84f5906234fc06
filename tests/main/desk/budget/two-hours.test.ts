import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallLimits } from '../../../../src/shared/model/settings/budget.ts'
import { fc } from '../../../support/property.ts'
import { startMachine, worstExcess, type Answer, type Machine } from '../../../support/desk/simulated-day.ts'
import { answered, byHand, learned } from '../../../support/desk/test-budget.ts'

const twoHoursMs = 7_200_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Step = (machine: Machine) => Promise<void> | void

const ms = (min: number, max: number) => fc.integer({ min, max })
const host = fc.constantFrom('a', 'b', 'c', 'd')
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(host, ms(1, 60)).map(
      ([of, n]) =>
        (m: Machine) =>
          m.ask(of, n),
    ),
  },
  { weight: 6, arbitrary: ms(1, 90_000).map(time => (m: Machine) => m.pass(time)) },
  { weight: 2, arbitrary: ms(1, 500).map(time => (m: Machine) => m.pass(time)) },
  {
    weight: 1,
    arbitrary: fc.tuple(ms(1_000, 600_000), fc.boolean()).map(
      ([time, stops]) =>
        (m: Machine) =>
          m.sleep(time, stops),
    ),
  },
  {
    weight: 1,
    arbitrary: ms(-86_400_000, 86_400_000).map(by => (m: Machine) => {
      m.setClock(by)
    }),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('quit', 'kill', 'reboot'), fc.oneof(ms(0, 3_000), ms(0, 90_000))).map(
      ([how, down]) =>
        (m: Machine) =>
          m.restart(how, down),
    ),
  },
)

/** Goes through the steps again and again until two hours have passed. */
async function live(machine: Machine, steps: readonly Step[]): Promise<void> {
  for (let turn = 0; machine.now() < twoHoursMs && turn < 4_000; turn += 1)
    await steps[turn % steps.length]?.(machine)
}

const everyAnswer: Answer = () => answered

describe('CallBudget over two hours of calls, sleeps, crashes, reboots and clock jumps', () => {
  it.each<[string, fc.Arbitrary<CallLimits>]>([
    ['by hand', ms(1, 120).map(perMinute => byHand(perMinute))],
    ['learned', fc.constant(learned)],
  ])('never passes the limit in a minute %s', async (_kind, limits) => {
    const steps = fc.array(anyStep, { minLength: 8, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(limits, steps, async (limit, taken) => {
        const machine = startMachine(limit, everyAnswer)
        await live(machine, taken)
        expect(worstExcess(machine.sent)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 25 },
    )
  })

  it('never passes the limit as calls leave, however slowly they connect, while the user changes it', async () => {
    const change = ms(1, 60).map(perMinute => (m: Machine) => m.setLimits(byHand(perMinute)))
    const isWithin = (m: Machine) => {
      const { lastMinute, limit } = m.budget().meter()
      expect(lastMinute).toBeLessThanOrEqual(limit)
    }
    const steps = fc.array(
      fc.oneof(
        { weight: 8, arbitrary: anyStep },
        { weight: 1, arbitrary: change },
        { weight: 1, arbitrary: fc.constant(isWithin) },
      ),
      { minLength: 8, maxLength: 60 },
    )
    const waits = fc.array(fc.oneof(ms(0, 100), ms(0, 10_000)), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(ms(1, 60), steps, waits, async (perMinute, taken, waitsMs) => {
        let call = 0
        const machine = startMachine(byHand(perMinute), everyAnswer, () => {
          call += 1
          return waitsMs[call % waitsMs.length] ?? 0
        })
        await live(machine, taken)
        expect(worstExcess(machine.sent)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 15 },
    )
  })

  it('never passes the limit learned from 429s, whatever Retry-After says', async () => {
    const steps = fc.array(anyStep, { minLength: 8, maxLength: 60 })
    const waits = fc.array(ms(0, 120_000), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(steps, waits, ms(8, 80), async (taken, waitsMs, allowed) => {
        const machine: Machine = startMachine(learned, (_host, at) => {
          const inMinute = machine.sent.filter(call => call.at > at - 60_000).length
          const waitMs = waitsMs[inMinute % waitsMs.length] ?? 0
          return inMinute <= allowed ? answered : { kind: 'limited', untilAt: Date.now() + waitMs }
        })
        await live(machine, taken)
        expect(worstExcess(machine.sent)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 20 },
    )
  })

  it('uses all of a limit that there is demand for', async () => {
    const machine = startMachine(byHand(60), everyAnswer)
    machine.ask('a', 10_000)
    await machine.pass(twoHoursMs)
    // 60 s and the half second by which calls may travel faster than others.
    expect(machine.sent.length).toBeGreaterThanOrEqual(Math.floor(twoHoursMs / 60_500) * 60)
  })

  it('loses at most a tenth of the limit to a crash', async () => {
    const machine = startMachine(byHand(100), everyAnswer)
    machine.ask('a', 20)
    await machine.pass(1_000)
    await machine.restart('kill', 0)
    machine.ask('a', 200)
    await machine.pass(30_000)
    expect(machine.sent.length).toBeGreaterThanOrEqual(90)
    expect(machine.sent.length).toBeLessThanOrEqual(100)
  })

  it('loses nothing to a restart in order', async () => {
    const machine = startMachine(byHand(100), everyAnswer)
    machine.ask('a', 20)
    await machine.pass(1_000)
    await machine.restart('quit', 100)
    machine.ask('a', 200)
    await machine.pass(40_000)
    expect(machine.sent).toHaveLength(100)
  })
})
