/**
 * Thirty books asked at once, on servers that take 20 ms, plain and over TLS: warm, after 6 s of idle, cold, and cold
 * with our connections opened ahead. All clients ask in turn, another one first each time.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { books, hostIds, serversMs, startBooks, type BookServers } from './pricing/book-servers.ts'
import { trustedCertificate } from './pricing/certificate.ts'
import { axiosAtOnce, ourClient, undiciAlone, type Client } from './pricing/clients.ts'
import { rawSockets } from './pricing/raw-sockets.ts'
import {
  names,
  noneTaken,
  phases,
  toRows,
  type By,
  type Phase,
  type Scheme,
  type Taken,
} from './pricing/rows.ts'
import { wholePath } from './pricing/whole-path.ts'
import { rotate, type BenchOptions, type BenchRow } from './report.ts'

/** A desk that runs all day is warm; after the first thousand calls V8 still compiles, for a tenth of all CPU. */
const warmUps = 200
const runs = { warm: 50, idle: 10, cold: 7 }
const quick = { warmUps: 60, warm: 12 }
const idleMs = 6_000
const restMs = 100
/** Time after the last answer until our quotes and call records are written. */
const settledAfterMs = 130
/** Time until requested connections are open. */
const openedAfterMs = 300

interface Place {
  readonly scheme: Scheme
  readonly servers: BookServers
  readonly clients: By<Client>
}

export async function run({ isQuick }: BenchOptions): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-certificate-'))
  const certificate = isQuick ? undefined : trustedCertificate(folder, hostIds)
  const places = [await openPlace('plain', await startBooks())]
  if (certificate !== undefined) places.push(await openPlace('TLS', await startBooks(certificate)))
  try {
    const rows = isQuick ? await measureQuickly(places) : await measure(places)
    if (certificate === undefined && !isQuick) rows.push(...unmeasuredRows())
    await Promise.all(places.map(({ clients }) => closeAll(clients)))
    return rows
  } finally {
    for (const { servers } of places) servers.stop()
    await rm(folder, { recursive: true })
  }
}

/** Rows over TLS where there is no openssl to make a certificate. Not measured, they miss their goals. */
function unmeasuredRows(): BenchRow[] {
  console.error('No openssl here: nothing is asked over TLS.')
  return phases.flatMap(phase => toRows('TLS', phase, noneTaken()))
}

async function measure(places: readonly Place[]): Promise<BenchRow[]> {
  await repeat(warmUps, places, withoutRest)
  const warm = await repeat(runs.warm, places, inTurn)
  const idle = await repeat(runs.idle, places, inTurn, () => pause(idleMs))
  const cold = await repeat(runs.cold, places, coldly)
  const ahead = await repeat(runs.cold, places, connectedAhead)
  const measured: readonly [Phase, Map<Place, By<Taken>>][] = [
    ['warm', warm],
    ['after 6 s idle', idle],
    ['cold', cold],
    ['connected ahead', ahead],
  ]
  return places.flatMap(place =>
    measured.flatMap(([phase, taken]) => toRows(place.scheme, phase, taken.get(place) ?? noneTaken())),
  )
}

/** Warm and plain, CPU alone: its share is the same while other programs run. */
async function measureQuickly(places: readonly Place[]): Promise<BenchRow[]> {
  await repeat(quick.warmUps, places, withoutRest)
  const warm = await repeat(quick.warm, places, inTurn)
  const rows = [...warm].flatMap(([{ scheme }, taken]) => toRows(scheme, 'warm', taken))
  return rows.filter(({ goal, unit }) => goal !== null && unit === 'us')
}

type Turn = (place: Place, taken: By<Taken>, turn: number) => Promise<void>

/** `n` turns at each place, the places in turn. */
async function repeat(
  times: number,
  places: readonly Place[],
  take: Turn,
  before: () => Promise<void> = () => Promise.resolve(),
): Promise<Map<Place, By<Taken>>> {
  const taken = new Map(places.map(place => [place, noneTaken()]))
  for (let turn = 0; turn < times; turn++) {
    await before()
    for (const [place, takenHere] of taken) await take(place, takenHere, turn)
  }
  return taken
}

const withoutRest: Turn = async ({ clients }) => {
  for (const name of names) await clients[name].askAll()
}

async function inTurn({ clients }: Pick<Place, 'clients'>, taken: By<Taken>, turn: number): Promise<void> {
  for (const name of rotate(names, turn)) await round(clients[name], taken[name])
}

const coldly: Turn = async ({ servers }, taken, turn) => {
  const clients = await openAll(servers)
  await pause(restMs)
  await inTurn({ clients }, taken, turn)
  await closeAll(clients)
}

const connectedAhead: Turn = async ({ servers }, taken, turn) => {
  const clients = await openAll(servers)
  for (const name of names) clients[name].connectAhead?.()
  await pause(openedAfterMs)
  await inTurn({ clients }, taken, turn)
  await closeAll(clients)
}

/** Asks all books once, then waits until other work of this process is done. */
async function round({ askAll }: Client, { ms, cpuUs }: Taken): Promise<void> {
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  await askAll()
  ms.push(performance.now() - startedAt - serversMs)
  // As long for every client, since this process always has some other work.
  await pause(settledAfterMs)
  const { user, system } = process.cpuUsage(cpuBefore)
  cpuUs.push((user + system) / books)
  await pause(restMs)
}

const openPlace = async (scheme: Scheme, servers: BookServers): Promise<Place> => ({
  scheme,
  servers,
  clients: await openAll(servers),
})

const openAll = async ({ origins, pattern }: BookServers): Promise<By<Client>> => ({
  whole: await wholePath(pattern),
  client: ourClient(origins),
  raw: rawSockets(origins),
  undici: undiciAlone(origins),
  axios: axiosAtOnce(origins),
})

async function closeAll(clients: By<Client>): Promise<void> {
  await Promise.all(names.map(name => clients[name].close()))
}
