/**
 * Finds plain odds objects in JSON text without making values of it, three times as fast as JSON.parse. Plain is one
 * that follows another of the same book and event in its list and has no escape in its id and tokens. What is left,
 * with a 0 in the place of each plain one, is small: JSON.parse reads it, and with it all that surrounds them.
 */
import { JsonCursor, NotJson } from './json-cursor.ts'
import type { Key, ObjectKeys } from './object-keys.ts'
import { fieldByStart, longKey, notToBeRead, Span, type SpanField } from './odds-span.ts'
import type { JsonForm } from '../read/text-reader.ts'
import { frameFields, isOdd, newLevel, prefix, twiceAt, twiceEnd, type Level } from './scan-level.ts'
import { SpanRows } from './span-rows.ts'
import type { TwiceKey } from './twice-keys.ts'

export interface ScannedOdds {
  /** Rows of `spanFields` positions each. */
  readonly spans: Uint32Array
  readonly rest: Buffer
  /** Odds objects with a key twice are neither in the spans nor in the rest. */
  readonly twice: readonly TwiceKey[]
}

const deepest = 32
const quote = 0x22
const newLine = 0x0a
const hash = 0x23
const openList = 0x5b
const closeList = 0x5d
const nullStart = 0x6e
const openObject = 0x7b
const closeObject = 0x7d

export class OddsScanner {
  #text: Buffer = Buffer.alloc(0)
  #cursor = new JsonCursor(this.#text)
  #spans = new SpanRows(this.#text, 'value')
  #twice: TwiceKey[] = []
  readonly #levels = Array.from({ length: deepest + 2 }, newLevel)
  /** Book and event of the last id that was in four parts, with their `#`. */
  #prefix = 0
  #prefixLength = 0

  /** Undefined when the text is not the JSON this can read; JSON.parse then says what is wrong, if anything is. */
  scan(text: Buffer, form: JsonForm): ScannedOdds | undefined {
    this.#text = text
    this.#cursor = new JsonCursor(text)
    this.#spans = new SpanRows(text, form)
    this.#twice = []
    this.#prefixLength = 0
    if (!this.#isRead(form)) return undefined
    return { spans: this.#spans.list(), rest: this.#spans.rest(), twice: this.#twice }
  }

  #isRead(form: JsonForm): boolean {
    try {
      if (form === 'lines') this.#lines()
      else this.#value(0)
      return this.#cursor.next() === 0 && this.#cursor.at === this.#text.length
    } catch (error) {
      if (error instanceof NotJson) return false
      throw error
    }
  }

  #lines(): void {
    const cursor = this.#cursor
    const { lead } = this.#levelAt(0)
    lead.fill(0)
    while (cursor.next() !== 0) {
      const next = this.#text.indexOf(newLine, cursor.at)
      const end = next < 0 ? this.#text.length : next
      this.#element(0)
      if (cursor.at > end || (cursor.next() !== 0 && cursor.at < end)) throw new NotJson()
    }
  }

  #value(depth: number): void {
    const first = this.#cursor.next()
    if (depth > deepest && first !== quote) throw new NotJson()
    if (first === openObject) this.#object(depth)
    else if (first === openList) this.#list(depth)
    else this.#cursor.value(0)
  }

  #list(depth: number): void {
    const cursor = this.#cursor
    cursor.at++
    if (cursor.isClosed(closeList)) return
    const { lead } = this.#levelAt(depth + 1)
    lead.fill(0)
    do this.#element(depth + 1)
    while (cursor.hasMore(closeList))
  }

  /** One of those that follow each other. */
  #element(depth: number): void {
    const isObject = this.#cursor.next() === openObject
    this.#value(depth)
    if (!isObject) return
    const { frame, lead } = this.#levelAt(depth)
    const ownPrefix = frame[prefix] ?? 0
    if (ownPrefix === 0) return
    if (ownPrefix === lead[1]) this.#spans.keep(frame, lead[0] ?? 0)
    else {
      lead[0] = frame[Span.id] ?? 0
      lead[1] = ownPrefix
    }
  }

  #object(depth: number): void {
    const cursor = this.#cursor
    const { frame, keys } = this.#levelAt(depth)
    // Too short for a call of fill to pay.
    for (let field = 0; field < frameFields; field++) frame[field] = 0
    const keptBefore = this.#spans.count
    frame[Span.object] = cursor.at++
    if (!cursor.isClosed(closeObject)) {
      keys.begin()
      let place = 0
      do {
        cursor.next()
        this.#member(this.#key(frame, keys, place++), frame, depth)
      } while (cursor.hasMore(closeObject))
    }
    frame[Span.objectEnd] = cursor.at
    // An odds object is a leaf: what was found inside it is left to its own reading.
    if (frame[isOdd] === 1 || frame[prefix] !== 0) this.#spans.count = keptBefore
    if (frame[twiceAt] !== 0) this.#leaveOut(frame, keptBefore)
    if (frame[isOdd] === 1) frame[prefix] = 0
  }

  /** Moves past a key. */
  #key(frame: Uint32Array, keys: ObjectKeys, place: number): SpanField | undefined {
    const cursor = this.#cursor
    const guess = keys.guessAt(place)
    const from = cursor.at
    if (guess !== undefined && this.#areEqual(from, guess.bytes)) {
      cursor.at += guess.bytes.length
      return guess.field
    }
    const key = this.#nextKey()
    // A key with an escape may be any of the fields.
    if (key.hasEscape) frame[isOdd] = 1
    if (keys.hasTwice(key, place)) this.#set(frame, twiceAt, from, from + key.name.length)
    return key.field
  }

  #nextKey(): Key {
    const cursor = this.#cursor
    const from = cursor.at
    const hasEscape = cursor.key()
    const bytes = Buffer.from(this.#text.subarray(from, cursor.at))
    const name = bytes.subarray(0, cursor.keyEnd + 1 - from)
    return { bytes, name, hasEscape, field: this.#fieldAt(from + 1, cursor.keyEnd) }
  }

  #leaveOut(frame: Uint32Array, keptBefore: number): void {
    const isOdds = frame[prefix] !== 0 || frame[Span.sgpEnd] !== 0 || frame[Span.gradeEnd] !== 0
    const id = isOdds ? { from: (frame[Span.id] ?? 0) - 1, end: (frame[Span.idEnd] ?? 0) + 1 } : undefined
    this.#twice.push({ at: frame[twiceAt] ?? 0, end: frame[twiceEnd] ?? 0, id })
    if (!isOdds) return
    this.#spans.count = keptBefore
    this.#spans.keep(frame, notToBeRead)
    frame[prefix] = 0
  }

  #member(field: SpanField | undefined, frame: Uint32Array, depth: number): void {
    if (field === undefined) this.#inner(frame, depth)
    else {
      if (field.field === Span.rawLine) this.#checkLine(field.kind, frame)
      if (field.kind === 'text') this.#textField(field.field, frame, depth)
      else this.#rawField(field.field, frame, depth)
    }
  }

  /** Points and selection have one place, where only an object tells the one from the other. */
  #checkLine(kind: SpanField['kind'], frame: Uint32Array): void {
    const first = this.#cursor.next()
    if (first === nullStart) return
    const isOne = (first === openObject) === (kind === 'selection')
    if (!isOne || frame[Span.rawLineEnd] !== 0) frame[isOdd] = 1
  }

  #inner(frame: Uint32Array, depth: number): void {
    // What is known to be an odds object holds no others.
    if (frame[prefix] === 0) this.#value(depth + 1)
    else this.#cursor.value(deepest - depth - 1)
  }

  #textField(field: number, frame: Uint32Array, depth: number): void {
    const cursor = this.#cursor
    const first = cursor.next()
    const from = cursor.at + 1
    if (first !== quote) {
      if (first !== nullStart) frame[isOdd] = 1
      this.#inner(frame, depth)
      return
    }
    if (cursor.string()) frame[isOdd] = 1
    this.#set(frame, field, from, cursor.at - 1)
    if (field === Span.id) frame[prefix] = this.#prefixAt(from, cursor.at - 1)
  }

  #rawField(field: number, frame: Uint32Array, depth: number): void {
    const first = this.#cursor.next()
    const from = this.#cursor.at
    // A selection says which line it is, so its keys are looked at also behind the id.
    if (field === Span.rawLine) this.#value(depth + 1)
    else this.#inner(frame, depth)
    if (first !== nullStart) this.#set(frame, field, from, this.#cursor.at)
  }

  #set(frame: Uint32Array, field: number, from: number, end: number): void {
    frame[field] = from
    frame[field + 1] = end
  }

  #fieldAt(from: number, end: number): SpanField | undefined {
    const length = end - from
    const field = length < longKey ? fieldByStart[(length << 8) | (this.#text[from] ?? 0)] : undefined
    return field !== undefined && this.#areEqual(from, field.key) ? field : undefined
  }

  /** Where an id with the same book and event stands, itself or one before; 0 when it is not in four parts. */
  #prefixAt(id: number, end: number): number {
    if (this.#prefixLength > 0 && this.#areEqual(id, this.#text, this.#prefix, this.#prefixLength))
      return this.#afterHash(id + this.#prefixLength, end) > end ? 0 : this.#prefix
    const second = this.#afterHash(this.#afterHash(id, end), end)
    if (this.#afterHash(second, end) > end) return 0
    this.#prefixLength = second - id
    return (this.#prefix = id)
  }

  /** Behind the next `#`, or behind the end where there is none. */
  #afterHash(from: number, end: number): number {
    let at = from
    while (at < end && this.#text[at] !== hash) at++
    return at + 1
  }

  #areEqual(from: number, other: Buffer, start = 0, length = other.length): boolean {
    const text = this.#text
    for (let at = 0; at < length; at++) if (text[from + at] !== other[start + at]) return false
    return true
  }

  #levelAt(depth: number): Level {
    return this.#levels[depth] ?? newLevel()
  }
}
