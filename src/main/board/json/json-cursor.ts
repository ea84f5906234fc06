/**
 * A position in the bytes of a JSON text that skips one token at a time. Every method throws NotJson where the text is
 * not JSON.
 */

export class NotJson extends Error {
  override readonly name = 'NotJson'
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openList = 0x5b
const openObject = 0x7b
const minus = 0x2d
const zero = 0x30
const plainEscapes = new Set(Buffer.from('"\\/bfnrt'))
/** 1 for each byte that is special in a string: one array access is faster than three comparisons. */
const endsRun = new Uint8Array(256).fill(1, 0, 0x20)
endsRun[quote] = endsRun[backslash] = 1
const hexDigits = /^[0-9a-fA-F]{4}$/

export class JsonCursor {
  readonly text: Buffer
  at = 0
  /** Position of the last key's closing quote. */
  keyEnd = 0
  /** The text in words of four bytes; empty when the text does not begin on a word boundary. */
  readonly #words: Uint32Array

  constructor(text: Buffer) {
    this.text = text
    const words = text.byteOffset % 4 === 0 ? text.length >> 2 : 0
    this.#words = words === 0 ? new Uint32Array() : new Uint32Array(text.buffer, text.byteOffset, words)
  }

  /** Skips white space; returns the byte that follows, 0 at the end. */
  skipSpace(): number {
    let byte = this.text[this.at] ?? 0
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = this.text[++this.at] ?? 0
    return byte
  }

  expect(byte: number): void {
    if (this.skipSpace() !== byte) throw new NotJson()
    this.at++
  }

  /** Skips a comma, or the closing bracket; returns true for the comma. */
  hasMore(bracket: number): boolean {
    const byte = this.skipSpace()
    if (byte !== comma && byte !== bracket) throw new NotJson()
    this.at++
    return byte === comma
  }

  /** Skips the closing bracket of an empty list or object; returns false when it is not there. */
  isClosed(bracket: number): boolean {
    if (this.skipSpace() !== bracket) return false
    this.at++
    return true
  }

  /** Skips a value of any kind. Throws when it nests deeper than `levels`, strings excepted. */
  skipValue(levels: number): void {
    const first = this.skipSpace()
    if (first === quote) {
      this.skipString()
      return
    }
    if (levels < 0) throw new NotJson()
    if (first !== openObject && first !== openList) {
      this.skipScalar()
      return
    }
    this.at++
    // The code of a closing bracket is that of the opening one plus 2.
    if (this.isClosed(first + 2)) return
    do {
      if (first === openObject) this.skipKey()
      this.skipValue(levels - 1)
    } while (this.hasMore(first + 2))
  }

  /** Skips a key and its colon; returns true when the key has an escape. */
  skipKey(): boolean {
    if (this.skipSpace() !== quote) throw new NotJson()
    const hasEscape = this.skipString()
    this.keyEnd = this.at - 1
    this.expect(colon)
    return hasEscape
  }

  /** Skips a string; returns true when it has an escape. */
  skipString(): boolean {
    const { text } = this
    let hasEscape = false
    let at = this.at + 1
    for (;;) {
      at = this.#findRunEnd(at)
      if (text[at] === quote) break
      if (text[at] !== backslash) throw new NotJson()
      hasEscape = true
      at = this.#skipEscape(at + 1)
    }
    this.at = at + 1
    return hasEscape
  }

  /** Finds the next special byte of a string; plain bytes are skipped four at a time. */
  #findRunEnd(from: number): number {
    const { text } = this
    const words = this.#words
    let place = from >> 2
    let ends = findRunEnds((words[place] ?? 0) | (plainMasks[from & 3] ?? 0))
    while (ends === 0) ends = findRunEnds(words[++place] ?? 0)
    let at = place * 4 + ((31 - Math.clz32(ends & -ends)) >> 3)
    // The text may have a few bytes after its last whole word.
    while (endsRun[text[at] ?? 0] === 0) at++
    return at
  }

  /** Skips a number, `true`, `false` or `null`. */
  skipScalar(): void {
    const byte = this.text[this.at] ?? 0
    if (byte === minus || isDigit(byte)) this.#skipNumber()
    else this.#skipLiteral(byte)
  }

  #skipEscape(at: number): number {
    if (plainEscapes.has(this.text[at] ?? 0)) return at + 1
    if (this.text[at] === 0x75 && hexDigits.test(this.text.toString('latin1', at + 1, at + 5))) return at + 5
    throw new NotJson()
  }

  #skipNumber(): void {
    if (this.text[this.at] === minus) this.at++
    if (this.text[this.at] === zero) this.at++
    else this.#skipDigits()
    if (this.text[this.at] === 0x2e) {
      this.at++
      this.#skipDigits()
    }
    if (((this.text[this.at] ?? 0) | 0x20) !== 0x65) return
    this.at++
    const sign = this.text[this.at]
    if (sign === minus || sign === 0x2b) this.at++
    this.#skipDigits()
  }

  #skipDigits(): void {
    const from = this.at
    while (isDigit(this.text[this.at] ?? 0)) this.at++
    if (this.at === from) throw new NotJson()
  }

  #skipLiteral(first: number): void {
    const word = first === 0x74 ? 'true' : first === 0x66 ? 'false' : 'null'
    for (let place = 0; place < word.length; place++, this.at++)
      if (this.text[this.at] !== word.charCodeAt(place)) throw new NotJson()
  }
}

/** Masks that make the first 0 to 3 bytes of a word plain, because they are skipped already. */
const plainMasks = Uint32Array.of(0, 0x7f, 0x7f7f, 0x7f7f7f)

/** Returns bits of which the lowest lies in the first byte that is a quote, a backslash or a control; 0 for none. */
function findRunEnds(word: number): number {
  const quotes = word ^ 0x22222222
  const backslashes = word ^ 0x5c5c5c5c
  const ends =
    ((quotes - 0x01010101) & ~quotes) |
    ((backslashes - 0x01010101) & ~backslashes) |
    ((word - 0x20202020) & ~word)
  return ends & 0x80808080
}

const isDigit = (byte: number) => byte >= zero && byte <= 0x39
