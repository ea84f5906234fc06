/**
 * Rounds of starting the writer, harming its files, killing it with SIGKILL at a random moment, and inspecting the ledger
 * it leaves.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ledgerFilesIn, openCore } from '../../src/main/ledger/opening/ledger-file.ts'
import { readWitness } from '../../src/main/storage/witness.ts'
import { verify } from '../../src/main/ledger/opening/verify.ts'

const writer = fileURLToPath(new URL('writer.mjs', import.meta.url))
/** Kills of `npm run torture`, as docs/quality.md, section 2, promises. */
export const standardRounds = 200
const maxLifeMs = 120
const maxTries = 500

const isRefused = lines => lines.includes('refused')
const moveAway = async (folder, lines) => {
  renameSync(folder, `${folder} away`)
  await until(() => isRefused(lines))
  renameSync(`${folder} away`, folder)
}
/** Waits for the next action to recreate it; a program killed before that would ask its user what to do. */
const removeWitness = async folder => {
  const { witness } = ledgerFilesIn(folder)
  rmSync(witness)
  await until(() => (readWitness(witness)?.records ?? 0) > 0)
}
const waitForRefusal = (_, lines) => until(() => isRefused(lines))

async function until(isTrue) {
  for (let tries = 0; tries < maxTries && !isTrue(); tries++) await pause(10)
}

/**
 * Harm done while the writer runs, in turn. Not on Windows, where open files cannot be moved or removed, nor sizes
 * limited.
 */
const harms =
  process.platform === 'win32'
    ? [{ name: 'kill' }]
    : [
        { name: 'kill' },
        { name: 'folder moved away and back', harm: moveAway },
        { name: 'witness removed', harm: removeWitness },
        { name: 'files that cannot grow', harm: waitForRefusal, hasLimit: true },
      ]

/**
 * Compares the actions acknowledged before each kill with the ledger afterwards. The ledger is opened by
 * the next writer too, so a ledger that would not open counts as a loss.
 */
export async function runKillRounds({ folder, rounds, report = () => {} }) {
  const acknowledged = { tickets: new Map(), entries: [] }
  const lost = []
  const refused = new Map(harms.map(({ name }) => [name, 0]))
  let kills = 0
  let actions = 0
  let records = 0
  for (let round = 1; round <= rounds; round++) {
    const harm = harms[round % harms.length]
    const { lines, isKilled } = await killWriter(folder, harm)
    if (isKilled) kills += 1
    for (const line of lines) {
      const [action, uid] = line.split(' ')
      if (action === 'closed') lost.push(`${harm.name}: ${line}`)
      if (action === 'refused') refused.set(harm.name, refused.get(harm.name) + 1)
      if (uid === undefined || action === 'closed') continue
      acknowledge(acknowledged, line)
      actions += 1
    }
    const isWhole = round % 20 === 0 || round === rounds
    records = inspectLedger(folder, { acknowledged, lost, isWhole })
    if (isWhole) report(`${kills} kills: ${actions} actions acknowledged, ${lost.length} lost`)
  }
  return { kills, acknowledged: actions, ofAccounts: acknowledged.entries.length, records, lost, refused }
}

function acknowledge({ tickets, entries }, line) {
  const [action, uid, what, record] = line.split(' ')
  if (action === 'entry') entries.push({ accountId: uid, seq: Number(what), record })
  else tickets.set(uid, { ...tickets.get(uid), [action]: what ?? true })
}

/** Returns the lines a writer printed until it was killed; it may have ended before that, by a fault of its own. */
async function killWriter(folder, { harm, hasLimit }) {
  const child = startWriter(folder, hasLimit)
  const lines = []
  const output = createInterface({ input: child.stdout })
  const ended = once(output, 'close')
  const isOpen = new Promise(resolve => output.on('line', line => resolve(lines.push(line))))
  await Promise.race([isOpen, once(child, 'exit')])
  await pause(Math.random() * maxLifeMs)
  await harm?.(folder, lines)
  if (harm !== undefined) await pause((Math.random() * maxLifeMs) / 2)
  const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
  child.kill('SIGKILL')
  await Promise.all([ended, exited])
  return { lines, isKilled: child.signalCode === 'SIGKILL' }
}

/** With a limit, none of its files can be written beyond some pages, as on a disk that becomes full. */
function startWriter(folder, hasLimit) {
  const stdio = ['ignore', 'pipe', 'inherit']
  if (!hasLimit) return spawn(process.execPath, [writer, folder], { stdio })
  const script = `ulimit -f ${maxBlocks}; exec "$0" "$@"`
  return spawn('sh', ['-c', script, process.execPath, writer, folder], { stdio })
}
/** Blocks of 512 bytes, 48 KB in all. The index of SQLite's log needs 32 KB, and a ticket with its results about 40. */
const maxBlocks = 96

/** Adds lost actions to `lost`; returns the count of records. A whole inspection also verifies every record and table. */
function inspectLedger(folder, { acknowledged, lost, isWhole }) {
  try {
    const core = openCore(ledgerFilesIn(folder), () => false)
    core.projector.catchUp()
    for (const [uid, actions] of acknowledged.tickets) lost.push(...findMissing(core, uid, actions))
    lost.push(...findMissingEntries(core, acknowledged.entries))
    if (isWhole) verifyAll(core)
    const { records } = core.log.tail
    core.close()
    return records
  } catch (error) {
    lost.push(String(error))
    return 0
  }
}

function verifyAll(core) {
  const steps = verify(core)
  while (!steps.next().done);
}

function findMissing({ writer: tickets, reads }, uid, { settled, voided }) {
  const id = tickets.findByUid(uid)
  if (id === undefined) return [`recorded ${uid}`]
  const { line, isVoided } = reads.ticket(id)
  const isSettled = settled === undefined || line.result === settled
  return [...(isSettled ? [] : [`settled ${uid}`]), ...(voided !== true || isVoided ? [] : [`voided ${uid}`])]
}

/** Names the records of accounts that are not in the ledger, or not as they were acknowledged. */
function findMissingEntries({ accounts }, entries) {
  const histories = accounts.listAll()
  const found = new Map(
    histories.flatMap(({ accountId, records }) =>
      records.map(({ seq, record }) => [`${accountId} ${seq}`, JSON.stringify(record)]),
    ),
  )
  return entries
    .filter(({ accountId, seq, record }) => found.get(`${accountId} ${seq}`) !== record)
    .map(({ accountId, seq, record }) => `entry ${accountId} ${seq} ${record}`)
}
