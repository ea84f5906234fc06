/**
 * A desk of a team with its real ledger and copy, which records, settles and decides tickets of all desks, and calls, until
 * it is killed. Prints a line for each change once it is acknowledged. Run by rounds.mjs, which kills it; `drain` on its
 * standard input ends its work, and it then prints the end of its copy and of its ledger once all of its own is shared.
 */
import { writeSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { makeBenchTicket } from '../../../bench/ledger/tickets.ts'
import { Refusal } from '../../../src/shared/failure.ts'
import { ServerProblem } from '../../../src/main/team/postgres/server-problem.ts'
import { shareCalls } from './calls.mjs'
import { openTeamDesk } from './team-desk.mjs'

const stdout = 1
const print = line => writeSync(stdout, `${line}\n`)
const [, , folder] = process.argv
const report = error => {
  // Refusals are the desk's answers to work that another desk has done before.
  if (!(error instanceof Refusal)) console.error(error)
}
const { ledger, team, secrets } = openTeamDesk(folder, report)
const { teamSecret } = await secrets.read()
// A server that is down is no fault of the desk.
const onProblem = error => error instanceof ServerProblem || console.error(error)
const onCall = at => print(`called ${at}`)
const call = shareCalls({ session: team.session, folder, secret: teamSecret, onCall, onProblem })
let isWorking = true
createInterface({ input: process.stdin })
  .on('line', () => void drain())
  .on('close', () => process.exit(0))
print('open')

while (isWorking) {
  act()
  call()
  await pause(Math.random() * 40)
}

/** One action; what it wrote is acknowledged by a line. */
function act() {
  const { database } = ledger.core
  const before = ledger.core.log.tail.records
  try {
    chooseAction(database)()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  const rows = database.prepare('SELECT uid, subject FROM changes WHERE first_seq > ?').all(before)
  for (const { uid, subject } of rows) print(`acknowledged ${uid} ${subject}`)
}

function chooseAction(database) {
  const chance = Math.random()
  const row = database.prepare('SELECT id FROM tickets ORDER BY random() LIMIT 1').get()
  if (row === undefined || chance < 0.4) return record
  const ticketId = Number(row.id)
  if (chance < 0.7) return () => settle(ticketId)
  if (chance < 0.8) return () => ledger.void(ticketId, 'torture')
  return () =>
    ledger.decide(ticketId, { kind: 'result', result: chance < 0.9 ? 'won' : 'refunded' }, 'torture')
}

function record() {
  ledger.record({ ...makeBenchTicket(Math.ceil(Math.random() * 1_000)), uid: randomUUID() })
}

function settle(ticketId) {
  const unknown = { market: null, name: null, game: null, away: null, home: null, status: null, isLive: null }
  const result = Math.random() < 0.5 ? 'won' : 'lost'
  const gradings = ledger.facts(ticketId).legs.map(({ grade }, place) => ({
    ...{ ticketId, place, grade },
    grading: { result, word: result, ...unknown, players: [] },
  }))
  ledger.grade(gradings)
}

/** Other desks still send, so it goes on until it is ended. */
async function drain() {
  isWorking = false
  for (;;) {
    const { unshared, connection, team: own } = team.state()
    const { place, hash } = own.head
    if (connection.kind === 'stopped') print(`stopped ${JSON.stringify(connection)}`)
    // The ledger gets changes in slices, after the copy has them.
    else if (unshared === 0) print(`drained ${place} ${hash} ${ledger.shared.lastPlace()}`)
    await pause(200)
  }
}
