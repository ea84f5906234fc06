/**
 * What the board's workers and the main process say to each other. Main asks the store worker and gets one reply an
 * ask; a load that goes by a parse worker is asked there and answered by the store, which gets the batch directly.
 */
import type { MessagePort } from 'node:worker_threads'
import type { SearchAnswer, SearchFilter, SlipCheck, TypedLegs } from '../../../shared/model/game/board.ts'
import type { LoadReport } from '../../../shared/model/game/source.ts'
import type { Leg } from '../../../shared/model/parlay/parlay.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import type { Batch } from '../batch/batch.ts'
import type { LoadOrder, LoadRequest, TextFormat } from '../facts/load.ts'
import type { Neighbours } from '../query/neighbours.ts'
import type { Sizes } from '../store/store.ts'

export interface Job {
  readonly order: LoadOrder
  readonly format: TextFormat
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface NamedBook {
  readonly id: string
  readonly name: string
}

export interface BoardState {
  readonly sizes: Sizes
  readonly books: readonly NamedBook[]
  /** Those that have offers, by name. */
  readonly leagues: string[]
  readonly offersBySource: ReadonlyMap<string, number>
  /** Of each source that has loaded, those that overrode something of it; also ones removed since. */
  readonly overriddenBy: ReadonlyMap<string, ReadonlySet<string>>
  /** When the last load came, epoch ms; null for an empty board. */
  readonly asOf: number | null
}

export const noState: BoardState = {
  sizes: { selections: 0, offers: 0, books: 0, games: 0 },
  books: [],
  leagues: [],
  offersBySource: new Map(),
  overriddenBy: new Map(),
  asOf: null,
}

/** Selections the user keeps, newest first. */
export interface KeptKeys {
  readonly pinned: readonly string[]
  readonly recent: readonly string[]
}

export type FoundLeg =
  /** `asOf`: when each book's offer was so, epoch ms; without those of which it is not known. */
  | { readonly leg: Leg; readonly flags: string[]; readonly asOf: ReadonlyMap<string, number> }
  /** Not offered; `isGameKnown` when the board has other odds of its game. */
  | { readonly leg: null; readonly isGameKnown: boolean }

/** A text that could not be read: a sentence; else what was merged. */
export type LoadAnswer =
  | { readonly kind: 'loaded'; readonly report: LoadReport; readonly state: BoardState }
  | { readonly kind: 'unreadable'; readonly sentence: string }
  | { readonly kind: 'cancelled' }
  /** The board was emptied while this was on its way. */
  | { readonly kind: 'overtaken' }

/** `loads` is the highest number of a load that is on the board; `fault` why the stored copy could not be used. */
export interface Opened {
  readonly state: BoardState
  readonly loads: number
  readonly fault: string | null
}

/** What the store worker is asked. */
export type Ask =
  | { readonly name: 'load'; readonly job: Job }
  /** Answers whether that was in time: a merge that has begun goes on. */
  | { readonly name: 'cancel'; readonly load: number }
  | { readonly name: 'drop'; readonly sourceId: string }
  | {
      readonly name: 'search'
      readonly query: string
      readonly limit: number
      readonly filter: SearchFilter
      readonly kept: KeptKeys
    }
  | { readonly name: 'legs' | 'checkSlip'; readonly keys: readonly string[] }
  | { readonly name: 'readTyped'; readonly text: string; readonly bookId: string | null }
  | { readonly name: 'neighbours'; readonly key: string; readonly eachWay: number }
  /** Begins an era: empties the board, then reads the file unless that is fresh. */
  | {
      readonly name: 'open'
      readonly era: number
      readonly file: string | null
      readonly isFresh?: boolean
    }
  /** Writes what is not stored yet. */
  | { readonly name: 'flush' }

/** What it answers, by the name of the ask. */
export interface Answers {
  readonly load: LoadAnswer
  readonly cancel: boolean
  readonly drop: BoardState
  readonly search: SearchAnswer
  readonly legs: FoundLeg[]
  readonly checkSlip: SlipCheck
  readonly readTyped: TypedLegs
  readonly neighbours: Neighbours
  readonly open: Opened
  readonly flush: null
}

/** Main to the store worker. */
export type ToStore =
  | { readonly name: 'ask'; readonly id: number; readonly ask: Ask; readonly singlesFormat: PriceFormat }
  | { readonly name: 'parser'; readonly port: MessagePort }

/** Main to a parse worker: first the port to the store, then jobs. */
export type ToParser =
  | { readonly name: 'store'; readonly port: MessagePort }
  | { readonly name: 'job'; readonly id: number; readonly job: Job }

/** A parse worker to main. */
export type FromParser = { readonly name: 'free' } | Progress

/** How far an ask that is a load has come: its share of the work, 0 to 1, and the odds objects taken so far. */
export interface Progress {
  readonly name: 'progress'
  readonly id: number
  readonly share: number
  readonly objects: number
}

/** A parse worker to the store worker. */
export interface Parsed {
  readonly id: number
  readonly order: LoadOrder
  readonly read: ReadResult
}
export type ReadResult = { readonly batch: Batch } | { readonly sentence: string }

/** The store worker to main; who takes a reply knows which answer it is. */
export type FromStore<A = Answers[keyof Answers]> =
  | { readonly name: 'reply'; readonly id: number; readonly answer: A }
  | Progress
  | { readonly name: 'unsaved'; readonly sentence: string }
