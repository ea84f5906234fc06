import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Repeater } from '../../../src/main/async/repeater.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('Repeater', () => {
  it('runs when due, then pauses from the end of a run to the start of the next', async () => {
    let end = () => {}
    const run = vi.fn(() => new Promise<void>(resolve => (end = resolve)))
    const repeater = new Repeater()
    repeater.start({ firstInMs: 4_000, everyMs: 10_000, run })
    await vi.advanceTimersByTimeAsync(3_999)
    expect(run).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(run).toHaveBeenCalledTimes(1)
    end()
    await vi.advanceTimersByTimeAsync(9_999)
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(run).toHaveBeenCalledTimes(2)
    repeater.stop()
  })

  it('runs once after the machine slept through several runs', async () => {
    const run = vi.fn(() => Promise.resolve())
    const repeater = new Repeater()
    repeater.start({ firstInMs: 10_000, everyMs: 10_000, run })
    vi.setSystemTime(Date.now() + 3_600_000)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(run).toHaveBeenCalledTimes(1)
    repeater.stop()
  })

  it('stops during a run, and repeats something else instead', async () => {
    let end = () => {}
    const first = vi.fn(() => new Promise<void>(resolve => (end = resolve)))
    const second = vi.fn(() => Promise.resolve())
    const repeater = new Repeater()
    repeater.start({ firstInMs: 0, everyMs: 1_000, run: first })
    await vi.advanceTimersByTimeAsync(0)
    repeater.start({ firstInMs: 500, everyMs: 1_000, run: second })
    end()
    await vi.advanceTimersByTimeAsync(1_600)
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 2])
    repeater.stop()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(second).toHaveBeenCalledTimes(2)
  })
})
