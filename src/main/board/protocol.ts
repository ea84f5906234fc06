/**
 * What the board's workers and the main process say to each other. Main asks the store worker and gets one reply an
 * ask; a load that goes by a parse worker is asked there and answered by the store, which gets the batch directly.
 */
import type { MessagePort } from 'node:worker_threads'
import type { LoadReport, SearchAnswer, SlipCheck } from '../../shared/model/board.ts'
import type { Leg } from '../../shared/model/parlay.ts'
import type { Batch } from './batch.ts'
import type { MergeOrder } from './merge.ts'
import type { TextFormat } from './parse-odds-text.ts'
import type { Sizes } from './store.ts'

export interface Job extends MergeOrder {
  readonly source: string
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
}

/** A text that could not be read: a sentence; else what was merged. */
export type LoadAnswer =
  | { readonly kind: 'loaded'; readonly report: LoadReport; readonly state: BoardState }
  | { readonly kind: 'unreadable'; readonly sentence: string }
  /** The board was cleared while this was on its way. */
  | { readonly kind: 'overtaken' }

/** What the store worker is asked. */
export type Ask =
  | { readonly name: 'load'; readonly job: Job }
  | { readonly name: 'search'; readonly query: string; readonly limit: number }
  | { readonly name: 'legs' | 'checkSlip'; readonly keys: readonly string[] }
  /** Empties the board; loads up to this one are overtaken. */
  | { readonly name: 'clear'; readonly load: number }

/** What it answers, by the name of the ask. */
export interface Answers {
  readonly load: LoadAnswer
  readonly search: SearchAnswer
  readonly legs: (Leg | null)[]
  readonly checkSlip: SlipCheck
  readonly clear: null
}

/** Main to the store worker. */
export type ToStore =
  | { readonly name: 'ask'; readonly id: number; readonly ask: Ask }
  | { readonly name: 'parser'; readonly port: MessagePort }

/** Main to a parse worker: first the port to the store, then jobs. */
export type ToParser =
  | { readonly name: 'store'; readonly port: MessagePort }
  | { readonly name: 'job'; readonly id: number; readonly job: Job }

/** A parse worker to the store worker. */
export interface Parsed {
  readonly id: number
  readonly source: string
  readonly order: MergeOrder
  readonly read: ReadResult
}
export type ReadResult = { readonly batch: Batch } | { readonly sentence: string }

/** The store worker to main. */
export interface Reply<A> {
  readonly id: number
  readonly answer: A
}
