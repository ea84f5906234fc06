/** Rounds of starting the writer, killing it with SIGKILL at a random moment, and looking at what is left. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { ledgerFilesIn } from '../../src/main/ledger/opening/ledger-file.ts'
import { openCore } from '../../src/main/ledger/opening/open-core.ts'
import { verify } from '../../src/main/ledger/opening/verify.ts'

const writer = new URL('writer.mjs', import.meta.url)
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
    for (const line of await killed(folder)) {
      const [action, uid, what] = line.split(' ')
      if (action === 'closed') lost.push(line)
      if (action === 'open' || action === 'closed') continue
      acknowledged.set(uid, { ...acknowledged.get(uid), [action]: what ?? true })
      actions += 1
    }
    const isWhole = round % 20 === 0 || round === rounds
    records = inspected(folder, { acknowledged, lost, isWhole })
    if (isWhole) report(`${round} kills: ${actions} actions acknowledged, ${lost.length} lost`)
  }
  return { acknowledged: actions, records, lost }
}

/** The lines a writer said until it was killed. */
async function killed(folder) {
  const child = spawn(process.execPath, [writer.pathname, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = []
  const said = createInterface({ input: child.stdout })
  const isOpen = new Promise(resolve => said.on('line', line => resolve(lines.push(line))))
  await Promise.race([isOpen, once(child, 'exit')])
  await pause(Math.random() * maxLifeMs)
  child.kill('SIGKILL')
  await once(said, 'close')
  return lines
}

/** Adds what is lost; answers how many records there are. A whole look also verifies every record and table. */
function inspected(folder, { acknowledged, lost, isWhole }) {
  try {
    const core = openCore(ledgerFilesIn(folder), () => false)
    core.projector.catchUp()
    for (const [uid, actions] of acknowledged) lost.push(...missing(core, uid, actions))
    if (isWhole) verifyAll(core)
    const { records } = core.log
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

function missing({ finder, reads }, uid, { settled, voided }) {
  const id = finder.byUid(uid)
  if (id === undefined) return [`recorded ${uid}`]
  const { line, isVoided } = reads.ticket(id)
  const isSettled = settled === undefined || line.result === settled
  return [...(isSettled ? [] : [`settled ${uid}`]), ...(voided !== true || isVoided ? [] : [`voided ${uid}`])]
}
