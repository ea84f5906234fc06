/**
 * Desks of one team as processes of their own, over a real server: kills one of them or the server, again and again, and
 * then compares every copy with what was acknowledged,
 * and counts their calls.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { ledgerFilesIn } from '../../../src/main/ledger/opening/ledger-file.ts'
import { Ledger } from '../../../src/main/ledger/ledger.ts'
import { PostgresConnection } from '../../../src/main/team/postgres/connection.ts'
import { readShared, verifyDesk } from '../../../tests/support/ledger/read-shared.ts'
import { PostgresServer } from '../../../tests/support/team/postgres-server.ts'
import { callsPerMinute, countMost } from './calls.mjs'
import { openTeamDesk } from './team-desk.mjs'

/** Kills of `npm run torture -- team`, and its desks, as docs/quality.md, section 2, promises. */
export const standardKills = 200
export const standardDesks = 8
/** One kill of the server after as many of desks. */
const killsOfDesks = 7
const maxLifeMs = 400
/** Part of kills that may meet a desk while it opens. */
const mayOpen = 0.2
const drainWithinMs = 180_000
const program = fileURLToPath(new URL('desk.mjs', import.meta.url))

/** Resolves to what was lost, doubled or different; `problems` is empty if nothing was. */
export async function runTeamRounds({ folder, kills, desks: count = standardDesks, report = () => {} }) {
  const server = await PostgresServer.start()
  const desks = []
  try {
    const { database, folders } = await setUp(server, { folder, count })
    for (const each of folders) desks.push(await Desk.start(each))
    await killAgainAndAgain(server, desks, { kills, report })
    report('kills done; waiting until all is shared')
    const problems = await drain(desks)
    await Promise.all(desks.map(desk => desk.kill()))
    const acknowledged = desks.flatMap(desk => desk.acknowledged)
    problems.push(...desks.flatMap(desk => desk.complaints))
    const served = await readServed(server, database)
    problems.push(...compare(folders, { acknowledged, served }))
    const calls = desks.flatMap(desk => desk.calls)
    const most = countMost(calls)
    if (most > callsPerMinute) problems.push(`${most} calls in a minute, over the limit of ${callsPerMinute}`)
    return { acknowledged: acknowledged.length, records: served.length, calls: calls.length, most, problems }
  } finally {
    for (const desk of desks) await desk.kill()
    await server.remove()
  }
}

/** Founds a team and lets all desks in, by the program's own steps. */
async function setUp(server, { folder, count }) {
  const database = await server.createDatabase()
  const { host, port, login, password } = server.address(database)
  const address = `postgres://${login}:${encodeURIComponent(password)}@${host}:${port}/${database}`
  const folders = Array.from({ length: count }, (_, at) => join(folder, `desk-${at + 1}`))
  for (const each of folders) mkdirSync(each)
  const opened = folders.map(each => openTeamDesk(each, console.error))
  const [owner, ...others] = opened
  await owner.team.found({ address, certificate: null, name: 'Torture', memberName: 'Desk 1' })
  for (const [at, { team }] of others.entries()) {
    const draft = { name: `Desk ${at + 2}`, role: 'trader', holder: null }
    await team.join(await owner.team.invite(draft))
    await owner.team.admit({ member: team.state().team.member })
  }
  await until(() => opened.every(({ team }) => team.member !== null), 'every desk is let in')
  for (const desk of opened) desk.close()
  return { database, folders }
}

class Desk {
  acknowledged = []
  calls = []
  complaints = []
  drained = ''
  /** It acknowledged something since it was started. */
  isWorking = false
  #folder
  #child
  #lines

  constructor(folder) {
    this.#folder = folder
  }

  static async start(folder) {
    const desk = new Desk(folder)
    await desk.start()
    return desk
  }

  async start() {
    this.isWorking = false
    this.#child = spawn(process.execPath, [program, this.#folder], { stdio: ['pipe', 'pipe', 'pipe'] })
    this.#child.stderr.on('data', data => this.complaints.push(`complained: ${data}`))
    this.#child.stdin.on('error', () => {})
    this.#lines = createInterface({ input: this.#child.stdout })
    const opened = new Promise(resolve => this.#lines.once('line', resolve))
    this.#lines.on('line', line => this.#take(line))
    await Promise.race([opened, once(this.#child, 'exit')])
  }

  get hasEnded() {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  drain() {
    this.#child.stdin.write('drain\n')
  }

  async kill() {
    if (this.hasEnded) return
    const closed = once(this.#lines, 'close')
    this.#child.kill('SIGKILL')
    await closed
    if (!this.hasEnded) await once(this.#child, 'exit')
  }

  #take(line) {
    const [what, ...rest] = line.split(' ')
    if (what === 'acknowledged') this.isWorking = true
    if (what === 'acknowledged') this.acknowledged.push({ uid: rest[0], subject: rest[1] })
    if (what === 'called') this.calls.push(Number(rest[0]))
    if (what === 'drained') this.drained = rest.join(' ')
    if (what === 'stopped') this.complaints.push(line)
  }
}

async function killAgainAndAgain(server, desks, { kills, report }) {
  for (let killed = 1; killed <= kills; killed++) {
    await pause(Math.random() * maxLifeMs)
    const ended = desks.filter(desk => desk.hasEnded)
    for (const desk of ended) desk.complaints.push('ended before it was killed')
    if (killed % (killsOfDesks + 1) === 0) {
      await server.stop('immediate')
      await pause(Math.random() * maxLifeMs)
      await server.start()
    } else {
      const desk = await chooseDesk(desks)
      await desk.kill()
      // Awaited later: a desk can be killed while it opens.
      void desk.start()
    }
    if (killed % 20 === 0)
      report(`${killed} kills: ${desks.flatMap(desk => desk.acknowledged).length} changes acknowledged`)
  }
}

/** Most are at work; some are still opening. */
async function chooseDesk(desks) {
  const any = desks[Math.floor(Math.random() * desks.length)]
  if (Math.random() < mayOpen) return any
  const working = () => desks.filter(({ isWorking }) => isWorking)
  await until(() => working().length > 0, 'a desk works')
  return working()[Math.floor(Math.random() * working().length)]
}

/** Waits until all desks have the same records; returns what keeps them from it. */
async function drain(desks) {
  await pause(2_000)
  for (const desk of desks) desk.drain()
  const areEqual = () => desks.every(({ drained }) => drained !== '' && drained === desks[0].drained)
  try {
    await until(areEqual, 'all copies are equal', drainWithinMs)
    return []
  } catch {
    return desks.map((desk, at) => `desk ${at + 1} is at ${desk.drained || 'nothing shared'}`)
  }
}

async function readServed(server, database) {
  const admin = await PostgresConnection.open(server.address(database))
  const rows = await admin.query(
    `SELECT body::jsonb #>> '{payload,uid}' AS uid, place FROM parlay_team.log WHERE kind = 'change' ORDER BY place`,
  )
  admin.close()
  return rows
}

/** Names every acknowledged change that is lost or doubled, and every difference between the ledgers. */
function compare(folders, { acknowledged, served }) {
  const places = new Map(served.map(({ uid, place }) => [uid, place]))
  const doubled = served.filter(({ uid, place }) => places.get(uid) !== place)
  const lost = acknowledged.filter(({ uid }) => !places.has(uid))
  const problems = [
    ...doubled.map(({ uid }) => `doubled: ${uid}`),
    ...lost.map(({ uid, subject }) => `lost: ${uid} of ${subject}`),
  ]
  const [first, ...others] = folders.map(readFolder)
  problems.push(...compareWithServer(first, places))
  others.forEach((other, at) => {
    for (const part of Object.keys(first))
      if (!isDeepStrictEqual(first[part], other[part])) problems.push(`different on desk ${at + 2}: ${part}`)
  })
  return problems
}

function compareWithServer({ changes }, places) {
  const missing = [...places].filter(
    ([uid, place]) => !changes.some(row => row.uid === uid && row.place === place),
  )
  const known = changes.filter(({ uid }) => !places.has(uid))
  return [
    ...missing.map(([uid]) => `not on desk 1: ${uid}`),
    ...known.map(({ uid }) => `only on desk 1: ${uid}`),
  ]
}

/** Opens the ledger of a desk that was killed, and checks every record and table of it. */
function readFolder(folder) {
  const faults = []
  const log = error => faults.push(error)
  const ledger = new Ledger({
    files: ledgerFilesIn(folder),
    isDemo: () => false,
    log,
    member: () => 'inspector',
  })
  ledger.open()
  const shared = readShared({ ledger })
  verifyDesk({ ledger })
  ledger.close()
  // The list holds the newest tickets alone, and those of one moment in an order of each desk's own.
  return { ...shared, listed: [], faults }
}

async function until(isTrue, what, withinMs = 60_000) {
  const endAt = performance.now() + withinMs
  while (!isTrue()) {
    if (performance.now() > endAt) throw new Error(`not in time: ${what}`)
    await pause(50)
  }
}
