/** A load: one reading of a source, with its text, the scope it replaces, and its place in the order of loads. */

export interface SourceName {
  readonly id: string
  /** Display name, `Pasted at 2:05 PM`. */
  readonly name: string
}

/** The part of the board a load covers: offers that match all of it and that the load does not have are dropped. */
export interface Scope {
  /** Id of the source that brought an offer last. */
  readonly source?: string
  readonly book?: string
  /** In any spelling people type. */
  readonly league?: string
}

export type TextFormat = 'json' | 'ndjson' | 'csv' | 'auto'

/** JSON that is one value, or one value a line. */
export type JsonForm = 'value' | 'lines'

export interface LoadRequest {
  /** Texts of one source are merged in the order of their requests. */
  readonly source: SourceName
  /** UTF-8 or UTF-16, or gzip of it. The load takes the buffer: it is empty afterwards. */
  readonly bytes: Uint8Array
  readonly format?: TextFormat
  readonly replaces?: Scope
  /** Time of the source's last load, epoch ms, when its text is read again: it keeps that load's place in the order. */
  readonly loadedAt?: number | undefined
}

export interface MergeOrder {
  /** Loads are numbered from 1 in the order of their requests. */
  readonly load: number
  /** Epoch ms. */
  readonly at: number
  readonly source: SourceName
  readonly replaces?: Scope
  /** True when the text of the source's last load is read again. */
  readonly isAgain?: boolean
}

export interface LoadOrder extends MergeOrder {
  /** Number of the board it is for, counted from one emptying to the next; later boards refuse it. */
  readonly era: number
}

/** A text that cannot be read as a whole; the message is a sentence for the user. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText'
}
