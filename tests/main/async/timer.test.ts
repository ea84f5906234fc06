import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { maxTimerMs, Repeater, Timer } from '../../../src/main/async/timer.ts'

const dayMs = 86_400_000

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('Timer runs once after its delay', () => {
  const run = vi.fn()
  const timer = new Timer(run)
  timer.start(1_000)
  vi.advanceTimersByTime(999)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(dayMs)
  expect(run).toHaveBeenCalledOnce()
})

it('Timer waits for delays longer than setTimeout can count', () => {
  const run = vi.fn()
  new Timer(run).start(40 * dayMs)
  vi.advanceTimersByTime(maxTimerMs + 1)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(40 * dayMs - maxTimerMs - 2)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledOnce()
})

it('Timer started again runs after the newer delay only', () => {
  const run = vi.fn()
  const timer = new Timer(run)
  timer.start(100)
  timer.start(300)
  vi.advanceTimersByTime(299)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledOnce()
})

it('Timer that was stopped, or started with Infinity, never runs', () => {
  const run = vi.fn()
  const timer = new Timer(run)
  timer.start(100)
  timer.stop()
  timer.start(Infinity)
  vi.advanceTimersByTime(dayMs)
  expect(run).not.toHaveBeenCalled()
})

it('Timer with a delay in the past runs on the next turn', () => {
  const run = vi.fn()
  new Timer(run).start(-5)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledOnce()
})

it('Timer may start itself again while it runs', () => {
  let count = 0
  const timer = new Timer(() => {
    count += 1
    if (count < 3) timer.start(10)
  })
  timer.start(10)
  vi.advanceTimersByTime(100)
  expect(count).toBe(3)
})

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
