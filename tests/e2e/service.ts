/** The demo odds service as a process of its own, logging every call with its key. It ends with the test that started it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '../..')
const maxMs = 5 * 60_000
/** Run before the service: however this process ends, that one ends too. */
const endWithParent = `data:text/javascript,process.stdin.once('end', () => process.exit()).resume().unref()`

/** Content of a `--profile=FILE`. */
const Profile = z.strictObject({
  name: z.string(),
  pricing: z.string(),
  queue: z.string(),
  grader: z.string(),
  feed: z.string(),
})
/** A line of its log: the call as it came, the key from its query apart. */
const ServiceCall = z.strictObject({
  at: z.number(),
  route: z.string(),
  book: z.string().nullable(),
  method: z.string(),
  query: z.record(z.string(), z.string()),
  body: z.string(),
  status: z.union([z.number(), z.enum(['no-answer', 'reset'])]),
  fault: z.string().nullable(),
  key: z.string().nullable(),
})
export type ServiceCall = Readonly<z.infer<typeof ServiceCall>>

export interface Service {
  readonly key: string
  readonly profile: Readonly<z.infer<typeof Profile>>
  /** The calls so far, oldest first. */
  readonly calls: readonly ServiceCall[]
  stop(): Promise<void>
}

/** One game of each league: with all 24 the feed is 117 MB, which takes two cores five seconds at each load. */
const fewGames = ['--games', '4']

/** Its feed has few games unless `--games` says otherwise. Rejects with what the service said when it does not start. */
export async function startService(args: readonly string[] = []): Promise<Service> {
  const command = [
    '--import',
    endWithParent,
    'src/demo/cli.ts',
    '--port',
    '0',
    '--log',
    '--log-keys',
    ...fewGames,
    ...args,
  ]
  const child = spawn(process.execPath, command, { cwd: root, timeout: maxMs })
  const ended = once(child, 'exit')
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))

  const calls: ServiceCall[] = []
  const started = Promise.withResolvers<{ key: string; profile: string }>()
  let key = ''
  createInterface(child.stdout).on('line', line => {
    if (line.startsWith('{')) calls.push(ServiceCall.parse(JSON.parse(line)))
    const [, name, value = ''] = /^ {2}(\w+) +(.+)$/.exec(line) ?? []
    if (name === 'key') key = value
    if (name === 'profile') started.resolve({ key, profile: value })
  })
  const first = await Promise.race([started.promise, ended])
  if (Array.isArray(first)) throw new Error(`The demo service did not start. ${complaint}`)
  return {
    key: first.key,
    profile: Profile.parse(JSON.parse(first.profile)),
    calls,
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
