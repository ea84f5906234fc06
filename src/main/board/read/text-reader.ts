/** Receiver of what a text holds: JSON values, or rows of a CSV, with what cannot be read and the progress. */
import type { JsonForm } from '../facts/load.ts'
import type { JsonObject } from '../facts/surroundings.ts'

export interface TextReader {
  /**
   * Removes odds objects from a text before it is parsed. Returns the rest of the text, undefined when it does not have
   * this form. `firstLine`: number of its first line when the text is part of a longer one.
   */
  readonly shorten: (text: Buffer, form: JsonForm, firstLine?: number) => Buffer | undefined
  /** Takes a JSON value; `line` counts from 1, undefined when the whole text is one value. */
  readonly value: (value: unknown, line?: number) => void
  /** Takes one row of a CSV as an odds object. */
  readonly row: (odds: JsonObject, line: number) => void
  /** Notes a line or row that cannot be read; the example names the place. */
  readonly leftOut: (reason: string, example: string) => void
  /** Notes the share of the text that is read, 0 to 1. */
  readonly progress: (share: number) => void
}

/** Progress is reported once in this number of characters or bytes. */
export const progressEvery = 4 * 2 ** 20
