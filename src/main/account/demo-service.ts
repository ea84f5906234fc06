/** Starts the demo's odds service in a worker beside the program: a real HTTP server on the loopback address. */
import { randomBytes } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { demoProfileId } from '../../shared/model/settings/profile.ts'
import type { DemoService } from './account.ts'

const Started = z.object({
  ready: z.object({
    port: z.number().int(),
    books: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})
const maxStartMs = 10_000
/** Its live heap is under 40 MB; without limits V8 lets it grow to four times that before it cleans up. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }

/** `epoch`: beginning of its world, epoch ms. Throws when the worker does not report its port in time. It ends with the program. */
export async function startDemo(workerFile: URL, epoch: number): Promise<DemoService> {
  const key = randomBytes(18).toString('base64url')
  const workerData = { port: 0, seed: 1, speed: 1, epoch, key, queue: { isCrowded: true } }
  const worker = new Worker(workerFile, { resourceLimits, workerData })
  worker.unref()
  const message = await new Promise<unknown>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject)
    worker.once('exit', () => reject(new Error('the demo ended at its start')))
    AbortSignal.timeout(maxStartMs).onabort = () => reject(new Error('the demo did not start in time'))
  })
  const { port, books } = Started.parse(message).ready
  const at = (host: string) => `http://${host}.localhost:${port}`
  return {
    key,
    books,
    profile: {
      id: demoProfileId,
      name: 'Demo',
      pricing: `${at('{book}')}/`,
      queue: `${at('queue')}/`,
      grader: at('grader'),
      feed: `${at('feed')}/`,
    },
  }
}
