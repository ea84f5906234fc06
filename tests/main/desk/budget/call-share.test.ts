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
  const count = (permit = openPermit()) => share.reserve()?.count(permit)
  return { share, count, pass: (ms: number) => (now += ms), now: () => now }
}

describe('CallShare', () => {
  it('counts a call from its permit on, and again a minute after it left', () => {
    const { count, pass } = startShare(1)
    const permit = count() ?? expect.unreachable('no permit')
    expect(count()).toBeUndefined()
    pass(30_000)
    expect(permit.left()).toBe(true)
    permit.release({ kind: 'answered' })
    pass(60_499)
    expect(count()).toBeUndefined()
    pass(1)
    expect(count()).toBeDefined()
  })

  it('gets back a call that was not sent', () => {
    const { count } = startShare(1)
    count()?.release({ kind: 'unsent' })
    expect(count()).toBeDefined()
  })

  it('keeps a reserved call until its permit comes, and gets it back when none does', () => {
    const { share, count, pass } = startShare(1)
    const reserved = share.reserve() ?? expect.unreachable('no call')
    pass(120_000)
    expect(share.reserve()).toBeUndefined()
    const permit = reserved.count(openPermit()) ?? expect.unreachable('no permit')
    reserved.release()
    permit.left()
    expect([reserved.count(openPermit()), share.reserve()]).toEqual([undefined, undefined])
    pass(60_500)
    share.reserve()?.release()
    expect(count()).toBeDefined()
  })

  it('counts a retry as another call, and refuses it when none is left', async () => {
    const one = startShare(1).count()
    one?.left()
    expect(await one?.renew(1_000)).toBe(false)
    const { count } = startShare(2)
    const two = count()
    two?.left()
    expect(await two?.renew(1_000)).toBe(true)
    two?.left()
    expect(count()).toBeUndefined()
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
          const { count, pass, now } = startShare(max)
          const open: Permit[] = []
          const left: number[] = []
          const take = (): Permit | undefined => count({ ...openPermit(), left: () => left.push(now()) > 0 })
          for (const { kind, of, ms } of steps) {
            pass(ms)
            const at = of % Math.max(1, open.length)
            if (kind === 'take') open.push(...[take()].filter(permit => permit !== undefined))
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
