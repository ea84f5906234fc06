/** A place in JSON text as bytes, moved over one token at a time. Every method throws NotJson where JSON would end. */

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
/** 1 for each byte that is more than itself in a string: one look-up a byte takes less than three comparisons. */
const endsRun = new Uint8Array(256).fill(1, 0, 0x20)
endsRun[quote] = endsRun[backslash] = 1
const hexDigits = /^[0-9a-fA-F]{4}$/

export class JsonCursor {
  readonly text: Buffer
  at = 0
  /** Where the last key ended: at its closing quote. */
  keyEnd = 0
  /** The text four bytes a word; none where it does not begin on a word. */
  readonly #words: Uint32Array

  constructor(text: Buffer) {
    this.text = text
    const words = text.byteOffset % 4 === 0 ? text.length >> 2 : 0
    this.#words = words === 0 ? new Uint32Array() : new Uint32Array(text.buffer, text.byteOffset, words)
  }

  /** Skips white space; answers the byte that follows, 0 at the end. */
  next(): number {
    let byte = this.text[this.at] ?? 0
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = this.text[++this.at] ?? 0
    return byte
  }

  expect(byte: number): void {
    if (this.next() !== byte) throw new NotJson()
    this.at++
  }

  /** Moves past a comma, or past the bracket that closes; answers whether it was the comma. */
  hasMore(bracket: number): boolean {
    const byte = this.next()
    if (byte !== comma && byte !== bracket) throw new NotJson()
    this.at++
    return byte === comma
  }

  /** Moves past the bracket that closes an empty list or object; answers whether it was there. */
  isClosed(bracket: number): boolean {
    if (this.next() !== bracket) return false
    this.at++
    return true
  }

  /** Moves past a value of any kind in which nothing but strings is more than `levels` levels deep. */
  value(levels: number): void {
    const first = this.next()
    if (first === quote) {
      this.string()
      return
    }
    if (levels < 0) throw new NotJson()
    if (first !== openObject && first !== openList) {
      this.scalar()
      return
    }
    this.at++
    // Each closes with the byte two behind the one it opens with.
    if (this.isClosed(first + 2)) return
    do {
      if (first === openObject) this.key()
      this.value(levels - 1)
    } while (this.hasMore(first + 2))
  }

  /** Moves past a key and its colon; answers whether the key has an escape. */
  key(): boolean {
    if (this.next() !== quote) throw new NotJson()
    const hasEscape = this.string()
    this.keyEnd = this.at - 1
    this.expect(colon)
    return hasEscape
  }

  /** Moves past a string; answers whether it has an escape. */
  string(): boolean {
    const { text } = this
    let hasEscape = false
    let at = this.at + 1
    for (;;) {
      at = this.#runEnd(at)
      if (text[at] === quote) break
      if (text[at] !== backslash) throw new NotJson()
      hasEscape = true
      at = this.#afterEscape(at + 1)
    }
    this.at = at + 1
    return hasEscape
  }

  /** The next byte of a string that is more than itself. Most bytes are not, and four at a time are passed. */
  #runEnd(from: number): number {
    const { text } = this
    const words = this.#words
    let place = from >> 2
    let ends = runEndsIn((words[place] ?? 0) | (passed[from & 3] ?? 0))
    while (ends === 0) ends = runEndsIn(words[++place] ?? 0)
    let at = place * 4 + ((31 - Math.clz32(ends & -ends)) >> 3)
    // Behind the last whole word of the text there may be a few bytes more.
    while (endsRun[text[at] ?? 0] === 0) at++
    return at
  }

  /** Moves past a number, `true`, `false` or `null`. */
  scalar(): void {
    const byte = this.text[this.at] ?? 0
    if (byte === minus || isDigit(byte)) this.#number()
    else this.#literal(byte)
  }

  #afterEscape(at: number): number {
    if (plainEscapes.has(this.text[at] ?? 0)) return at + 1
    if (this.text[at] === 0x75 && hexDigits.test(this.text.toString('latin1', at + 1, at + 5))) return at + 5
    throw new NotJson()
  }

  #number(): void {
    if (this.text[this.at] === minus) this.at++
    if (this.text[this.at] === zero) this.at++
    else this.#digits()
    if (this.text[this.at] === 0x2e) {
      this.at++
      this.#digits()
    }
    if (((this.text[this.at] ?? 0) | 0x20) !== 0x65) return
    this.at++
    const sign = this.text[this.at]
    if (sign === minus || sign === 0x2b) this.at++
    this.#digits()
  }

  #digits(): void {
    const from = this.at
    while (isDigit(this.text[this.at] ?? 0)) this.at++
    if (this.at === from) throw new NotJson()
  }

  #literal(first: number): void {
    const word = first === 0x74 ? 'true' : first === 0x66 ? 'false' : 'null'
    for (let place = 0; place < word.length; place++)
      if (this.text[this.at++] !== word.charCodeAt(place)) throw new NotJson()
  }
}

/** By how many bytes of a word are passed already: what makes these bytes plain. */
const passed = Uint32Array.of(0, 0x7f, 0x7f7f, 0x7f7f7f)

/** The lowest bit set lies in the first byte that is a quote, a backslash or below a space; 0 when none is. */
function runEndsIn(word: number): number {
  const quotes = word ^ 0x22222222
  const backslashes = word ^ 0x5c5c5c5c
  const ends =
    ((quotes - 0x01010101) & ~quotes) |
    ((backslashes - 0x01010101) & ~backslashes) |
    ((word - 0x20202020) & ~word)
  return ends & 0x80808080
}

const isDigit = (byte: number) => byte >= zero && byte <= 0x39
