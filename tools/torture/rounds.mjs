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
 * What was acknowledged before each kill, and what of it the ledger no longer had afterwards. The ledger is opened by
 * the next writer too, so a ledger that would not open counts as a loss.
 */
export async function tortured({ folder, rounds, tell = () => {} }) {
  const acknowledged = new Map()
  const lost = []
  let acts = 0
  let records = 0
  for (let round = 1; round <= rounds; round++) {
    for (const line of await killed(folder)) {
      const [act, uid, what] = line.split(' ')
      if (act === 'closed') lost.push(line)
      if (act === 'open' || act === 'closed') continue
      acknowledged.set(uid, { ...acknowledged.get(uid), [act]: what ?? true })
      acts += 1
    }
    const isWhole = round % 20 === 0 || round === rounds
    records = inspected(folder, { acknowledged, lost, isWhole })
    if (isWhole) tell(`${round} kills: ${acts} acts acknowledged, ${lost.length} lost`)
  }
  return { acknowledged: acts, records, lost }
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
    for (const [uid, acts] of acknowledged) lost.push(...missing(core, uid, acts))
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
