/**
 * An outbox in a separate process: `node outbox-life.ts JSON`. It queues a parlay unless it is queued, sends until
 * nothing waits, and ends; or it kills itself at the given point, like a power cut.
 */
import { writeSync } from 'node:fs'
import { z } from 'zod'
import { Caller } from '../../../src/main/odds-service/caller.ts'
import { Http } from '../../../src/main/odds-service/http.ts'
import { createTrending } from '../../../src/main/odds-service/trending.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { Outbox, type Moved } from '../../../src/main/trending/outbox.ts'
import { Trending } from '../../../src/main/trending/trending.ts'
import type { SubmissionEvent } from '../../../src/shared/model/parlay/submission.ts'
import { freePermits } from '../odds-service/free-permits.ts'
import { parlayOf, trendingMigrations } from './parlay-file.ts'

/**
 * `death`, the point at which the process kills itself: the parlay is `written` to the outbox, `marked` as being sent,
 * `answered` but not yet noted, `noted`, or `recovered` (marked as unknown after an earlier life).
 */
const Life = z.object({
  file: z.string(),
  port: z.number(),
  death: z.enum(['written', 'marked', 'answered', 'noted', 'recovered', 'none']),
})
export type Life = Readonly<z.infer<typeof Life>>

const { file, port, death } = Life.parse(JSON.parse(process.argv[2] ?? ''))

function dieAt(point: Life['death']): void {
  if (point !== death) return
  process.kill(process.pid, 'SIGKILL')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

class MortalOutbox extends Outbox {
  override apply(id: number, event: SubmissionEvent, at: number): Moved {
    const moved = super.apply(id, event, at)
    if (event.kind === 'answered') dieAt('noted')
    if (event.kind === 'interrupted') dieAt('recovered')
    return moved
  }
}

// The program's window keeps it running while the sender waits.
const running = setInterval(() => {}, 60_000)
const database = openDatabase(file, trendingMigrations)
const outbox = new MortalOutbox(database, { full: [5, 20], lost: [5, 20] })
const http = new Http()
const { acquirePermit } = freePermits()
const sendParlay = createTrending(
  new Caller({ http, keys: { current: () => 'key', refuse: () => {} }, acquirePermit }),
)
const profile = { id: 'mine', queue: `http://127.0.0.1:${port}/` }
const trending = new Trending({
  outbox,
  profileId: () => 'mine',
  books: () => ['a'],
  parlay: () => parlayOf('one', 'two'),
  eventsGone: () => Promise.resolve([]),
  log: error => console.error(error),
  async send({ ids }, onSending) {
    const sent = await sendParlay({
      profile,
      ids,
      onSending() {
        onSending()
        dieAt('marked')
      },
    })
    if (sent.outcome.kind === 'unsent') writeSync(1, 'unsent\n')
    dieAt('answered')
    return sent
  },
})
trending.on('changed', ({ counts }) => {
  if (counts.waiting > 0) return
  clearInterval(running)
  trending.close()
  database.close()
  void http.close()
})
trending.show()
const [found] = trending.findIds(1)
trending.send([{ parlayId: 1, bookId: 'a', ids: found?.ids ?? [], title: 'One and two' }])
dieAt('written')
trending.start()
