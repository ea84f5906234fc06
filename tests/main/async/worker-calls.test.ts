import { MessageChannel, Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallServer } from '../../../src/main/async/call-server.ts'
import { WorkerCalls, type WorkerCallsOptions } from '../../../src/main/async/worker-calls.ts'
import type { Calculator } from '../../support/async/calculator.ts'

const file = new URL('../../support/async/calculator.ts', import.meta.url)
const workers: Worker[] = []

function start(options: Partial<WorkerCallsOptions<Calculator>> = {}): WorkerCalls<Calculator> {
  const worker = new Worker(file)
  workers.push(worker)
  return new WorkerCalls<Calculator>(worker, { endedText: 'The calculator ended.', ...options })
}

afterEach(async () => {
  await Promise.all(workers.splice(0).map(worker => worker.terminate()))
})

describe('WorkerCalls', () => {
  it('answers each call with its own answer, whatever else is under way', async () => {
    const calls = start()
    const answers = [1, 2, 3].map(a => calls.call({ name: 'add', a, b: 10 }))
    expect(await Promise.all(answers)).toEqual([11, 12, 13])
  })

  it('reports the progress of a call to that call', async () => {
    const calls = start()
    const [first, second] = [vi.fn(), vi.fn()]
    await calls.call({ name: 'add', a: 1, b: 2 }, { onProgress: first })
    await calls.call({ name: 'divide', a: 1, b: 2 }, { onProgress: second })
    expect(first.mock.calls).toEqual([[0.5]])
    expect(second).not.toHaveBeenCalled()
  })

  it('rejects with the error of the handler, and goes on', async () => {
    const calls = start()
    await expect(calls.call({ name: 'divide', a: 1, b: 0 })).rejects.toThrow('No division by zero.')
    expect(await calls.call({ name: 'divide', a: 1, b: 4 })).toBe(0.25)
  })

  it('moves the bytes of a transfer list', async () => {
    const calls = start()
    const bytes = new Uint8Array(8)
    const answer = calls.call({ name: 'fill', bytes }, { transfer: [bytes.buffer] })
    expect(bytes.byteLength).toBe(0)
    expect([...(await answer)]).toEqual([7, 7, 7, 7, 7, 7, 7, 7])
  })

  it('refuses all open and later calls when the worker ends, and says so once', async () => {
    const onEnded = vi.fn()
    const calls = start({ onEnded })
    const waiting = calls.call({ name: 'never' })
    const ending = calls.call({ name: 'end' })
    await expect(waiting).rejects.toThrow('The calculator ended.')
    await expect(ending).rejects.toThrow('The calculator ended.')
    await expect(calls.call({ name: 'add', a: 1, b: 1 })).rejects.toThrow('The calculator ended.')
    expect(onEnded).toHaveBeenCalledOnce()
  })

  it('names the error that a worker died of as the cause', async () => {
    const worker = new Worker('throw new Error("broken")', { eval: true })
    const calls = new WorkerCalls<Calculator>(worker, { endedText: 'The calculator ended.' })
    const error = await calls.call({ name: 'never' }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: 'The calculator ended.', cause: { message: 'broken' } })
  })

  it('refuses open and later calls with the error it is closed with, and reports no end of its own', async () => {
    const onEnded = vi.fn()
    const calls = start({ onEnded })
    const waiting = calls.call({ name: 'never' })
    calls.close(new Error('closed'))
    await expect(waiting).rejects.toThrow('closed')
    await expect(calls.call({ name: 'never' })).rejects.toThrow('closed')
    await workers[0]?.terminate()
    expect(onEnded).not.toHaveBeenCalled()
  })

  it('rejects the open calls alone where asked to, and takes new ones', async () => {
    const calls = start()
    const waiting = calls.call({ name: 'never' })
    calls.rejectOpen(new Error('too late'))
    await expect(waiting).rejects.toThrow('too late')
    expect(await calls.call({ name: 'add', a: 1, b: 1 })).toBe(2)
  })

  it('sends messages without an answer both ways', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    start({ onMessage: resolve }).send({ echo: 'hello' })
    expect(await promise).toEqual({ echo: 'hello' })
  })

  it('settles a call whose request took another way by its id', async () => {
    const calls = start()
    const { port1, port2 } = new MessageChannel()
    calls.send({ port: port2 }, [port2])
    const expected = calls.expect('add')
    port1.postMessage(expected.id)
    expect(await expected.answer).toBe(42)
    port1.close()
  })

  it('lets the asking side settle a call before its answer comes', async () => {
    const calls = start()
    const [given, refused] = [calls.expect('add'), calls.expect('add')]
    given.resolve(5)
    refused.reject(new Error('aborted'))
    expect(await given.answer).toBe(5)
    await expect(refused.answer).rejects.toThrow('aborted')
  })
})

describe('CallServer', () => {
  it('answers over a message port, whose close ends the calls', async () => {
    const { port1, port2 } = new MessageChannel()
    const unused = () => {
      throw new Error('unused')
    }
    new CallServer<Calculator>(port2, {
      handlers: {
        add: ({ a, b }) => a + b,
        divide: unused,
        fill: unused,
        end: unused,
        never: () => new Promise<null>(() => {}),
      },
    })
    const calls = new WorkerCalls<Calculator>(port1, { endedText: 'The other side is gone.' })
    expect(await calls.call({ name: 'add', a: 2, b: 3 })).toBe(5)
    const waiting = calls.call({ name: 'never' })
    port2.close()
    await expect(waiting).rejects.toThrow('The other side is gone.')
  })

  it('ends its thread at an error where that is fatal', async () => {
    const server = new URL('../../../src/main/async/call-server.ts', import.meta.url).href
    const worker = new Worker(
      `import { parentPort } from 'node:worker_threads'
       import { CallServer } from ${JSON.stringify(server)}
       new CallServer(parentPort, { isErrorFatal: true, handlers: { end: () => { throw new Error('half done') } } })`,
      { eval: true },
    )
    workers.push(worker)
    const calls = new WorkerCalls<Calculator>(worker, { endedText: 'The calculator ended.' })
    const error = await calls.call({ name: 'end' }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: 'The calculator ended.', cause: { message: 'half done' } })
  })
})
