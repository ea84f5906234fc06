/** The plain odds objects found in a text, and the text without them. */
import { integers, letGo } from '../columns/columns.ts'
import { Span, spanFields } from './odds-span.ts'
import type { JsonForm } from '../read/text-reader.ts'

const comma = 0x2c
const zero = 0x30
/** What an odds object with its tokens and a link takes, about; there is room for more, should there be more. */
const usualBytes = 400

export class SpanRows {
  /** May be set back: what was kept since is then forgotten. */
  count = 0
  readonly #text: Buffer
  readonly #isOneValue: boolean
  #rows: Uint32Array

  constructor(text: Buffer, form: JsonForm) {
    this.#text = text
    this.#isOneValue = form === 'value'
    this.#rows = integers(Math.ceil(text.length / usualBytes) * spanFields)
  }

  /** Keeps the first fields of a frame. */
  keep(frame: Uint32Array, leader: number): void {
    const from = this.count++ * spanFields
    if (from + spanFields > this.#rows.length) this.#widen()
    frame[Span.leader] = leader
    for (let field = 0; field < spanFields; field++) this.#rows[from + field] = frame[field] ?? 0
  }

  /** Rows of `spanFields`. */
  list(): Uint32Array {
    return this.#rows.subarray(0, this.count * spanFields)
  }

  /** The text with a 0 for each span. */
  rest(): Buffer {
    const spans = this.list()
    if (spans.length === 0) return this.#text
    const rest = Buffer.allocUnsafeSlow(this.#restLength())
    let from = 0
    let length = 0
    for (let span = 0; span < spans.length; span += spanFields) {
      const end = spans[span + Span.object] ?? 0
      // A single byte between two spans of a value is a comma; to read it would fetch text that is no longer at hand.
      if (this.#isOneValue && span > 0 && end - from === 1) rest[length++] = comma
      else while (from < end) rest[length++] = this.#text[from++] ?? 0
      rest[length++] = zero
      from = spans[span + Span.objectEnd] ?? 0
    }
    this.#text.copy(rest, length, from)
    return rest
  }

  #restLength(): number {
    const spans = this.list()
    let length = this.#text.length
    for (let span = 0; span < spans.length; span += spanFields)
      length -= (spans[span + Span.objectEnd] ?? 0) - (spans[span + Span.object] ?? 0) - 1
    return length
  }

  #widen(): void {
    const wider = integers(Math.max(1024 * spanFields, this.#rows.length * 2))
    wider.set(this.#rows)
    letGo(this.#rows)
    this.#rows = wider
  }
}
