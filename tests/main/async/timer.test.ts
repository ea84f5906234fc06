import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { maxTimerMs, Timer } from '../../../src/main/async/timer.ts'

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
