/**
 * The promise of the outbox: wherever the connection breaks and wherever the program dies, the service holds the parlay
 * once, the submission is there, and what it says is so. Real processes, killed; a real server; a real file.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { Outbox } from '../../../src/main/trending/outbox.ts'
import { move } from '../../../src/shared/model/parlay/submission-states.ts'
import type { SubmissionState } from '../../../src/shared/model/parlay/submission.ts'
import { bundleProgram } from '../../support/bundled-program.ts'
import { cuts, FailingQueue, type Cut } from '../../support/trending/failing-queue.ts'
import { trendingMigrations } from '../../support/trending/parlay-file.ts'
import type { Life } from '../../support/trending/outbox-life.ts'

const script = bundleProgram(join(import.meta.dirname, '../../support/trending/outbox-life.ts'))
const deaths = ['written', 'marked', 'in-flight', 'answered', 'noted', 'recovered'] as const
type Killed = (typeof deaths)[number]
const maxLifeMs = 20_000

/** Lives until it ends or is killed; answers whether it was killed. Ended by the queue when it dies in flight. */
async function live(queue: FailingQueue, life: Omit<Life, 'port'>, isKilledAtCut = false): Promise<boolean> {
  const argument = JSON.stringify({ ...life, port: queue.port })
  const child = spawn(process.execPath, [script, argument], { timeout: maxLifeMs, killSignal: 'SIGTERM' })
  queue.onCut = () => isKilledAtCut && child.kill('SIGKILL')
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  child.stdout.on('data', () => void queue.listen())
  const [code, signal] = await new Promise<[number | null, string | null]>(resolve =>
    child.once('close', (...end) => resolve(end)),
  )
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`ended by ${code ?? signal}: ${complaint}`)
  return signal === 'SIGKILL'
}

/** The one submission as the file has it, with the state that its steps alone lead to. */
function read(file: string): { state: SubmissionState; replayed: SubmissionState } {
  const database = openDatabase(file, trendingMigrations)
  const outbox = new Outbox(database)
  const { state } = outbox.get(1)
  const { steps } = outbox.steps(1, 1_000)
  const fresh: SubmissionState = { kind: 'waiting', tries: 0, isUnsure: false }
  const pauses = { full: [5, 20], lost: [5, 20] } as const
  const replayed = steps.reduceRight<SubmissionState>(
    (last, { event, at }) => move(last, event, at, pauses),
    fresh,
  )
  expect(outbox.page('mine', 'all', 0, 10)).toHaveLength(1)
  database.close()
  return { state, replayed }
}

/** True if the state agrees with the service. */
function isTrue(state: SubmissionState, taken: number): boolean {
  if (state.kind === 'queued' || state.kind === 'already-queued') return taken === 1
  const mayBeQueued = state.kind === 'sending' || ('isUnsure' in state && state.isUnsure)
  return mayBeQueued || taken === 0
}

function livesOf(killed: Killed): { deaths: Life['death'][]; isKilledAtCut: boolean } {
  if (killed === 'in-flight') return { deaths: ['none', 'none'], isKilledAtCut: true }
  // To be killed while it takes up what an earlier life left, an earlier life must have left something.
  if (killed === 'recovered') return { deaths: ['marked', 'recovered', 'none'], isKilledAtCut: false }
  return { deaths: [killed, 'none'], isKilledAtCut: false }
}

/** True if a kill in flight may come after the answer was taken, or find nothing in flight. */
const isLate = (cut: Cut, killed: Killed) =>
  killed === 'in-flight' && (cut === 'before-connect' || cut === 'answered')

async function survive(cut: Cut, killed: Killed): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-outbox-'))
  const file = join(folder, 'desk.db')
  const queue = new FailingQueue(cut)
  try {
    await queue.open()
    const { deaths: ends, isKilledAtCut } = livesOf(killed)
    for (const [life, death] of ends.entries()) {
      const wasKilled = await live(queue, { file, death }, isKilledAtCut)
      const { state, replayed } = read(file)
      expect(isTrue(state, queue.taken)).toBe(true)
      expect(replayed).toEqual(state)
      await queue.listen()
      if (life === 0 && !isLate(cut, killed)) expect(wasKilled).toBe(true)
      if (!wasKilled) break
    }
    expect(read(file).state.kind).toMatch(/^(already-)?queued$/)
    expect(queue.taken).toBe(1)
  } finally {
    await queue.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

describe.each(cuts)('the connection cut at “%s”', cut => {
  it.concurrent.each(deaths)('and the program killed at “%s”: queued once, nothing lost', killed =>
    survive(cut, killed),
  )
})
