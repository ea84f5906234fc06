/** Reads one text after the other and hands each batch to the store worker. */
import type { MessagePort } from 'node:worker_threads'
import { buffersOf } from '../batch/batch.ts'
import { letGo } from '../columns/columns.ts'
import type { FromParser, Job, Parsed, ReadResult, ToParser } from './protocol.ts'
import { readOdds, type ReadOptions } from '../read/read-odds.ts'
import { Texts } from '../batch/texts.ts'
import { UnreadableText } from '../facts/load.ts'

export function parseIn(main: MessagePort): void {
  let store: MessagePort | undefined
  const texts = new Texts()
  const tell = (message: FromParser) => main.postMessage(message)
  main.on('message', (message: ToParser) => {
    if (message.name === 'store') {
      store = message.port
      return
    }
    const { id, job } = message
    const read = readJob(job, { texts, onProgress: progress => tell({ name: 'progress', id, ...progress }) })
    const parsed: Parsed = { id, order: job.order, read }
    store?.postMessage(parsed, 'batch' in read ? buffersOf(read.batch) : [])
    letGo(job.bytes)
    tell({ name: 'free' })
  })
}

/** The batch of a text, or the sentence that says why it cannot be read. */
export function readJob({ bytes, format }: Job, options?: ReadOptions): ReadResult {
  try {
    return { batch: readOdds(bytes, format, options) }
  } catch (error) {
    if (error instanceof UnreadableText) return { sentence: error.message }
    throw error
  }
}
