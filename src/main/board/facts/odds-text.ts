/** What readers of texts share: the forms a text may have, who is told what is in it, and the fault of a whole text. */
import type { SourceName } from '../worker/load-progress.ts'
import type { Scope } from '../store/merge.ts'
import type { JsonObject } from './surroundings.ts'

export type TextFormat = 'json' | 'ndjson' | 'csv' | 'auto'

/** JSON that is one value, or one value a line. */
export type JsonForm = 'value' | 'lines'

/** A text to be loaded. */
export interface OddsText {
  /** Texts of one source are merged in the order they were given. */
  readonly source: SourceName
  /** UTF-8 or UTF-16, or gzip of it. Taken over: empty afterwards. */
  readonly bytes: Uint8Array
  readonly format?: TextFormat
  /** What the text is the whole truth of: earlier offers of that which it does not have are dropped. */
  readonly replaces?: Scope
}

export interface TextReader {
  /**
   * Offered a text before it is parsed: answers what is left of it to parse, undefined when it is not as the form says.
   * A text may be a line of another, its first line then has that number.
   */
  readonly shorten: (text: Buffer, form: JsonForm, firstLine?: number) => Buffer | undefined
  /** The JSON value; `line` counts from 1, undefined when the whole text is one value. */
  readonly value: (value: unknown, line?: number) => void
  /** One row of a CSV as an odds object. */
  readonly row: (odds: JsonObject, line: number) => void
  /** A line or row cannot be read; the example names the place. */
  readonly leftOut: (reason: string, example: string) => void
  /** The share of the text that is read, 0 to 1, told now and then. */
  readonly progress: (share: number) => void
}

/** The text as a whole cannot be read; the message is a sentence for the person who gave it. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText'
}

/** A reader tells its progress once in as many characters, or bytes. */
export const progressEvery = 4 * 2 ** 20
