/**
 * Thirty books asked at once, warm, on servers that take 20 ms: our client beside an undici Pool a host alone, and
 * beside axios with Promise.all. Time is what comes on top of the servers' own; CPU is this process's, a call.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import axios from 'axios'
import { Pool } from 'undici'
import { z } from 'zod'
import { Http } from '../src/main/odds-service/http.ts'
import { rowOf, type BenchRow } from './report.ts'

const books = 30
const serversMs = 20
const runs = 60
const body = JSON.stringify(['bGVnPTE=', 'bGVnPTI+', 'bGVnPTM/'])
const headers = { 'content-type': 'application/json' }
const query = { key: 'bench-key', price: 'american' }
const path = `/?${new URLSearchParams(query).toString()}`

interface Client {
  /** Asks one book, by its place, and reads the whole answer. */
  readonly ask: (book: number) => Promise<unknown>
  readonly close: () => Promise<unknown>
  readonly ms: number[]
  readonly cpuUs: number[]
}

function ours(origins: readonly string[]): Client {
  const http = new Http()
  const addresses = origins.map(origin => new URL(origin))
  const ask = async (book: number) => {
    const address = addresses[book] ?? new URL('http://127.0.0.1')
    const { key, price } = query
    const request = {
      method: 'POST',
      address,
      query: { price },
      key,
      body,
      timeoutMs: 5000,
      maxBytes: 2 ** 20,
    } as const
    const answer = await http.send(request)
    return z.unknown().parse(JSON.parse(answer.body.toString()))
  }
  return { ask, close: () => http.close(), ms: [], cpuUs: [] }
}

function undiciAlone(origins: readonly string[]): Client {
  const pools = origins.map(origin => new Pool(origin, { connections: 2 }))
  const ask = async (book: number) =>
    (await pools[book]?.request({ method: 'POST', path, headers, body }))?.body.json()
  return { ask, close: () => Promise.all(pools.map(pool => pool.close())), ms: [], cpuUs: [] }
}

function axiosAtOnce(origins: readonly string[]): Client {
  const ask = (book: number) => axios.post(`${origins[book] ?? ''}${path}`, body, { headers })
  return { ask, close: () => Promise.resolve(), ms: [], cpuUs: [] }
}

/** One round of all books. */
async function round({ ask, ms, cpuUs }: Client): Promise<void> {
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: books }, (_, book) => ask(book)))
  ms.push(performance.now() - startedAt - serversMs)
  const { user, system } = process.cpuUsage(cpuBefore)
  cpuUs.push((user + system) / books)
}

export async function run(): Promise<BenchRow[]> {
  const server = fork(resolve(import.meta.dirname, 'slow-server.ts'), [String(books), String(serversMs)])
  const origins = z.array(z.string()).parse((await once(server, 'message'))[0])
  const [we, pool, peer] = [ours(origins), undiciAlone(origins), axiosAtOnce(origins)]
  for (const client of [we, pool, peer]) for (let warm = 0; warm < 10; warm++) await round(client)
  for (const client of [we, pool, peer]) client.ms.length = client.cpuUs.length = 0
  for (let turn = 0; turn < runs; turn++) for (const client of [we, pool, peer]) await round(client)
  await Promise.all([we, pool, peer].map(client => client.close()))
  server.disconnect()
  const against = [
    { against: 'an undici Pool a host alone', goal: 'at most 1.1 x', theirs: pool },
    { against: 'axios with Promise.all', goal: 'under 0.45 x', theirs: peer },
  ]
  return against.flatMap(({ theirs, ...words }) => [
    rowOf({
      ...words,
      question: '30 books at once, over the servers',
      ours: we.ms,
      theirs: theirs.ms,
      unit: 'ms',
    }),
    rowOf({
      ...words,
      question: '30 books at once, CPU a call',
      ours: we.cpuUs,
      theirs: theirs.cpuUs,
      unit: 'us',
    }),
  ])
}
