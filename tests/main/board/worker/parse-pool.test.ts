import { describe, expect, it, onTestFinished } from 'vitest'
import { UnreadableText } from '../../../../src/main/board/facts/load.ts'
import { ParsePool } from '../../../../src/main/board/worker/parse-pool.ts'
import type { LoadAnswer, LoadJob } from '../../../../src/main/board/worker/protocol.ts'

const workerFile = new URL('../../../support/board/greedy-parser.ts', import.meta.url)
const order = { source: { id: 'a', name: 'a' }, era: 0, isAgain: false, load: 1, at: 0 }

function startPool() {
  const pool = new ParsePool({
    workerFile,
    connect: port => port.close(),
    limits: { maxOldGenerationSizeMb: 32 },
  })
  onTestFinished(() => pool.close())
  let lastId = 0
  /** Resolves with the share that was read, or the error that ended the load. */
  return (first: number) =>
    new Promise<unknown>(resolve => {
      const { promise: answer, resolve: ignore } = Promise.withResolvers<LoadAnswer>()
      const job: LoadJob = { order, format: 'auto', bytes: Uint8Array.of(first) }
      const call = { id: ++lastId, answer, resolve: ignore, reject: resolve }
      pool.add({ call, job, onProgress: ({ share }) => resolve(share) })
    })
}

describe('ParsePool', () => {
  it('rejects a text whose worker runs out of memory, with a sentence, and reads all others', async () => {
    const read = startPool()
    const outcomes = await Promise.all([read(1), read(0), read(1), read(0), read(0)])
    for (const outcome of [outcomes[0], outcomes[2]]) {
      expect(outcome).toBeInstanceOf(UnreadableText)
      expect(String(outcome)).toContain('Not enough memory to read this.')
    }
    expect([outcomes[1], ...outcomes.slice(3)]).toEqual([1, 1, 1])
    expect(await read(0)).toBe(1)
  })
})
