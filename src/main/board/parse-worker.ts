/** Reads one text after the other and hands each batch to the store worker. */
import type { MessagePort } from 'node:worker_threads'
import { buffersOf } from './batch.ts'
import { UnreadableText } from './parse-odds-text.ts'
import type { Job, Parsed, ReadResult, ToParser } from './protocol.ts'
import { readOdds } from './read-odds.ts'
import { Texts } from './texts.ts'

export function parseIn(main: MessagePort): void {
  let store: MessagePort | undefined
  const texts = new Texts()
  main.on('message', (message: ToParser) => {
    if (message.name === 'store') {
      store = message.port
      return
    }
    const { id, job } = message
    const { load, at, replaces, source } = job
    const read = readJob(job, texts)
    const parsed: Parsed = { id, source, order: { load, at, ...(replaces && { replaces }) }, read }
    store?.postMessage(parsed, 'batch' in read ? buffersOf(read.batch) : [])
    main.postMessage('free')
  })
}

/** The batch of a text, or the sentence that says why it cannot be read. */
export function readJob({ bytes, format }: Job, texts?: Texts): ReadResult {
  try {
    return { batch: readOdds(bytes, format, texts) }
  } catch (error) {
    if (error instanceof UnreadableText) return { sentence: error.message }
    throw error
  }
}
