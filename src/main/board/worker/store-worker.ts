/** The worker that keeps the board: what main asks, and the batches that parse workers send. */
import type { MessagePort } from 'node:worker_threads'
import { Keeper } from './board-service.ts'
import { readJob } from './parse-worker.ts'
import type { FromStore, Job, Parsed, ToStore } from './protocol.ts'
import { ReaderTexts } from '../store/reader-texts.ts'

export function storeIn(main: MessagePort): void {
  const keeper = new Keeper((message: FromStore) => main.postMessage(message))
  main.on('message', (message: ToStore) => {
    if (message.name === 'parser') listenTo(message.port, keeper)
    else if (message.ask.name === 'load') readHere(message.id, message.ask.job, keeper)
    else keeper.ask(message.id, message.ask, message.singlesFormat)
  })
}

/** A reader's texts are kept from batch to batch, whatever becomes of the batch. */
function listenTo(port: MessagePort, keeper: Keeper): void {
  let texts = new ReaderTexts()
  port.on('message', (parsed: Parsed) => {
    if ('batch' in parsed.read) texts = texts.with(parsed.read.batch)
    keeper.take(parsed, texts)
  })
}

function readHere(id: number, job: Job, keeper: Keeper): void {
  const read = readJob(job)
  const texts = 'batch' in read ? new ReaderTexts().with(read.batch) : new ReaderTexts()
  keeper.take({ id, order: job.order, read }, texts)
}
