/** Keeps the board. Merges run one after the other, in steps; asks are answered between them. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import type { Leg } from '../../shared/model/parlay.ts'
import { merge } from './merge.ts'
import { readJob } from './parse-worker.ts'
import type { Answers, Ask, BoardState, LoadAnswer, Parsed, Reply, ToStore } from './protocol.ts'
import { ReaderTexts } from './reader-texts.ts'
import { search } from './search.ts'
import { checkSlip } from './slip.ts'
import { Store } from './store.ts'

export function storeIn(main: MessagePort): void {
  const keeper = new Keeper(main)
  main.on('message', (message: ToStore) => {
    if (message.name === 'parser') listenTo(message.port, keeper)
    else keeper.answer(message.id, message.ask)
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

class Keeper {
  readonly #main: MessagePort
  #store = new Store()
  /** Loads up to this one came before the board was emptied. */
  #cleared = 0
  #merging: Promise<void> = Promise.resolve()

  constructor(main: MessagePort) {
    this.#main = main
  }

  answer(id: number, ask: Ask): void {
    if (ask.name === 'load') {
      const { job } = ask
      const read = readJob(job)
      const texts = 'batch' in read ? new ReaderTexts().with(read.batch) : new ReaderTexts()
      this.take({ id, source: job.source, order: job, read }, texts)
    } else this.#reply(id, this.#answerTo(ask))
  }

  #answerTo(ask: Exclude<Ask, { name: 'load' }>): Answers[typeof ask.name] {
    switch (ask.name) {
      case 'search':
        return search(this.#store, ask.query, ask.limit)
      case 'legs':
        return ask.keys.map(key => this.#legOf(key))
      case 'checkSlip':
        return checkSlip(this.#store, ask.keys)
      case 'clear':
        this.#cleared = ask.load
        this.#store = new Store()
        return null
    }
  }

  /** Merges when the merges before have ended. */
  take(parsed: Parsed, texts: ReaderTexts): void {
    this.#merging = this.#merging.then(async () => this.#reply(parsed.id, await this.#merge(parsed, texts)))
  }

  async #merge({ read, order, source }: Parsed, texts: ReaderTexts): Promise<LoadAnswer> {
    if ('sentence' in read) return { kind: 'unreadable', sentence: read.sentence }
    const store = this.#store
    const steps = merge(store, { batch: read.batch, texts }, order)
    while (order.load > this.#cleared) {
      const step = steps.next()
      if (step.done === true)
        return { kind: 'loaded', report: { source, at: order.at, ...step.value }, state: stateOf(store) }
      await nextTurn()
    }
    return { kind: 'overtaken' }
  }

  #legOf(key: string): Leg | null {
    const row = this.#store.find(key)
    return row < 0 ? null : this.#store.legOf(row)
  }

  #reply(id: number, answer: Answers[keyof Answers]): void {
    const message: Reply<typeof answer> = { id, answer }
    this.#main.postMessage(message)
  }
}

function stateOf(store: Store): BoardState {
  return { sizes: store.sizes(), books: store.books.map(({ id, name }) => ({ id, name })) }
}
