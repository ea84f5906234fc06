/**
 * Peak heap of a parse worker for the largest texts of each form. `node bench/board-memory.ts [--megabytes 520]`
 * `[--form array]`; the limit of a lane's heap is in `src/main/board/worker/parse-pool.ts`.
 */
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { WorkerCalls } from '../src/main/async/worker-calls.ts'
import type { LoadJob, ParserProtocol } from '../src/main/board/worker/protocol.ts'
import { laneLimits } from '../src/main/board/worker/parse-pool.ts'
import {
  bookName,
  gameAt,
  oddsObject,
  selectionAt,
  selectionsPerGame,
} from '../tests/support/board/feed-maker.ts'

type OddsObject = ReturnType<typeof oddsObject>
const { values } = parseArgs({
  options: { megabytes: { type: 'string', default: '520' }, form: { type: 'string' } },
})
const bytes = Number(values.megabytes) * 1e6

/** Texts of odds objects in each form: head, one odds object after another, tail. */
const forms: Readonly<Record<string, { head?: string; write: (odds: OddsObject) => string; tail?: string }>> =
  {
    array: { head: '[{}', write: odds => `,${JSON.stringify(odds)}`, tail: ']' },
    lines: { write: odds => `${JSON.stringify(odds)}\n` },
    // An escape in the id, so that JSON.parse must read each in full.
    escaped: {
      head: '{"games":[{"odds":[{}',
      write: odds => `,${JSON.stringify(odds).replace('{"id":"', '{"id":"\\u0041')}`,
      tail: ']}]}',
    },
    // Beyond Latin letters, a string takes two bytes a character.
    'escaped, wide': {
      head: '[{}',
      write: odds => `,${JSON.stringify({ ...odds, group: '賭' }).replace('{"id":"', '{"id":"\\u0041')}`,
      tail: ']',
    },
    csv: {
      head: 'id,sgp,grade,price,updated\n',
      write: ({ id, sgp, grade, price, updated }) => `"${id}",${sgp},${grade},${price},${updated}\n`,
    },
    'csv, wide': {
      head: 'id,sgp,grade,price,updated,note\n',
      write: ({ id, sgp, grade, price, updated }) => `"${id}",${sgp},${grade},${price},${updated},賭\n`,
    },
    // Smallest values: none of them odds.
    'empty lists': { head: '[0', write: () => ',[]'.repeat(100), tail: ']' },
    // Each in another game, which fills the batch most.
    games: {
      head: '[{}',
      write: odds => `,${JSON.stringify({ ...odds, id: odds.id.replace('#', `#${odds.sgp}`) })}`,
      tail: ']',
    },
    'cut off': { head: '[{}', write: odds => `,${JSON.stringify(odds)}`, tail: ',' },
  }

for (const [name, { head = '', write, tail = '' }] of Object.entries(forms)) {
  if (values.form !== undefined && values.form !== name) continue
  const text = makeText(head, write, tail)
  const megabytes = (text.length / 1e6).toFixed(0)
  const { outcome, peak, ms } = await read(text)
  console.log(
    `${name}, ${megabytes} MB: ${outcome}; peak heap ${(peak / 2 ** 20).toFixed(0)} MB; ${(ms / 1000).toFixed(1)} s`,
  )
}

function makeText(head: string, write: (odds: OddsObject) => string, tail: string): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(new ArrayBuffer(bytes + 2 ** 16))
  let end = text.write(head)
  for (let at = 0; end < bytes; at++) {
    const game = gameAt(Math.floor(at / selectionsPerGame))
    const selection = selectionAt(game, at % selectionsPerGame)
    end += text.write(write(oddsObject(bookName(Math.floor(at / 40_000)), selection, at * 7919)), end)
  }
  end += text.write(tail, end)
  return new Uint8Array(text.buffer.transfer(end))
}

async function read(text: Uint8Array<ArrayBuffer>) {
  const workerFile = new URL('../src/main/board/worker/worker.ts', import.meta.url)
  const worker = new Worker(workerFile, { workerData: 'parse', resourceLimits: laneLimits })
  const calls = new WorkerCalls<ParserProtocol>(worker, { endedText: 'The worker ended.' })
  const job: LoadJob = {
    order: { source: { id: 'a', name: 'a' }, era: 0, isAgain: false, load: 1, at: 0 },
    format: 'auto',
    bytes: text,
  }
  const startedAt = performance.now()
  let peak = 0
  const sampling = setInterval(() => {
    void worker.getHeapStatistics().then(
      ({ used_heap_size: used }) => (peak = Math.max(peak, used)),
      () => {},
    )
  }, 10)
  const outcome = await calls.call({ name: 'read', callId: 1, job }, { transfer: [text.buffer] }).then(
    () => 'read',
    (error: unknown) => `failed (${error instanceof Error ? String(error.cause) : String(error)})`,
  )
  clearInterval(sampling)
  const ms = performance.now() - startedAt
  await worker.terminate()
  return { outcome, peak, ms }
}
