/** Positions of an odds object's fields in a JSON text, and the keys of these fields. */
import { integers, release } from '../columns/columns.ts'
import type { JsonForm } from '../facts/load.ts'

/** Positions in the text: text fields without quotes, raw fields with the whole value. An end of 0 means missing. */
export const Span = {
  object: 0,
  objectEnd: 1,
  id: 2,
  idEnd: 3,
  sgp: 4,
  sgpEnd: 5,
  grade: 6,
  gradeEnd: 7,
  rawPrice: 8,
  rawPriceEnd: 9,
  rawUpdated: 10,
  rawUpdatedEnd: 11,
  rawPlayers: 12,
  rawPlayersEnd: 13,
  rawMain: 14,
  rawMainEnd: 15,
  rawName: 16,
  rawNameEnd: 17,
  /** Points, or the `selection` object with the points. */
  rawLine: 18,
  rawLineEnd: 19,
  /** Id of the odds object that this one follows in its list, or `skippedSpan`. */
  leader: 20,
} as const
export const spanFields = 21
/** `leader` of an object that is removed from the text and not read. */
export const skippedSpan = 0xffffffff

const fields = [
  { key: Buffer.from('id'), field: Span.id, kind: 'text' },
  { key: Buffer.from('sgp'), field: Span.sgp, kind: 'text' },
  { key: Buffer.from('grade'), field: Span.grade, kind: 'text' },
  { key: Buffer.from('price'), field: Span.rawPrice, kind: 'raw' },
  { key: Buffer.from('updated'), field: Span.rawUpdated, kind: 'raw' },
  { key: Buffer.from('players'), field: Span.rawPlayers, kind: 'raw' },
  { key: Buffer.from('name'), field: Span.rawName, kind: 'raw' },
  { key: Buffer.from('points'), field: Span.rawLine, kind: 'points' },
  { key: Buffer.from('selection'), field: Span.rawLine, kind: 'selection' },
  { key: Buffer.from('main'), field: Span.rawMain, kind: 'raw' },
] as const
export type KnownKey = (typeof fields)[number]
/** Keys of this length or more are unknown. */
export const longKeyLength = 10
/** Known keys by length and first byte. */
export const knownKeysByStart: (KnownKey | undefined)[] = Array.from({ length: longKeyLength << 8 })
for (const field of fields) knownKeysByStart[(field.key.length << 8) | (field.key[0] ?? 0)] = field

const comma = 0x2c
const zero = 0x30
/** Typical size of an odds object with its tokens and a link; the table grows for more rows. */
const typicalBytes = 400

/** Spans of the plain odds objects of a text. */
export class SpanRows {
  /** Number of rows; setting it back forgets the last ones. */
  count = 0
  readonly #text: Buffer
  readonly #isOneValue: boolean
  #rows: Uint32Array

  constructor(text: Buffer, form: JsonForm) {
    this.#text = text
    this.#isOneValue = form === 'value'
    this.#rows = integers(Math.ceil(text.length / typicalBytes) * spanFields)
  }

  /** Adds the first fields of a frame. */
  keep(frame: Uint32Array, leader: number): void {
    const from = this.count++ * spanFields
    if (from + spanFields > this.#rows.length) this.#widen()
    frame[Span.leader] = leader
    for (let field = 0; field < spanFields; field++) this.#rows[from + field] = frame[field] ?? 0
  }

  /** Rows of `spanFields` positions. */
  list(): Uint32Array {
    return this.#rows.subarray(0, this.count * spanFields)
  }

  /** Returns the text with a 0 in place of each span. */
  rest(): Buffer {
    const spans = this.list()
    if (spans.length === 0) return this.#text
    const rest = Buffer.allocUnsafeSlow(this.#restLength())
    let from = 0
    let length = 0
    for (let span = 0; span < spans.length; span += spanFields) {
      const end = spans[span + Span.object] ?? 0
      // A single byte between two spans of a value is a comma; reading it would fetch memory for nothing.
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
    release(this.#rows)
    this.#rows = wider
  }
}
