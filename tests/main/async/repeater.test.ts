import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Repeat } from '../../../src/main/async/repeater.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('what repeats', () => {
  it('begins when it is due, and pauses from the end of one to the start of the next', async () => {
    let end = () => {}
    const act = vi.fn(() => new Promise<void>(resolve => (end = resolve)))
    const repeat = new Repeat()
    repeat.start({ firstInMs: 4_000, everyMs: 10_000, act })
    await vi.advanceTimersByTimeAsync(3_999)
    expect(act).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(act).toHaveBeenCalledTimes(1)
    end()
    await vi.advanceTimersByTimeAsync(9_999)
    expect(act).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(act).toHaveBeenCalledTimes(2)
    repeat.stop()
  })

  it('does not catch up on what was missed while the machine slept', async () => {
    const act = vi.fn(() => Promise.resolve())
    const repeat = new Repeat()
    repeat.start({ firstInMs: 10_000, everyMs: 10_000, act })
    vi.setSystemTime(Date.now() + 3_600_000)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(act).toHaveBeenCalledTimes(1)
    repeat.stop()
  })

  it('ends, also while it is under way, and makes room for another', async () => {
    let end = () => {}
    const first = vi.fn(() => new Promise<void>(resolve => (end = resolve)))
    const second = vi.fn(() => Promise.resolve())
    const repeat = new Repeat()
    repeat.start({ firstInMs: 0, everyMs: 1_000, act: first })
    await vi.advanceTimersByTimeAsync(0)
    repeat.start({ firstInMs: 500, everyMs: 1_000, act: second })
    end()
    await vi.advanceTimersByTimeAsync(1_600)
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 2])
    repeat.stop()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(second).toHaveBeenCalledTimes(2)
  })
})
