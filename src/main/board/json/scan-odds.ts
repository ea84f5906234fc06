/** Scan of a JSON text that finds the spans of its plain odds objects, and duplicate keys. */
import { JsonCursor, NotJson } from './json-cursor.ts'
import { ObjectKeys, type Key } from './object-keys.ts'
import { knownKeysByStart, longKeyLength, skippedSpan, Span, type KnownKey, SpanRows } from './odds-span.ts'
import type { JsonForm } from '../facts/load.ts'

export interface DuplicateKey {
  /** Start and end of the second key, quotes included. */
  readonly at: number
  readonly end: number
  /** Id of the odds object, quotes included; undefined for another kind of object. */
  readonly id: { readonly from: number; readonly end: number } | undefined
}

const maxDepth = 32
const quote = 0x22
const newLine = 0x0a
const hash = 0x23
const openList = 0x5b
const closeList = 0x5d
const nullStart = 0x6e
const openObject = 0x7b
const closeObject = 0x7d

/** Fields of a frame after those of `Span`. The first is 1 for an object that must be read in full. */
const isUnusual = 21
/** Position of an id with the same book and event; 0 for another kind of object. */
const prefixAt = 22
/** Position of a duplicate key; 0 for none. */
const duplicateAt = 23
const duplicateEnd = 24
const frameFields = 25

/** State of the scan at one depth. */
interface Level {
  /** Fields of the object being scanned. */
  readonly frame: Uint32Array
  readonly keys: ObjectKeys
  /** Position of the id that others of this list follow, and its prefix. */
  readonly lead: Uint32Array
}

const newLevel = (): Level => ({
  frame: new Uint32Array(frameFields),
  keys: new ObjectKeys(),
  lead: new Uint32Array(2),
})

export class OddsScanner {
  #text: Buffer = Buffer.alloc(0)
  #cursor = new JsonCursor(this.#text)
  #spans = new SpanRows(this.#text, 'value')
  #duplicateKeys: DuplicateKey[] = []
  readonly #levels = Array.from({ length: maxDepth + 2 }, newLevel)
  /** Position and length of the last `<book>#<event>#`. */
  #prefix = 0
  #prefixLength = 0

  /**
   * Returns undefined for a text this cannot scan; JSON.parse then finds the fault, if there is one. Odds objects with a
   * duplicate key are neither in the spans nor in the rest.
   */
  scan(text: Buffer, form: JsonForm) {
    this.#text = text
    this.#cursor = new JsonCursor(text)
    this.#spans = new SpanRows(text, form)
    this.#duplicateKeys = []
    this.#prefixLength = 0
    if (!this.#isScannable(form)) return undefined
    return { spans: this.#spans.list(), rest: this.#spans.rest(), duplicateKeys: this.#duplicateKeys }
  }

  #isScannable(form: JsonForm): boolean {
    try {
      if (form === 'lines') this.#scanLines()
      else this.#scanValue(0)
      return this.#cursor.skipSpace() === 0 && this.#cursor.at === this.#text.length
    } catch (error) {
      if (error instanceof NotJson) return false
      throw error
    }
  }

  #scanLines(): void {
    const cursor = this.#cursor
    const { lead } = this.#getLevel(0)
    lead.fill(0)
    while (cursor.skipSpace() !== 0) {
      const next = this.#text.indexOf(newLine, cursor.at)
      const end = next < 0 ? this.#text.length : next
      this.#scanElement(0)
      if (cursor.at > end || (cursor.skipSpace() !== 0 && cursor.at < end)) throw new NotJson()
    }
  }

  #scanValue(depth: number): void {
    const first = this.#cursor.skipSpace()
    if (depth > maxDepth && first !== quote) throw new NotJson()
    if (first === openObject) this.#scanObject(depth)
    else if (first === openList) this.#scanList(depth)
    else this.#cursor.skipValue(0)
  }

  #scanList(depth: number): void {
    const cursor = this.#cursor
    cursor.at++
    if (cursor.isClosed(closeList)) return
    const { lead } = this.#getLevel(depth + 1)
    lead.fill(0)
    do this.#scanElement(depth + 1)
    while (cursor.hasMore(closeList))
  }

  /** Scans one element of a list, or one line. */
  #scanElement(depth: number): void {
    const isObject = this.#cursor.skipSpace() === openObject
    this.#scanValue(depth)
    if (!isObject) return
    const { frame, lead } = this.#getLevel(depth)
    const ownPrefix = frame[prefixAt] ?? 0
    if (ownPrefix === 0) return
    if (ownPrefix === lead[1]) this.#spans.keep(frame, lead[0] ?? 0)
    else {
      lead[0] = frame[Span.id] ?? 0
      lead[1] = ownPrefix
    }
  }

  #scanObject(depth: number): void {
    const cursor = this.#cursor
    const { frame, keys } = this.#getLevel(depth)
    // Faster than `fill` for so few fields.
    for (let field = 0; field < frameFields; field++) frame[field] = 0
    const keptBefore = this.#spans.count
    frame[Span.object] = cursor.at++
    if (!cursor.isClosed(closeObject)) {
      keys.begin()
      let place = 0
      do {
        cursor.skipSpace()
        this.#scanMember(this.#scanKey(frame, keys, place++), frame, depth)
      } while (cursor.hasMore(closeObject))
    }
    frame[Span.objectEnd] = cursor.at
    // An odds object is a leaf: objects found inside it belong to it.
    if (frame[isUnusual] === 1 || frame[prefixAt] !== 0) this.#spans.count = keptBefore
    if (frame[duplicateAt] !== 0) this.#leaveOut(frame, keptBefore)
    if (frame[isUnusual] === 1) frame[prefixAt] = 0
  }

  /** Skips a key; returns its field. */
  #scanKey(frame: Uint32Array, keys: ObjectKeys, place: number): KnownKey | undefined {
    const cursor = this.#cursor
    const guess = keys.guessAt(place)
    const from = cursor.at
    if (guess !== undefined && this.#areEqual(from, guess.bytes)) {
      cursor.at += guess.bytes.length
      return guess.field
    }
    const key = this.#readKey()
    // A key with an escape may be any field.
    if (key.hasEscape) frame[isUnusual] = 1
    if (keys.isDuplicate(key, place)) this.#set(frame, duplicateAt, from, from + key.name.length)
    return key.field
  }

  #readKey(): Key {
    const cursor = this.#cursor
    const from = cursor.at
    const hasEscape = cursor.skipKey()
    const bytes = Buffer.from(this.#text.subarray(from, cursor.at))
    const name = bytes.subarray(0, cursor.keyEnd + 1 - from)
    return { bytes, name, hasEscape, field: this.#findKnownKey(from + 1, cursor.keyEnd) }
  }

  #leaveOut(frame: Uint32Array, keptBefore: number): void {
    const isOdds = frame[prefixAt] !== 0 || frame[Span.sgpEnd] !== 0 || frame[Span.gradeEnd] !== 0
    const id = isOdds ? { from: (frame[Span.id] ?? 0) - 1, end: (frame[Span.idEnd] ?? 0) + 1 } : undefined
    this.#duplicateKeys.push({ at: frame[duplicateAt] ?? 0, end: frame[duplicateEnd] ?? 0, id })
    if (!isOdds) return
    this.#spans.count = keptBefore
    this.#spans.keep(frame, skippedSpan)
    frame[prefixAt] = 0
  }

  #scanMember(field: KnownKey | undefined, frame: Uint32Array, depth: number): void {
    if (field === undefined) this.#scanInner(frame, depth)
    else {
      if (field.field === Span.rawLine) this.#checkLine(field.kind, frame)
      if (field.kind === 'text') this.#scanTextField(field.field, frame, depth)
      else this.#scanRawField(field.field, frame, depth)
    }
  }

  /** Points and selection share a field; only an object is a selection. */
  #checkLine(kind: KnownKey['kind'], frame: Uint32Array): void {
    const first = this.#cursor.skipSpace()
    if (first === nullStart) return
    const isOne = (first === openObject) === (kind === 'selection')
    if (!isOne || frame[Span.rawLineEnd] !== 0) frame[isUnusual] = 1
  }

  #scanInner(frame: Uint32Array, depth: number): void {
    // A known odds object is a leaf.
    if (frame[prefixAt] === 0) this.#scanValue(depth + 1)
    else this.#cursor.skipValue(maxDepth - depth - 1)
  }

  #scanTextField(field: number, frame: Uint32Array, depth: number): void {
    const cursor = this.#cursor
    const first = cursor.skipSpace()
    const from = cursor.at + 1
    if (first !== quote) {
      if (first !== nullStart) frame[isUnusual] = 1
      this.#scanInner(frame, depth)
      return
    }
    if (cursor.skipString()) frame[isUnusual] = 1
    this.#set(frame, field, from, cursor.at - 1)
    if (field === Span.id) frame[prefixAt] = this.#findPrefix(from, cursor.at - 1)
  }

  #scanRawField(field: number, frame: Uint32Array, depth: number): void {
    const first = this.#cursor.skipSpace()
    const from = this.#cursor.at
    // A selection has the line, so its keys are scanned even after the id.
    if (field === Span.rawLine) this.#scanValue(depth + 1)
    else this.#scanInner(frame, depth)
    if (first !== nullStart) this.#set(frame, field, from, this.#cursor.at)
  }

  #set(frame: Uint32Array, field: number, from: number, end: number): void {
    frame[field] = from
    frame[field + 1] = end
  }

  #findKnownKey(from: number, end: number): KnownKey | undefined {
    const length = end - from
    const field =
      length < longKeyLength ? knownKeysByStart[(length << 8) | (this.#text[from] ?? 0)] : undefined
    return field !== undefined && this.#areEqual(from, field.key) ? field : undefined
  }

  /** Returns the position of an id with the same book and event, this one or the last; 0 for an id without four parts. */
  #findPrefix(id: number, end: number): number {
    if (this.#prefixLength > 0 && this.#areEqual(id, this.#text, this.#prefix, this.#prefixLength))
      return this.#findAfterHash(id + this.#prefixLength, end) > end ? 0 : this.#prefix
    const second = this.#findAfterHash(this.#findAfterHash(id, end), end)
    if (this.#findAfterHash(second, end) > end) return 0
    this.#prefixLength = second - id
    return (this.#prefix = id)
  }

  /** Returns the position after the next `#`, or after the end when there is none. */
  #findAfterHash(from: number, end: number): number {
    let at = from
    while (at < end && this.#text[at] !== hash) at++
    return at + 1
  }

  #areEqual(from: number, other: Buffer, start = 0, length = other.length): boolean {
    const text = this.#text
    for (let at = 0; at < length; at++) if (text[from + at] !== other[start + at]) return false
    return true
  }

  #getLevel(depth: number): Level {
    return this.#levels[depth] ?? newLevel()
  }
}
