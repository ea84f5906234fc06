import { describe, expect, it } from 'vitest'
import { CallShare } from '../../../../src/main/desk/budget/call-share.ts'
import type { Permit } from '../../../../src/main/odds-service/permits.ts'
import { fc } from '../../../support/property.ts'

const openPermit = (): Permit => ({
  left: () => true,
  release: () => {},
  renew: () => Promise.resolve(true),
})

function startShare(perMinute: number) {
  let now = 0
  const share = new CallShare(
    () => perMinute,
    () => now,
  )
  return { share, pass: (ms: number) => (now += ms), now: () => now }
}

describe('CallShare', () => {
  it('counts a call from its permit on, and again a minute after it left', () => {
    const { share, pass } = startShare(1)
    const permit = share.count(openPermit()) ?? expect.unreachable('no permit')
    expect(share.count(openPermit())).toBeUndefined()
    pass(30_000)
    expect(permit.left()).toBe(true)
    permit.release({ kind: 'answered' })
    pass(60_499)
    expect(share.count(openPermit())).toBeUndefined()
    pass(1)
    expect(share.count(openPermit())).toBeDefined()
  })

  it('gets back a call that was not sent', () => {
    const { share } = startShare(1)
    share.count(openPermit())?.release({ kind: 'unsent' })
    expect(share.count(openPermit())).toBeDefined()
  })

  it('counts a retry as another call, and refuses it when none is left', async () => {
    const one = startShare(1).share.count(openPermit())
    one?.left()
    expect(await one?.renew(1_000)).toBe(false)
    const { share } = startShare(2)
    const two = share.count(openPermit())
    two?.left()
    expect(await two?.renew(1_000)).toBe(true)
    two?.left()
    expect(share.count(openPermit())).toBeUndefined()
  })

  it('lets no more calls leave than its number in any 60 s, whenever they leave', async () => {
    const step = fc.record({
      kind: fc.constantFrom('take', 'leave', 'drop', 'retry'),
      of: fc.nat(5),
      ms: fc.constantFrom(0, 1, 100, 9_000, 30_000, 60_000),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { maxLength: 60 }),
        async (max, steps) => {
          const { share, pass, now } = startShare(max)
          const open: Permit[] = []
          const left: number[] = []
          const count = (): Permit | undefined =>
            share.count({ ...openPermit(), left: () => left.push(now()) > 0 })
          for (const { kind, of, ms } of steps) {
            pass(ms)
            const at = of % Math.max(1, open.length)
            if (kind === 'take') open.push(...[count()].filter(permit => permit !== undefined))
            else if (kind === 'leave') open.splice(at, 1)[0]?.left()
            else if (kind === 'drop') open.splice(at, 1)[0]?.release({ kind: 'unsent' })
            else {
              const permit = open[at]
              permit?.left()
              if ((await permit?.renew(0)) === false) open.splice(at, 1)
            }
          }
          for (const time of left)
            expect(left.filter(other => other >= time && other < time + 60_000).length).toBeLessThanOrEqual(
              max,
            )
        },
      ),
    )
  })
})
