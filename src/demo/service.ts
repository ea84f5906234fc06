/** The demo odds service: an HTTP server on the loopback address with a simulated world of games. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createClock } from './clock.ts'
import { planFaults, type Fault } from './server/fault.ts'
import { createListener, type LoggedCall } from './server/listener.ts'
import { createPricing } from './server/pricing.ts'
import { createQueue, type QueueOptions } from './server/queue.ts'
import type { DemoContext } from './server/route.ts'
import { createWorld } from './world/world.ts'

export interface DemoOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  readonly seed?: number
  /** Seconds of the world that pass in one second; the default is 1. */
  readonly speed?: number
  /** Random by default. */
  readonly key?: string
  readonly faults?: readonly Fault[]
  /** Pricing calls allowed in any 60 seconds. */
  readonly ratePerMinute?: number
  /** Scales the time books take to answer; 0 is none. */
  readonly latency?: number
  readonly queue?: Partial<QueueOptions>
  /** The most games in the feed; all by default. */
  readonly maxFeedGames?: number
  /** Start of the world, epoch milliseconds: the same value continues the same world. */
  readonly epoch?: number
  /** The wall clock. */
  readonly now?: () => number
  /** Takes every call, with the key as it came in the query. */
  readonly onCall?: (call: LoggedCall, key: string | null) => void
}

export interface DemoService {
  readonly port: number
  readonly key: string
  /** The latest calls, oldest first, without their keys. */
  readonly calls: readonly LoggedCall[]
  /** Replaces all faults; their counts start at zero. */
  setFaults(faults: readonly Fault[]): void
  /** Ends open connections and resolves when the port is free. */
  close(): Promise<void>
}

const host = '127.0.0.1'
const defaultRatePerMinute = 600
const keptCalls = 2000
const defaultQueue: QueueOptions = { capacity: 5, expiryMs: 60_000, status: 'code', isCrowded: false }
const keepAliveMs = 300_000
const dayMs = 86_400_000

/** Starts the service; rejects when the port is taken. */
export async function startDemoService(options: DemoOptions = {}): Promise<DemoService> {
  const { seed = 1, speed = 1, now = Date.now, key = makeKey(), epoch = now() } = options
  const server = createServer({ keepAliveTimeout: keepAliveMs })
  const context: DemoContext = {
    world: createWorld(seed, Math.floor(epoch / dayMs)),
    clock: createClock(epoch, speed, now),
    port: () => readPort(server),
    ...(options.maxFeedGames !== undefined && { maxFeedGames: options.maxFeedGames }),
  }
  const { ratePerMinute = defaultRatePerMinute, latency = 1 } = options
  const calls: LoggedCall[] = []
  const closing = new AbortController()
  const { signal } = closing
  let faults = planFaults(options.faults ?? [])
  const listener = createListener({
    context,
    key,
    pricing: createPricing({ ratePerMinute, latency, signal }, context),
    queue: createQueue({ ...defaultQueue, ...options.queue }, context),
    faults: () => faults,
    log: createLog(calls, options.onCall),
    signal,
  })
  server.on('request', listener)
  server.listen(options.port ?? 0, host)
  await once(server, 'listening')

  return {
    port: context.port(),
    key,
    calls,
    setFaults: list => {
      faults = planFaults(list)
    },
    close: async () => {
      closing.abort()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Keeps the latest calls, and passes each on. */
function createLog(calls: LoggedCall[], onCall: DemoOptions['onCall']): NonNullable<DemoOptions['onCall']> {
  return (call, key) => {
    calls.push(call)
    if (calls.length > keptCalls) calls.shift()
    onCall?.(call, key)
  }
}

function readPort(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

function makeKey(): string {
  return `demo-${randomBytes(12).toString('hex')}`
}

/** The addresses of a demo service as a service profile: what the app's --profile switch reads. */
export function profileFor(port: number) {
  return {
    name: 'Demo service',
    pricing: `http://{book}.localhost:${port}/`,
    queue: `http://queue.localhost:${port}/`,
    grader: `http://grader.localhost:${port}`,
    feed: `http://feed.localhost:${port}/`,
  }
}
