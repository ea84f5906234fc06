import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startDemo } from '../../../src/main/account/demo-service.ts'

/** A worker of these lines. */
const worker = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`)
const says = (message: string) =>
  worker(
    `import { parentPort, workerData, resourceLimits } from 'node:worker_threads'; parentPort.postMessage(${message})`,
  )

describe('startDemo', () => {
  it('gives the addresses of the worker’s server, one host a book, and a key of its own', async () => {
    const file = says(
      `{ ready: { port: 4321, books: [{ id: workerData.key, name: JSON.stringify([workerData, resourceLimits]) }] } }`,
    )
    const [first, second] = await Promise.all([startDemo(file, 1_000), startDemo(file, 1_000)])
    expect(first.profile).toEqual({
      id: 'demo',
      name: 'Demo',
      pricing: 'http://{book}.localhost:4321/',
      queue: 'http://queue.localhost:4321/',
      grader: 'http://grader.localhost:4321',
      feed: 'http://feed.localhost:4321/',
    })
    expect(first.books).toMatchObject([{ id: first.key }])
    expect(JSON.parse(first.books[0]?.name ?? '')).toMatchObject([
      { port: 0, seed: 1, speed: 1, epoch: 1_000, key: first.key, queue: { isCrowded: true } },
      { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
    ])
    expect(first.key).toMatch(/^[\w-]{24}$/)
    expect(second.key).not.toBe(first.key)
  })

  it.each([
    ['reports a fault', says(`{ error: 'no port' }`), '"ready"'],
    ['reports nonsense', says('7'), 'expected object'],
    ['reports books without names', says('{ ready: { port: 1, books: [{ id: "a" }] } }'), '"name"'],
    ['throws', worker(`throw new Error('broken')`), 'broken'],
    ['ends without a word', worker('process.exit(0)'), 'the demo ended at its start'],
    ['is not there', new URL('file:///none/worker.js'), 'Cannot find module'],
  ])('rejects immediately when the worker %s', async (_case, file, reason) => {
    await expect(startDemo(file, 1_000)).rejects.toThrow(reason)
  })

  it('rejects after ten seconds when the worker says nothing', async () => {
    const late = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    onTestFinished(() => timeout.mockRestore())
    const starting = startDemo(worker('setTimeout(() => {}, 1_000)'), 1_000)
    expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000)
    late.abort()
    await expect(starting).rejects.toThrow('the demo did not start in time')
  })
})
