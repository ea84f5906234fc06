import { describe, expect, it } from 'vitest'
import { callTimes } from '../../../../src/main/team/calls/call-times.ts'
import { DeskShare } from '../../../../src/main/team/calls/desk-share.ts'
import { readMoment } from '../../../../src/main/team/calls/moment.ts'
import { startClock } from '../../../support/team/set-clock.ts'

function startShare() {
  const time = startClock()
  const share = new DeskShare(time.clock, callTimes)
  const ask = () => share.requesting(readMoment(time.clock))
  const contact = (calls: number) => {
    ask()
    share.answered(calls, readMoment(time.clock))
  }
  return { ...time, share, ask, contact }
}

const hourMs = 3_600_000

describe('DeskShare', () => {
  it('may be used from 95 s after the last request, also one without an answer, until 12 h after the last answer', () => {
    const { share, contact, ask, pass } = startShare()
    expect(share.usableInMs()).toBe(Infinity)
    contact(20)
    pass(5_000)
    ask()
    expect([share.calls, share.usableInMs()]).toEqual([20, 95_000])
    pass(94_999)
    expect(share.usableInMs()).toBe(1)
    pass(1)
    expect(share.usableInMs()).toBe(0)
    pass(12 * hourMs - 100_000 - 1)
    expect(share.usableInMs()).toBe(0)
    pass(1)
    expect(share.usableInMs()).toBe(Infinity)
  })

  it('does not wait longer for a request that the server refused', () => {
    const { share, contact, ask, pass } = startShare()
    contact(20)
    pass(95_000)
    const takeBack = ask()
    expect(share.usableInMs()).toBe(95_000)
    takeBack()
    expect(share.usableInMs()).toBe(0)
  })

  it('begins no sooner and ends no later when the clock is set, or the computer sleeps', () => {
    const early = startShare()
    early.contact(20)
    early.at.epoch += hourMs
    early.at.uptime += hourMs
    expect(early.share.usableInMs()).toBe(95_000)
    const late = startShare()
    late.contact(20)
    late.pass(95_000)
    late.at.uptime += 12 * hourMs
    expect(late.share.usableInMs()).toBe(Infinity)
  })

  it('of no calls is never used', () => {
    const { share, contact, pass } = startShare()
    contact(0)
    pass(95_000)
    expect(share.usableInMs()).toBe(Infinity)
  })

  it('counts the calls of the last window until the server has slots for them', () => {
    const { share, pass } = startShare()
    share.sentOne()
    pass(60_000)
    share.sentOne()
    expect(share.countSent()).toBe(2)
    pass(500)
    expect(share.countSent()).toBe(1)
    share.reported()
    expect(share.countSent()).toBe(0)
  })
})
