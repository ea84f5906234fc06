/**
 * Messages between the main process and the board's workers. Main sends requests to the store worker, which answers
 * each. A large text goes to a parse worker, which sends its batch straight to the store worker; that answers the load.
 */
import type { MessagePort } from 'node:worker_threads'
import type { NamedLegs, SearchAnswer, SlipCheck, TypedLegs } from '../../../shared/model/game/board.ts'
import type { LoadReport } from '../../../shared/model/game/source.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import type { PairStats } from '../../../shared/value/pair-model.ts'
import type { LoadOrder, TextFormat } from '../facts/load.ts'
import type { FoundLeg } from '../query/legs.ts'
import type { BoardClock } from '../query/match.ts'
import type { LegRequest } from '../query/named-legs.ts'
import type { HedgeSides } from '../query/hedge-sides.ts'
import type { Neighbors } from '../query/neighbors.ts'
import type { Opposite } from '../query/opposites.ts'
import type { SearchRequest } from '../query/search.ts'
import type { Progress, ReadResult } from '../read/read-odds.ts'
import type { DescribedPair, PairAt } from '../scan/quoted-pairs.ts'
import type { ScanResult, ScanScope } from '../scan/scan.ts'
import type { KnownBook, Sizes } from '../store/store.ts'

/** A text to be read and merged. */
export interface LoadJob {
  readonly order: LoadOrder
  readonly format: TextFormat
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface BoardState {
  readonly sizes: Sizes
  readonly books: readonly Pick<KnownBook, 'id' | 'name' | 'offers'>[]
  /** Leagues with offers, sorted by name. */
  readonly leagues: string[]
  readonly offersBySource: ReadonlyMap<string, number>
  /** Ids of the sources that overrode offers of each source that has loaded, removed ones included. */
  readonly overriddenBy: ReadonlyMap<string, ReadonlySet<string>>
  /** Time of the last load, epoch ms; null for an empty board. */
  readonly asOf: number | null
}

export const emptyState: BoardState = {
  sizes: { selections: 0, offers: 0, games: 0 },
  books: [],
  leagues: [],
  offersBySource: new Map(),
  overriddenBy: new Map(),
  asOf: null,
}

export type LoadAnswer =
  | { readonly kind: 'loaded'; readonly report: LoadReport; readonly state: BoardState }
  | { readonly kind: 'unreadable'; readonly sentence: string }
  | { readonly kind: 'cancelled' }
  /** The board was emptied before the merge. */
  | { readonly kind: 'overtaken' }

export interface OpenedBoard {
  readonly state: BoardState
  /** Highest number of a load on the board. */
  readonly loads: number
  /** Sentence that says why the stored copy could not be used. */
  readonly fault: string | null
}

type BoardRequest =
  /** Loads a small text, which the store worker reads itself. */
  | { readonly name: 'load'; readonly job: LoadJob }
  /** Returns true when the load will not be merged, false when its merge has begun. */
  | { readonly name: 'cancel'; readonly load: number }
  | { readonly name: 'drop'; readonly sourceId: string }
  | ({ readonly name: 'search' } & SearchRequest)
  | { readonly name: 'legs' | 'opposites'; readonly keys: readonly string[] }
  | ({ readonly name: 'checkSlip'; readonly keys: readonly string[] } & BoardClock)
  | { readonly name: 'readTyped'; readonly text: string; readonly bookId: string | null }
  | ({ readonly name: 'namedLegs' } & LegRequest)
  | { readonly name: 'neighbors' | 'hedgeSides'; readonly key: string; readonly eachWay: number }
  | { readonly name: 'describePairs'; readonly pairs: readonly PairAt[] }
  | { readonly name: 'scan'; readonly scope: ScanScope; readonly learned: PairStats }
  /** Begins an era: empties the board, then reads the file unless `isFresh`. */
  | {
      readonly name: 'open'
      readonly era: number
      readonly file: string | null
      readonly isFresh?: boolean
    }
  /** Writes changes that are not stored yet. */
  | { readonly name: 'flush' }

interface BoardAnswers {
  readonly load: LoadAnswer
  readonly cancel: boolean
  readonly drop: BoardState
  readonly search: SearchAnswer
  readonly legs: FoundLeg[]
  readonly checkSlip: SlipCheck
  readonly readTyped: TypedLegs
  readonly namedLegs: NamedLegs
  readonly neighbors: Neighbors
  readonly opposites: Opposite[]
  readonly hedgeSides: HedgeSides
  readonly describePairs: (DescribedPair | null)[]
  readonly scan: ScanResult
  readonly open: OpenedBoard
  readonly flush: null
}

/** Main process and store worker. */
export interface StoreProtocol {
  readonly request: BoardRequest
  readonly answers: BoardAnswers
  readonly progress: Progress
  readonly toWorker:
    | { readonly name: 'parser'; readonly port: MessagePort }
    /** Format of single prices that the user has set. */
    | { readonly name: 'priceFormat'; readonly format: PriceFormat }
    | { readonly name: 'hiddenBooks'; readonly ids: ReadonlySet<string> }
  /** The stored copy could not be written. */
  readonly fromWorker: { readonly name: 'unsaved'; readonly sentence: string }
}

/** Main process and a parse worker. */
export interface ParserProtocol {
  /** `callId`: the load's call in `StoreProtocol`. */
  readonly request: { readonly name: 'read'; readonly callId: number; readonly job: LoadJob }
  readonly answers: { readonly read: null }
  readonly progress: Progress
  /** Port to the store worker; comes before the first request. */
  readonly toWorker: { readonly name: 'store'; readonly port: MessagePort }
  readonly fromWorker: never
}

/** Message of a parse worker to the store worker. */
export interface ParsedLoad {
  readonly callId: number
  readonly order: LoadOrder
  readonly read: ReadResult
}
