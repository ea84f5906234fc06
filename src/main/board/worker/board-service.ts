/** Keeps the board in its worker. What changes it runs one after the other, in steps; questions are answered between. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import { none } from '../columns/columns.ts'
import { dropSource } from '../store/drops.ts'
import { merge } from '../store/merge.ts'
import type { Answers, Ask, BoardState, FoundLeg, FromStore, LoadAnswer, Opened, Parsed } from './protocol.ts'
import { readShare } from '../read/read-odds.ts'
import type { ReaderTexts } from '../store/reader-texts.ts'
import { flagsOf } from '../query/flags.ts'
import { neighbours } from '../query/neighbours.ts'
import { search } from '../query/search.ts'
import { checkSlip } from '../query/slip.ts'
import { Store } from '../store/store.ts'
import { StoredCopy } from '../snapshot/stored-copy.ts'
import { readTyped } from '../query/typed-legs.ts'
import { asOfByBook, legOf } from '../query/views.ts'

type Change = Extract<Ask, { name: 'drop' | 'open' | 'flush' }>
type Question = Exclude<Ask, Change | { name: 'load' }>

const progressEveryMs = 100
/** Changes that follow each other sooner are not prepared for search one by one. */
const quietMs = 100

export class Keeper {
  readonly #tell: (message: FromStore) => void
  #store = new Store()
  #copy: StoredCopy | undefined
  #era = 0
  #merging: number | undefined
  /** Loads to be left alone when they come. */
  readonly #cancelled = new Set<number>()
  #changes: Promise<void> = Promise.resolve()
  #preparing: NodeJS.Timeout | undefined

  constructor(tell: (message: FromStore) => void) {
    this.#tell = tell
  }

  ask(id: number, ask: Change | Question, singlesFormat: PriceFormat): void {
    this.#store.readPricesIn(singlesFormat)
    if (ask.name === 'open') this.#open(id, ask)
    else if (ask.name === 'drop') this.#drop(id, ask.sourceId)
    else if (ask.name === 'flush') this.#flush(id)
    else this.#reply(id, this.#answerTo(ask))
  }

  #answerTo(ask: Question): Answers[typeof ask.name] {
    switch (ask.name) {
      case 'search':
        return search(this.#store, ask)
      case 'legs':
        return this.#legs(ask.keys)
      case 'checkSlip':
        return checkSlip(this.#store, ask.keys)
      case 'readTyped':
        return readTyped(this.#store, ask.text, ask.bookId)
      case 'neighbours':
        return neighbours(this.#store, ask.key, ask.eachWay)
      case 'cancel':
        if (this.#merging === ask.load) return false
        this.#cancelled.add(ask.load)
        return true
    }
  }

  #legs(keys: readonly string[]): FoundLeg[] {
    const store = this.#store
    const rows = keys.map(key => store.find(key))
    const flags = flagsOf(store, rows.filter(row => row >= 0)) // prettier-ignore
    return keys.map((key, at) => {
      const row = rows[at] ?? -1
      if (row < 0) return { leg: null, isGameKnown: store.isGameKnown(key) }
      return { leg: legOf(store, row), flags: flags.get(row) ?? [], asOf: asOfByBook(store, row) }
    })
  }

  /** Merges when the changes before have ended. */
  take({ id, order, read }: Parsed, texts: ReaderTexts): void {
    this.#change(id, async () => {
      if (this.#cancelled.delete(order.load)) return { kind: 'cancelled' }
      if (order.era !== this.#era) return { kind: 'overtaken' }
      if ('sentence' in read) return { kind: 'unreadable', sentence: read.sentence }
      this.#merging = order.load
      const merged = await this.#merge({ id, order, batch: read.batch }, texts)
      this.#merging = undefined
      return merged
    })
  }

  async #merge(
    { id, order, batch }: Pick<Parsed, 'id' | 'order'> & { batch: Parameters<typeof merge>[1]['batch'] },
    texts: ReaderTexts,
  ): Promise<LoadAnswer> {
    const store = this.#store
    const of = Math.max(1, batch.updatedAt.length)
    const steps = merge(store, { batch, texts }, order)
    let toldAt = performance.now()
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) {
        this.#copy?.touch()
        const report = { source: order.source.name, at: order.at, ...step.value }
        return { kind: 'loaded', report, state: stateOf(store) }
      }
      if (performance.now() - toldAt > progressEveryMs) {
        toldAt = performance.now()
        const share = readShare + (1 - readShare) * (step.value / of)
        this.#tell({ name: 'progress', id, share, objects: of })
      }
      await nextTurn()
    }
  }

  /** Drops from the board of now, whichever is here when its turn comes. */
  #drop(id: number, sourceId: string): void {
    const store = this.#store
    const copy = this.#copy
    this.#change(id, async () => {
      for (const steps = dropSource(store, sourceId); steps.next().done !== true;) await nextTurn()
      copy?.touch()
      return stateOf(store)
    })
  }

  /** The board is empty at once; the one before is written first, then the file is read. */
  #open(id: number, { era, file, isFresh = false }: Extract<Ask, { name: 'open' }>): void {
    const before = { copy: this.#copy, store: this.#store }
    this.#era = era
    this.#store = new Store()
    this.#copy = undefined
    this.#change(id, async () => {
      await this.#write(before.copy, before.store)
      if (era !== this.#era) return opened(this.#store, null)
      const onDue = () => this.#change(undefined, () => this.#write(this.#copy, this.#store))
      this.#copy = file === null ? undefined : new StoredCopy({ file, onDue })
      if (isFresh || this.#copy === undefined) return opened(this.#store, null)
      const { store, fault } = await this.#copy.read()
      if (era === this.#era) this.#store = store
      return opened(this.#store, fault)
    })
  }

  /** What comes from now on is refused by main already. */
  #flush(id: number): void {
    this.#era = none
    this.#change(id, () => this.#write(this.#copy, this.#store))
  }

  async #write(copy: StoredCopy | undefined, store: Store): Promise<null> {
    try {
      await copy?.write(store)
    } catch (error) {
      const detail = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
      const sentence = `The board could not be stored${detail}. It is here until the program ends.`
      this.#tell({ name: 'unsaved', sentence })
    }
    return null
  }

  /** Runs a change after those before it, and replies to the ask it came with. */
  #change(id: number | undefined, work: () => Promise<Answers[keyof Answers]>): void {
    this.#changes = this.#changes.then(async () => {
      const answer = await work()
      if (id !== undefined) this.#reply(id, answer)
      this.#prepareSoon()
    })
  }

  /** Else the first keystroke after a change would wait for it. */
  #prepareSoon(): void {
    clearTimeout(this.#preparing)
    this.#preparing = setTimeout(() => this.#store.searchOrder(), quietMs).unref()
  }

  #reply(id: number, answer: Answers[keyof Answers]): void {
    this.#tell({ name: 'reply', id, answer })
  }
}

function opened(store: Store, fault: string | null): Opened {
  return { state: stateOf(store), loads: Math.max(store.offers.lastLoad(), store.loads.lastLoad()), fault }
}

function stateOf(store: Store): BoardState {
  return {
    sizes: store.sizes(),
    books: store.books.map(({ id, name }) => ({ id, name })),
    leagues: store.leagues(),
    offersBySource: store.offersBySource(),
    overriddenBy: store.overriddenBy(),
    asOf: store.offers.live > 0 ? store.asOf : null,
  }
}
