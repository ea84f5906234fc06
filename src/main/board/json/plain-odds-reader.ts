/**
 * Reads odds objects of a JSON text from their bytes, without making values of them. An odds object is *plain* when
 * it follows another of the same book and event in its list and has no escape in its id and tokens: nearly all of a
 * feed are. The reader takes these out, and JSON.parse gets what is left: a 0 in the place of each, and all that
 * surrounds them. Duplicate keys, of which JSON.parse silently takes the last, are found on the way.
 *
 * Gain over JSON.parse alone (`node bench/board-json.ts`, CPU time of reading 25 feeds to batches): 381 ms instead of
 * 534 ms for 100,000 odds objects (51 MB), 3.4 s instead of 7.0 s for 1,000,000 (510 MB).
 */
import type { BatchMaker } from '../batch/batch-maker.ts'
import { release } from '../columns/columns.ts'
import type { JsonForm } from '../facts/load.ts'
import { OddsScanner, type DuplicateKey } from './scan-odds.ts'
import { takeSpans } from './take-spans.ts'

export class PlainOddsReader {
  readonly #maker: BatchMaker
  readonly #scanner = new OddsScanner()
  /** Writes the odds objects found last into the batch. */
  #takeFound = () => {}

  constructor(maker: BatchMaker) {
    this.#maker = maker
  }

  /**
   * Finds the plain odds objects of a text and returns the text without them; undefined when this reader cannot read
   * it. They are written to the batch by `finish` or the next call, after the caller has read the rest: each needs the
   * book and game of the object it follows. `firstLine` is the text's line in a larger text.
   */
  shorten(text: Buffer, form: JsonForm, firstLine = 1): Buffer | undefined {
    this.finish()
    const scanned = this.#scanner.scan(text, form)
    if (scanned === undefined) return undefined
    const { spans, duplicateKeys, rest } = scanned
    for (const key of duplicateKeys) leaveOutDuplicate(this.#maker, text, key, firstLine)
    if (spans.length > 0)
      this.#takeFound = () => {
        takeSpans(this.#maker, text, spans)
        release(spans)
      }
    return rest
  }

  /** Writes the odds objects found last to the batch. */
  finish(): void {
    this.#takeFound()
    this.#takeFound = () => {}
  }
}

function leaveOutDuplicate(
  maker: BatchMaker,
  text: Buffer,
  { at, end, id }: DuplicateKey,
  firstLine: number,
): void {
  const reason = id === undefined ? 'A key appears twice; the last one counts.' : 'A field appears twice.'
  maker.leaveOutText(reason, () => {
    const lines = text.toString('utf8', 0, at).split('\n')
    const place = `line ${firstLine + lines.length - 1}, column ${(lines.at(-1)?.length ?? 0) + 1}`
    const owner = id === undefined ? '' : ` of ${text.toString('utf8', id.from, id.end)}`
    return `${place}: ${text.toString('utf8', at, end)}${owner}`
  })
}
