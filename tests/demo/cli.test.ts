import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readCommandLine } from '../../src/demo/command-line.ts'
import { startDemoService } from '../../src/demo/service.ts'
import type { DemoWorkerMessage } from '../../src/demo/worker.ts'
import { ask } from '../support/demo/demo-client.ts'

const CLI = join(import.meta.dirname, '../../src/demo/cli.ts')
const WORKER = join(import.meta.dirname, '../../src/demo/worker.ts')

/** The command line of the service as a process, and the lines it prints, in order. */
function spawnCli(args: readonly string[]) {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => String((await lines.next()).value)
  return { child, next }
}

function parseProfile(text: string): Readonly<Record<string, string>> {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new Error('The profile is no object')
  return Object.fromEntries(Object.entries(value).map(([name, address]) => [name, String(address)]))
}

/** The first message of the worker. */
async function awaitMessage(worker: Worker): Promise<DemoWorkerMessage> {
  const { promise, resolve } = Promise.withResolvers<DemoWorkerMessage>()
  worker.once('message', (message: DemoWorkerMessage) => resolve(message))
  return promise
}

describe('the command line', () => {
  it('prints addresses, key and profile, serves, logs calls and ends on SIGTERM', async () => {
    const { child, next } = spawnCli(['--key', 'k9', '--log-keys', '--latency', '0'])
    const lines: string[] = []
    for (let i = 0; i < 7; i++) lines.push(await next())
    const profile = parseProfile(lines[6]?.replace(/^ +profile +/, '') ?? '')
    const port = Number(new URL(profile['queue'] ?? '').port)
    expect(lines.slice(0, 6)).toEqual([
      `Demo odds service on 127.0.0.1:${port}, seed 1, speed 1`,
      `  pricing  http://{book}.localhost:${port}/`,
      `  queue    http://queue.localhost:${port}/`,
      `  grader   http://grader.localhost:${port}/v1/grader`,
      `  feed     http://feed.localhost:${port}/`,
      '  key      k9',
    ])
    expect(profile).toEqual({
      name: 'Demo service',
      pricing: `http://{book}.localhost:${port}/`,
      queue: `http://queue.localhost:${port}/`,
      grader: `http://grader.localhost:${port}`,
      feed: `http://feed.localhost:${port}/`,
    })
    expect((await ask(port, { host: 'bravo', path: '/?key=k9', body: '["x"]' })).status).toBe(200)
    expect(JSON.parse(await next())).toMatchObject({
      route: 'pricing',
      book: 'bravo',
      status: 200,
      key: 'k9',
    })
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('ends with one sentence and the usage when an argument cannot be used', async () => {
    const { promise, resolve } = Promise.withResolvers<{ code: unknown; stderr: string }>()
    execFile(process.execPath, [CLI, '--port', 'x'], (error, _, stderr) => {
      resolve({ code: error?.code, stderr })
    })
    const { code, stderr } = await promise
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^--port must be a whole number from 0 to 65535, not "x"\.\nUsage: npm run demo-service/,
    )
  })

  it('reads every option', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'demo-faults-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'faults.json')
    await writeFile(file, '[{"route":"feed","kind":"empty"}]')
    const args = ['--port', '4', '--seed', '5', '--speed', '2.5', '--faults', file, '--key', 'k']
    expect(readCommandLine([...args, '--rate', '9', '--latency', '0', '--games', '4', '--log'])).toEqual({
      options: {
        port: 4,
        seed: 5,
        speed: 2.5,
        faults: [{ route: 'feed', kind: 'empty' }],
        key: 'k',
        ratePerMinute: 9,
        latency: 0,
        maxFeedGames: 4,
      },
      log: 'calls',
    })
  })

  it.each([
    [['--speed', '0'], '--speed must be a number from 0.0001 to 1000, not "0".'],
    [['--seed', '1.5'], '--seed must be a whole number'],
    [['--key', ' '], '--key must not be empty'],
    [['--faults', '/no/such/file'], 'Cannot use the faults in /no/such/file.'],
    [['--volume', '11'], "Unknown option '--volume'"],
  ])('refuses %j', (args, sentence) => {
    expect(() => readCommandLine(args)).toThrow(sentence)
  })
})

describe('the worker', () => {
  it('posts when it is ready, serves, and ends on any message', async () => {
    const worker = new Worker(WORKER, { workerData: { seed: 3, speed: 1, key: 'w' } })
    onTestFinished(async () => {
      await worker.terminate()
    })
    const message = await awaitMessage(worker)
    if ('error' in message) throw new Error(message.error)
    expect(message.ready.key).toBe('w')
    expect(message.ready.books[0]).toEqual({ id: 'alpha_bet', name: 'Alpha Bet' })
    const path = '/?key=w&league=csl&main=true'
    expect((await ask(message.ready.port, { host: 'feed', path })).status).toBe(200)
    worker.postMessage('close')
    expect(await once(worker, 'exit')).toEqual([0])
  })

  it('says why when it cannot start', async () => {
    const taken = await startDemoService()
    onTestFinished(() => taken.close())
    const worker = new Worker(WORKER, { workerData: { port: taken.port } })
    onTestFinished(async () => {
      await worker.terminate()
    })
    const message = await awaitMessage(worker)
    expect('error' in message ? message.error : 'ready').toMatch(/EADDRINUSE/)
  })
})

describe('the service', () => {
  it('makes up a key of its own when it is given none', async () => {
    const services = await Promise.all([startDemoService(), startDemoService()])
    for (const service of services) onTestFinished(() => service.close())
    const [one, other] = services.map(service => service.key)
    expect(one).toMatch(/^demo-[0-9a-f]{24}$/)
    expect(one).not.toBe(other)
  })

  it('lets a book take its time', async () => {
    const service = await startDemoService({ key: 'k', latency: 0.01 })
    onTestFinished(() => service.close())
    expect((await ask(service.port, { host: 'lima_bet', path: '/?key=k', body: '["x"]' })).status).toBe(200)
  })
})
