import { describe, expect, it } from 'vitest'
import { startDemo } from '../../../src/main/account/demo-service.ts'

/** A worker of these lines. */
const worker = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`)
const says = (message: string) =>
  worker(`import { parentPort, workerData } from 'node:worker_threads'; parentPort.postMessage(${message})`)

describe('startDemo', () => {
  it('gives the addresses of the worker’s server, one host a book, and a key of its own', async () => {
    const file = says(
      `{ ready: { port: 4321, books: [{ id: workerData.key, name: String(workerData.epoch) }] } }`,
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
    expect(first.books).toEqual([{ id: first.key, name: '1000' }])
    expect(first.key).toMatch(/^[\w-]{24}$/)
    expect(second.key).not.toBe(first.key)
  })

  it.each([
    ['reports a fault', says(`{ error: 'no port' }`)],
    ['reports nonsense', says('7')],
    ['throws', worker(`throw new Error('broken')`)],
    ['ends without a word', worker('process.exit(0)')],
    ['is not there', new URL('file:///none/worker.js')],
  ])('rejects at once when the worker %s', async (_what, file) => {
    await expect(startDemo(file, 1_000)).rejects.toThrow()
  })
})
