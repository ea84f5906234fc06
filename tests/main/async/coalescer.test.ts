import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Coalescer } from '../../../src/main/async/coalescer.ts'

describe('Coalescer', () => {
  it('runs once on the next turn of the event loop for all requests of this one', async () => {
    const run = vi.fn()
    const coalescer = new Coalescer(run)
    coalescer.request()
    coalescer.request()
    await Promise.resolve()
    expect(run).not.toHaveBeenCalled()
    await nextTurn()
    expect(run).toHaveBeenCalledOnce()
    coalescer.request()
    await nextTurn()
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('runs as a microtask for requests of the same synchronous code', async () => {
    const run = vi.fn()
    const coalescer = new Coalescer(run, 'microtask')
    coalescer.request()
    coalescer.request()
    expect(run).not.toHaveBeenCalled()
    await Promise.resolve()
    expect(run).toHaveBeenCalledOnce()
  })

  it('forgets a microtask that was cancelled, and serves a request made after that once', async () => {
    const run = vi.fn()
    const coalescer = new Coalescer(run, 'microtask')
    coalescer.request()
    coalescer.cancel()
    await Promise.resolve()
    expect(run).not.toHaveBeenCalled()
    coalescer.request()
    coalescer.cancel()
    coalescer.request()
    await Promise.resolve()
    expect(run).toHaveBeenCalledOnce()
  })

  it('serves a request made during the run by another run', async () => {
    let count = 0
    const coalescer = new Coalescer(() => {
      count += 1
      if (count === 1) coalescer.request()
    })
    coalescer.request()
    await nextTurn()
    expect(count).toBe(1)
    await nextTurn()
    expect(count).toBe(2)
  })
})

describe('Coalescer with a delay', () => {
  afterEach(() => vi.useRealTimers())

  it('runs after the delay of its first request', () => {
    vi.useFakeTimers()
    const run = vi.fn()
    const coalescer = new Coalescer(run, 100)
    coalescer.request()
    vi.advanceTimersByTime(60)
    coalescer.request()
    vi.advanceTimersByTime(39)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(run).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(1_000)
    expect(run).toHaveBeenCalledOnce()
  })

  it('runs sooner for a request that names a shorter one, and once for both', () => {
    vi.useFakeTimers()
    const run = vi.fn()
    const coalescer = new Coalescer(run, 500)
    coalescer.request()
    coalescer.request(16)
    vi.advanceTimersByTime(16)
    expect(run).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(1_000)
    expect(run).toHaveBeenCalledOnce()
  })

  it('runs on the next turn for a request that cannot wait', async () => {
    const run = vi.fn()
    const coalescer = new Coalescer(run, 60_000)
    coalescer.request()
    coalescer.request('turn')
    await nextTurn()
    expect(run).toHaveBeenCalledOnce()
  })

  it('runs at once on runNow, requested or not, and not again for the same request', () => {
    vi.useFakeTimers()
    const run = vi.fn()
    const coalescer = new Coalescer(run, 100)
    coalescer.runNow()
    coalescer.request()
    coalescer.runNow()
    expect(run).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(1_000)
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('drops a request on cancel', () => {
    vi.useFakeTimers()
    const run = vi.fn()
    const coalescer = new Coalescer(run, 100)
    coalescer.request()
    coalescer.cancel()
    vi.advanceTimersByTime(1_000)
    expect(run).not.toHaveBeenCalled()
  })
})
