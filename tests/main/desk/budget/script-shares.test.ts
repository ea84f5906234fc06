import { describe, expect, it } from 'vitest'
import { LocalSlots } from '../../../../src/main/desk/budget/local-slots.ts'
import { ScriptShares } from '../../../../src/main/desk/budget/script-shares.ts'
import type { StoredCalls } from '../../../../src/main/desk/budget/budget-store.ts'
import { cancelledCall } from '../../../../src/main/odds-service/failures.ts'
import { priority, type Permit } from '../../../../src/main/odds-service/permits.ts'
import { fc } from '../../../support/property.ts'

const call = { profileId: 'p', host: 'bravo', priority: priority.visible }
const minuteMs = 60_000

/** Shares by a clock of the test; `left`: the times at which calls left. */
function createShares(perMinute: number) {
  let now = 1_000_000
  let stored: StoredCalls | undefined
  let isRefusing = false
  const left: number[] = []
  const clock = { steady: () => now, uptime: () => now }
  const open = () =>
    new ScriptShares({
      openSlots: () =>
        new LocalSlots({
          limits: () => ({ kind: 'by-hand', perMinute, inFlight: 8, perHost: 8 }),
          stored,
          write: slots => (stored = { ...slots, pauses: [], pausedUntil: null }),
          clock,
        }),
      steady: clock.steady,
      acquire: () =>
        isRefusing
          ? Promise.reject(cancelledCall('bravo'))
          : Promise.resolve(createPermit(() => left.push(now))),
    })
  let shares = open()
  return {
    left,
    pass: (ms: number) => (now += ms),
    refuse: (is: boolean) => (isRefusing = is),
    acquire: () => shares.acquire('s-0123456789ab', call),
    /** The program is killed, and starts again. */
    crash: () => (shares = open()),
  }
}

function createPermit(onLeft: () => void): Permit {
  return {
    left: () => {
      onLeft()
      return true
    },
    release: () => undefined,
    renew: () => Promise.resolve(true),
  }
}

/** Calls whose permits come late, and a revocation, in the order of their times; permits that do not leave are released. */
async function waitForPermits(
  perMinute: number,
  calls: readonly { readonly at: number; readonly forMs: number }[],
  revokedAt: number,
) {
  let now = 0
  const left: number[] = []
  const released: string[] = []
  let open = 0
  const clock = { steady: () => now, uptime: () => now }
  const granted: (() => void)[] = []
  const slots = new LocalSlots({
    limits: () => ({ kind: 'by-hand', perMinute: now < revokedAt ? perMinute : 0, inFlight: 8, perHost: 8 }),
    stored: undefined,
    write: () => undefined,
    clock,
  })
  const shares = new ScriptShares({
    openSlots: () => slots,
    steady: clock.steady,
    acquire: () => {
      const { promise, resolve } = Promise.withResolvers<Permit>()
      granted.push(() => {
        open += 1
        resolve({
          ...createPermit(() => ((open -= 1), left.push(now))),
          release: ({ kind }) => ((open -= 1), released.push(kind)),
        })
      })
      return promise
    },
  })
  const turn = () => new Promise(resolve => setImmediate(resolve))
  const events = calls.flatMap(({ at, forMs }) => {
    let grant: (() => void) | undefined
    const ask = async () => {
      const before = granted.length
      const asked = shares.acquire('s-0123456789ab', call)
      grant = granted[before]
      const permit = await asked
      if (typeof permit !== 'number') permit.left()
    }
    return [
      { at, run: () => void ask() },
      { at: at + forMs, run: () => grant?.() },
    ]
  })
  for (const { at, run } of events.toSorted((a, b) => a.at - b.at)) {
    now = at
    run()
    await turn()
  }
  expect(open).toBe(0)
  return { left, released }
}

/** The most calls within any 60 s. */
const maxInMinute = (times: readonly number[]) =>
  Math.max(0, ...times.map((from, at) => times.slice(at).filter(time => time - from < minuteMs).length))

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 40_000 }) }),
    fc.record({ kind: fc.constant('call' as const), lateMs: fc.integer({ min: 0, max: 3_000 }) }),
    fc.record({ kind: fc.constant('retried' as const), lateMs: fc.integer({ min: 0, max: 3_000 }) }),
    fc.record({ kind: fc.constant('burst' as const), calls: fc.integer({ min: 1, max: 80 }) }),
    fc.record({ kind: fc.constantFrom('unsent' as const, 'refused' as const, 'crash' as const) }),
  ),
  { maxLength: 60 },
)

describe('ScriptShares', () => {
  it('never spends over its share in any 60 s, whatever a script does, with retries and crashes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), steps, async (perMinute, script) => {
        const shares = createShares(perMinute)
        const send = async (lateMs = 0) => {
          const permit = await shares.acquire()
          if (typeof permit === 'number') return undefined
          shares.pass(lateMs)
          permit.left()
          return permit
        }
        for (const step of script) {
          if (step.kind === 'pass') shares.pass(step.ms)
          if (step.kind === 'call') (await send(step.lateMs))?.release({ kind: 'answered' })
          if (step.kind === 'burst') for (let n = 0; n < step.calls; n += 1) await send()
          if (step.kind === 'retried') {
            const permit = await send(step.lateMs)
            permit?.release({ kind: 'failed' })
            if ((await permit?.renew(1_000)) === true) permit?.left()
            permit?.release({ kind: 'answered' })
          }
          if (step.kind === 'crash') shares.crash()
          if (step.kind === 'unsent') {
            const permit = await shares.acquire()
            if (typeof permit !== 'number') permit.release({ kind: 'unsent' })
          }
          if (step.kind === 'refused') {
            shares.refuse(true)
            await shares.acquire().catch(() => undefined)
            shares.refuse(false)
          }
        }
        expect(maxInMinute(shares.left)).toBeLessThanOrEqual(perMinute)
      }),
    )
  })

  it('never spends over its share, or after a revocation, however long the call budget lets it wait', async () => {
    const waits = fc.array(
      fc.record({ at: fc.integer({ min: 0, max: 200_000 }), forMs: fc.integer({ min: 0, max: 150_000 }) }),
      { minLength: 1, maxLength: 40 },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        waits,
        fc.option(fc.integer({ min: 0, max: 300_000 })),
        async (perMinute, calls, revokedAt) => {
          const { left, released } = await waitForPermits(perMinute, calls, revokedAt ?? Infinity)
          expect(maxInMinute(left)).toBeLessThanOrEqual(perMinute)
          expect(left.filter(at => at >= (revokedAt ?? Infinity))).toEqual([])
          // No permit is kept from the user's calls.
          expect(released.filter(kind => kind !== 'unsent')).toEqual([])
        },
      ),
    )
  })

  it('says when the next call may be sent, which is true', async () => {
    const shares = createShares(2)
    for (let n = 0; n < 2; n += 1) {
      const permit = await shares.acquire()
      if (typeof permit !== 'number') permit.left()
    }
    const waitMs = await shares.acquire()
    expect(waitMs).toBeTypeOf('number')
    shares.pass(Number(waitMs) - 1)
    expect(await shares.acquire()).toBe(1)
    shares.pass(1)
    expect(await shares.acquire()).not.toBeTypeOf('number')
  })

  it('lets a call be retried within a time that is a fraction, as the time left of a call is', async () => {
    const shares = createShares(2)
    const permit = await shares.acquire()
    if (typeof permit === 'number') throw new Error('no permit')
    permit.left()
    permit.release({ kind: 'failed' })
    expect(await permit.renew(10_815.742)).toBe(true)
    expect(permit.left()).toBe(true)
  })

  it('gives back what was refused or not sent', async () => {
    const shares = createShares(1)
    shares.refuse(true)
    await expect(shares.acquire()).rejects.toThrow()
    shares.refuse(false)
    const permit = await shares.acquire()
    if (typeof permit === 'number') throw new Error('no permit')
    permit.release({ kind: 'unsent' })
    expect(await shares.acquire()).not.toBeTypeOf('number')
  })
})
