/** A place in JSON text as bytes, moved over one token at a time. Every method throws NotJson where JSON would end. */

export class NotJson extends Error {
  override readonly name = 'NotJson'
}

const quote = 0x22
const backslash = 0x5c
const minus = 0x2d
const zero = 0x30
const plainEscapes = new Set(Buffer.from('"\\/bfnrt'))
const hexDigits = /^[0-9a-fA-F]{4}$/

export class JsonCursor {
  readonly text: Buffer
  at = 0

  constructor(text: Buffer) {
    this.text = text
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

  /** Moves past a string; answers whether it has an escape. */
  string(): boolean {
    const { text } = this
    let hasEscape = false
    let at = this.at + 1
    for (let byte = text[at] ?? 0; byte !== quote; byte = text[at] ?? 0) {
      if (byte < 0x20) throw new NotJson()
      if (byte === backslash) {
        hasEscape = true
        at = this.#afterEscape(at + 1)
      } else at++
    }
    this.at = at + 1
    return hasEscape
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

const isDigit = (byte: number) => byte >= zero && byte <= 0x39
