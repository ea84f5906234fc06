/**
 * JSON that is too long to be parsed in one piece: parsed values can take forty times the memory of their text. A long
 * list is parsed a piece at a time, while it is walked; of a long object, its short members and its long ones apart.
 */
import type { JsonObject } from '../facts/surroundings.ts'
import { JsonCursor, NotJson } from './json-cursor.ts'

/** Bytes of JSON that are parsed in one piece. */
export const maxPieceBytes = 8 * 2 ** 20
/** A long object with fewer members keeps their places. */
const maxKeptMembers = 1_000
/** Deeper than any text that is meant to be read; each level takes a call. */
const maxLevels = 1_000
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

interface Range {
  readonly from: number
  readonly end: number
}

interface LongText {
  readonly text: Buffer
  readonly maxBytes: number
}

interface Member extends Range {
  readonly key: string
}

interface ListPiece extends Range {
  /** Place of its first element in the list. */
  readonly first: number
  readonly isOneLong: boolean
}

/**
 * Returns the value, in which lists and objects that are too long are a LongList or LongObject. The JSON must be valid.
 */
export const parseLong = (text: Buffer, maxBytes = maxPieceBytes): unknown =>
  parseRange({ text, maxBytes }, { from: 0, end: text.length })

function parseRange({ text, maxBytes }: LongText, { from, end }: Range): unknown {
  const cursor = new JsonCursor(text)
  cursor.at = from
  const first = cursor.skipSpace()
  if (end - cursor.at <= maxBytes) return parse(text, cursor.at, end)
  if (first === openList) return new LongList({ text, maxBytes }, cursor.at)
  if (first === openObject) return new LongObject({ text, maxBytes }, cursor.at)
  // No field that the program reads is this long.
  return null
}

/** Position of the first byte that is not valid JSON; undefined when all of it is. */
export function findFault(text: Buffer): number | undefined {
  const cursor = new JsonCursor(text)
  try {
    cursor.skipValue(maxLevels)
    return cursor.skipSpace() === 0 && cursor.at === text.length ? undefined : cursor.at
  } catch (error) {
    if (error instanceof NotJson) return Math.min(cursor.at, text.length)
    throw error
  }
}

export class LongList {
  readonly #long: LongText
  readonly #from: number

  constructor(long: LongText, from: number) {
    this.#long = long
    this.#from = from
  }

  /** Yields some elements at a time, with the place of the first. */
  *pieces(): Generator<{ first: number; elements: readonly unknown[] }, void> {
    for (const piece of this.#split()) {
      const { from, end, first, isOneLong } = piece
      const elements = isOneLong
        ? [parseRange(this.#long, piece)]
        : toList(parse(this.#long.text, from, end, '[]'))
      yield { first, elements }
    }
  }

  *#split(): Generator<ListPiece, void> {
    const { text, maxBytes } = this.#long
    const cursor = new JsonCursor(text)
    cursor.at = this.#from + 1
    if (cursor.isClosed(closeList)) return
    let piece = { from: cursor.at, end: cursor.at, first: 0 }
    let hasMore = true
    for (let place = 0; hasMore; place++) {
      const { from, end } = skipElement(cursor)
      const isLong = end - from > maxBytes
      if (place > piece.first && (isLong || end - piece.from > maxBytes)) {
        yield { ...piece, isOneLong: false }
        piece = { from, end, first: place }
      }
      piece.end = end
      hasMore = cursor.hasMore(closeList)
      if (!isLong) continue
      yield { ...piece, isOneLong: true }
      piece = { from: cursor.at, end: cursor.at, first: place + 1 }
    }
    if (piece.end > piece.from) yield { ...piece, isOneLong: false }
  }
}

export class LongObject {
  /** Short members, as many as fit in a piece. */
  readonly node: JsonObject
  readonly #long: LongText
  readonly #from: number
  /** Members by key where they are few, so that the long ones are found once. */
  readonly #few: ReadonlyMap<string, Member> | undefined

  constructor(long: LongText, from: number) {
    this.#long = long
    this.#from = from
    const first = [...this.#scanMembers().take(maxKeptMembers)]
    this.#few = first.length < maxKeptMembers ? new Map(first.map(member => [member.key, member])) : undefined
    this.node = this.#readShort()
  }

  /**
   * Yields the members in order. Of duplicate keys the last value counts, in the place of the first, as in JSON.parse.
   * An object of 1,000 members or more yields duplicates too: remembering its keys would take half as much time again.
   */
  *entries(): Generator<[string, unknown], void> {
    for (const { key, ...range } of this.#members()) yield [key, parseRange(this.#long, range)]
  }

  #readShort(): JsonObject {
    const entries: [string, unknown][] = []
    let room = this.#long.maxBytes
    for (const { key, from, end } of this.#members()) {
      const bytes = key.length + end - from
      if (bytes > room) continue
      room -= bytes
      entries.push([key, parse(this.#long.text, from, end)])
    }
    return Object.fromEntries(entries)
  }

  #members(): Iterable<Member> {
    return this.#few?.values() ?? this.#scanMembers()
  }

  *#scanMembers(): Generator<Member, void> {
    const cursor = new JsonCursor(this.#long.text)
    cursor.at = this.#from + 1
    if (cursor.isClosed(closeObject)) return
    do {
      cursor.skipSpace()
      const keyAt = cursor.at
      cursor.skipKey()
      const key = String(parse(this.#long.text, keyAt, cursor.keyEnd + 1))
      yield { key, ...skipElement(cursor) }
    } while (cursor.hasMore(closeObject))
  }
}

function skipElement(cursor: JsonCursor): Range {
  cursor.skipSpace()
  const from = cursor.at
  cursor.skipValue(maxLevels)
  return { from, end: cursor.at }
}

function parse(text: Buffer, from: number, end: number, brackets = ''): unknown {
  const json = text.toString('utf8', from, end)
  return JSON.parse(`${brackets.slice(0, 1)}${json}${brackets.slice(1)}`)
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
