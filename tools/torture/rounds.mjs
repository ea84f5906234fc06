/** Rounds of starting the writer, killing it with SIGKILL at a random moment, and inspecting the ledger it leaves. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ledgerFilesIn, openCore } from '../../src/main/ledger/opening/ledger-file.ts'
import { verify } from '../../src/main/ledger/opening/verify.ts'

const writer = fileURLToPath(new URL('writer.mjs', import.meta.url))
const maxLifeMs = 120

/**
 * Compares the actions acknowledged before each kill with the ledger afterwards. The ledger is opened by
 * the next writer too, so a ledger that would not open counts as a loss.
 */
export async function runKillRounds({ folder, rounds, report = () => {} }) {
  const acknowledged = new Map()
  const lost = []
  let actions = 0
  let records = 0
  for (let round = 1; round <= rounds; round++) {
    for (const line of await killWriter(folder)) {
      const [action, uid, what] = line.split(' ')
      if (action === 'closed') lost.push(line)
      if (action === 'open' || action === 'closed') continue
      acknowledged.set(uid, { ...acknowledged.get(uid), [action]: what ?? true })
      actions += 1
    }
    const isWhole = round % 20 === 0 || round === rounds
    records = inspectLedger(folder, { acknowledged, lost, isWhole })
    if (isWhole) report(`${round} kills: ${actions} actions acknowledged, ${lost.length} lost`)
  }
  return { acknowledged: actions, records, lost }
}

/** Returns the lines a writer printed until it was killed. */
async function killWriter(folder) {
  const child = spawn(process.execPath, [writer, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = []
  const output = createInterface({ input: child.stdout })
  const ended = once(output, 'close')
  const isOpen = new Promise(resolve => output.on('line', line => resolve(lines.push(line))))
  await Promise.race([isOpen, once(child, 'exit')])
  await pause(Math.random() * maxLifeMs)
  child.kill('SIGKILL')
  await ended
  return lines
}

/** Adds lost actions to `lost`; returns the count of records. A whole inspection also verifies every record and table. */
function inspectLedger(folder, { acknowledged, lost, isWhole }) {
  try {
    const core = openCore(ledgerFilesIn(folder), () => false)
    core.projector.catchUp()
    for (const [uid, actions] of acknowledged) lost.push(...findMissing(core, uid, actions))
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
