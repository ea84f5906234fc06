import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { endWorker } from '../../../src/main/async/end-worker.ts'
import { WorkerCalls } from '../../../src/main/async/worker-calls.ts'
import type { Calculator } from '../../support/async/calculator.ts'

const file = new URL('../../support/async/calculator.ts', import.meta.url)

describe('endWorker', () => {
  it('lets a thread finish and exit by itself, with what it was doing done', async () => {
    const worker = new Worker(file)
    const calls = new WorkerCalls<Calculator>(worker, { endedText: 'The calculator ended.' })
    const exit = once(worker, 'exit')
    const sum = calls.call({ name: 'add', a: 1, b: 2 })
    await endWorker(worker, 20_000)
    expect(await sum).toBe(3)
    // 1 would be a thread that was terminated.
    expect(await exit).toEqual([0])
  })

  it('terminates a thread that does not come to an end in time', async () => {
    const worker = new Worker('for (;;);', { eval: true })
    const exit = once(worker, 'exit')
    // A thread that has not begun exits with 0.
    await once(worker, 'online')
    await endWorker(worker, 50)
    expect(await exit).toEqual([1])
  })

  it('returns at once when the thread is gone', async () => {
    const worker = new Worker('', { eval: true })
    await once(worker, 'exit')
    await endWorker(worker)
    expect(worker.threadId).toBe(-1)
  })
})
