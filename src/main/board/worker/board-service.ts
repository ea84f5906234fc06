/**
 * The board inside its worker. Changes run one after another, in short steps; queries are answered between the steps.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import { errorCode } from '../../files/error-code.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import { PairModel, type PairStats } from '../../../shared/value/pair-model.ts'
import { CallServer, type CallHandlers } from '../../async/call-server.ts'
import { SerialQueue } from '../../async/serial-queue.ts'
import { Timer } from '../../async/timer.ts'
import { none } from '../columns/columns.ts'
import type { LoadOrder } from '../facts/load.ts'
import { findLegs } from '../query/legs.ts'
import { findNamedLegs } from '../query/named-legs.ts'
import { findNeighbors } from '../query/neighbors.ts'
import { findOpposites } from '../query/opposites.ts'
import { findHedgeSides } from '../query/hedge-sides.ts'
import { search } from '../query/search.ts'
import { checkSlip } from '../query/slip.ts'
import { readTyped } from '../query/typed-legs.ts'
import { readShare, tryReadOdds, type Progress } from '../read/read-odds.ts'
import { describePairs } from '../scan/quoted-pairs.ts'
import { scan, type ScanResult, type ScanScope } from '../scan/scan.ts'
import { StoredCopy } from '../stored-copy/stored-copy.ts'
import { merge, type BatchToMerge, ReaderTexts } from '../store/merge.ts'
import { Store } from '../store/store.ts'
import type { BoardState, LoadAnswer, OpenedBoard, ParsedLoad, StoreProtocol } from './protocol.ts'

const progressEveryMs = 100
/** Time after a change before search is prepared: changes in quick succession are prepared together. */
const prepareAfterMs = 100

type OpenRequest = Extract<StoreProtocol['request'], { readonly name: 'open' }>
type Report = (progress: Progress) => void

export function serveBoard(main: MessagePort): void {
  const service = new BoardService(sentence => server.send({ name: 'unsaved', sentence }))
  const server: CallServer<StoreProtocol> = new CallServer(main, {
    handlers: service.handlers,
    isErrorFatal: true,
    onMessage: message => {
      if (message.name === 'parser') listenTo(message.port)
      else if (message.name === 'hiddenBooks') service.hideBooks(message.ids)
      else service.setPriceFormat(message.format)
    },
  })

  const listenTo = (parser: MessagePort): void => {
    let texts = new ReaderTexts()
    parser.on('message', (parsed: ParsedLoad) => {
      // Texts of a parse worker are kept between batches, also those of batches that are not merged.
      if ('batch' in parsed.read) texts = texts.addFrom(parsed.read.batch)
      server.answer(parsed.callId, 'load', ({ report }) => service.load(parsed, texts, report))
    })
    // Only the port to the main process keeps this thread running.
    parser.unref()
  }
}

class BoardService {
  readonly #onUnsaved: (sentence: string) => void
  #store = new Store()
  #priceFormat: PriceFormat = 'american'
  #hiddenBooks: ReadonlySet<string> = new Set()
  #copy: StoredCopy | undefined
  #era = 0
  /** Number of the load that is being merged. */
  #merging: number | undefined
  /** Loads that are not to be merged when their batches come. */
  readonly #cancelled = new Set<number>()
  readonly #changes = new SerialQueue()
  readonly #preparation = new Timer(() => this.#store.searchOrder())

  constructor(onUnsaved: (sentence: string) => void) {
    this.#onUnsaved = onUnsaved
  }

  readonly handlers: CallHandlers<StoreProtocol> = {
    load: ({ job: { order, bytes, format } }, { report }) => {
      const read = tryReadOdds(bytes, format)
      const texts = 'batch' in read ? new ReaderTexts().addFrom(read.batch) : new ReaderTexts()
      return this.load({ order, read }, texts, report)
    },
    cancel: ({ load }) => {
      if (this.#merging === load) return false
      this.#cancelled.add(load)
      return true
    },
    drop: ({ sourceId }) => this.#drop(sourceId),
    open: request => this.#open(request),
    flush: () => this.#flush(),
    search: request => search(this.#store, request),
    legs: ({ keys }) => findLegs(this.#store, keys),
    checkSlip: ({ keys, ...clock }) => checkSlip(this.#store, keys, clock),
    readTyped: ({ text, bookId }) => readTyped(this.#store, text, bookId),
    namedLegs: request => findNamedLegs(this.#store, request),
    neighbors: ({ key, eachWay }) => findNeighbors(this.#store, key, eachWay),
    opposites: ({ keys }) => findOpposites(this.#store, keys),
    hedgeSides: ({ key, eachWay }) => findHedgeSides(this.#store, key, eachWay),
    describePairs: ({ pairs }) => describePairs(this.#store, pairs),
    scan: ({ scope, learned }) => this.#scan(scope, learned),
  }

  setPriceFormat(format: PriceFormat): void {
    this.#priceFormat = format
    this.#store.readPricesIn(format)
  }

  hideBooks(ids: ReadonlySet<string>): void {
    this.#hiddenBooks = ids
    this.#store.hideBooks(ids)
  }

  /** Merges a text that was read, after the changes before it. */
  load({ order, read }: Omit<ParsedLoad, 'callId'>, texts: ReaderTexts, report: Report): Promise<LoadAnswer> {
    return this.#change(async () => {
      if (this.#cancelled.delete(order.load)) return { kind: 'cancelled' }
      if (order.era !== this.#era) return { kind: 'overtaken' }
      if ('sentence' in read) return { kind: 'unreadable', sentence: read.sentence }
      this.#merging = order.load
      const answer = await this.#merge({ batch: read.batch, texts }, order, report)
      this.#merging = undefined
      return answer
    })
  }

  async #merge(toMerge: BatchToMerge, order: LoadOrder, report: Report): Promise<LoadAnswer> {
    const store = this.#store
    const objects = Math.max(1, toMerge.batch.updatedAt.length)
    const steps = merge(store, toMerge, order)
    let reportedAt = performance.now()
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) {
        this.#copy?.scheduleWrite()
        const { source, at } = order
        return { kind: 'loaded', report: { source: source.name, at, ...step.value }, state: toState(store) }
      }
      if (performance.now() - reportedAt > progressEveryMs) {
        reportedAt = performance.now()
        report({ share: readShare + (1 - readShare) * (step.value / objects), objects })
      }
      await nextTurn()
    }
  }

  /** Drops from the present board, even if another is open when the change runs. */
  #drop(sourceId: string): Promise<BoardState> {
    const store = this.#store
    const copy = this.#copy
    return this.#change(async () => {
      for (const steps = store.dropSource(sourceId); steps.next().done !== true;) await nextTurn()
      copy?.scheduleWrite()
      return toState(store)
    })
  }

  /** Empties the board immediately; the earlier board is written before the file is read. */
  #open({ era, file, isFresh = false }: OpenRequest): Promise<OpenedBoard> {
    const before = { copy: this.#copy, store: this.#store }
    this.#era = era
    this.#use(new Store())
    this.#copy = undefined
    return this.#change(async () => {
      await this.#write(before.copy, before.store)
      if (era !== this.#era) return toOpened(this.#store, null)
      const onDue = () => void this.#change(() => this.#write(this.#copy, this.#store))
      this.#copy = file === null ? undefined : new StoredCopy({ file, onDue })
      if (isFresh || this.#copy === undefined) return toOpened(this.#store, null)
      const { store, fault } = await this.#copy.read()
      if (era === this.#era) this.#use(store)
      return toOpened(this.#store, fault)
    })
  }

  /** In steps of one game, between which searches are answered. */
  async #scan(scope: ScanScope, learned: PairStats): Promise<ScanResult> {
    const steps = scan(this.#store, new PairModel(learned), scope)
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value
      await nextTurn()
    }
  }

  #use(store: Store): void {
    store.readPricesIn(this.#priceFormat)
    store.hideBooks(this.#hiddenBooks)
    this.#store = store
  }

  async #flush(): Promise<null> {
    // No later load belongs to this era; the main process rejects them too.
    this.#era = none
    await this.#change(() => this.#write(this.#copy, this.#store))
    return null
  }

  async #write(copy: StoredCopy | undefined, store: Store): Promise<void> {
    try {
      await copy?.write(store)
    } catch (error) {
      const code = errorCode(error)
      const detail = code === undefined ? '' : ` (${code})`
      this.#onUnsaved(`Odds couldn’t be saved${detail}; they’ll be gone after you quit.`)
    }
  }

  /** Runs a change after those before it. Search is prepared afterwards, so the first keystroke does not wait for it. */
  #change<T>(work: () => Promise<T>): Promise<T> {
    return this.#changes.run(async () => {
      const result = await work()
      this.#preparation.start(prepareAfterMs)
      return result
    })
  }
}

function toOpened(store: Store, fault: string | null): OpenedBoard {
  return { state: toState(store), loads: Math.max(store.offers.lastLoad(), store.loads.lastLoad()), fault }
}

function toState(store: Store): BoardState {
  return {
    sizes: store.sizes(),
    books: store.books.map(({ id, name, offers }) => ({ id, name, offers })),
    leagues: store.leagues(),
    offersBySource: store.offersBySource(),
    overriddenBy: store.overriddenBy(),
    asOf: store.offers.live > 0 ? store.asOf : null,
  }
}
