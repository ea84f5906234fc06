import { describe, expect, it } from 'vitest'
import { readMoment } from '../../../../src/main/team/calls/moment.ts'
import { ServerClock } from '../../../../src/main/team/calls/server-clock.ts'
import { startClock } from '../../../support/team/set-clock.ts'

function startReadings() {
  const time = startClock()
  const clock = new ServerClock()
  /** An answer with the server's clock, which took this long. */
  const read = (epoch: number, tookMs = 0) => {
    const requested = readMoment(time.clock)
    time.pass(tookMs)
    return clock.take({ epoch, requested, received: readMoment(time.clock) })
  }
  return { ...time, server: clock, read, now: () => clock.estimate(readMoment(time.clock)) }
}

describe('ServerClock', () => {
  it('estimates a time that is never later than the server’s', () => {
    const { read, now, pass } = startReadings()
    expect(now()).toBeUndefined()
    read(7_000, 300)
    expect(now()).toBe(7_000)
    pass(2_000)
    expect(now()).toBe(9_000)
  })

  it('is unknown after a refusal until it is read again', () => {
    const { read, now, server } = startReadings()
    read(7_000)
    server.forget()
    expect(now()).toBeUndefined()
    read(8_000)
    expect(now()).toBe(8_000)
  })

  it('notices that it was set forward, and takes no slow answer, sleep or setting back for that', () => {
    const { read, pass, at, server } = startReadings()
    expect(read(10_000, 3_000)).toBe(false)
    pass(1_000)
    expect(read(14_000)).toBe(false)
    at.uptime += 602_000
    expect(read(615_000)).toBe(false)
    server.forget()
    expect(read(615_500)).toBe(false)
    expect(read(616_001)).toBe(true)
    expect(read(500_000)).toBe(false)
  })
})
