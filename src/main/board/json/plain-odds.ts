/**
 * Takes the odds objects that `scanOdds` found into a batch, from their bytes. Each follows one that was read in full,
 * so its book and game are known; what is not as usual about it sends it the same way.
 */
import { Mark, RowField } from '../batch/batch.ts'
import type { BatchMaker, KnownPrefix } from '../batch/batch-maker.ts'
import { ByteTable } from '../columns/byte-table.ts'
import { isoTimeIn } from '../facts/iso-time.ts'
import { notToBeRead, Span, spanFields } from './odds-span.ts'
import { isObject } from '../facts/surroundings.ts'
import { Texts } from '../batch/texts.ts'
import { timeOf } from '../facts/parse-time.ts'

const quote = 0x22
const hash = 0x23
const openList = 0x5b
const closeList = 0x5d
const trueStart = 0x74
const space = 0x20
const plus = 0x2b
/** Bytes of a longer id or token are read in full, where the limits are checked. */
const longestPlain = 900

export function takePlainOdds(maker: BatchMaker, text: Buffer, spans: Uint32Array): void {
  const taker = new PlainOddsTaker(maker, text, spans)
  maker.rows.expect(spans.length / spanFields, tokenBytesIn(spans))
  for (let span = 0; span < spans.length; span += spanFields) taker.take(span)
}

function tokenBytesIn(spans: Uint32Array): number {
  const length = (field: number) => (spans[field + 1] ?? 0) - (spans[field] ?? 0)
  let sum = 0
  for (let span = 0; span < spans.length; span += spanFields)
    sum += length(span + Span.sgp) + length(span + Span.grade)
  return sum
}

class PlainOddsTaker {
  readonly #maker: BatchMaker
  readonly #text: Buffer
  readonly #spans: Uint32Array
  /** Where the span being read begins. */
  #span = 0
  readonly #prices = new ByteTable()
  readonly #lines = new ByteTable()
  #leader = -1
  #prefix: KnownPrefix | undefined
  /** The market met last, and where. */
  #market = 0
  #marketFrom = 0
  #marketEnd = 0

  constructor(maker: BatchMaker, text: Buffer, spans: Uint32Array) {
    this.#maker = maker
    this.#text = text
    this.#spans = spans
  }

  take(span: number): void {
    this.#span = span
    if (this.#at(Span.leader) === notToBeRead) return
    this.#meetLeader()
    if (this.#prefix === undefined || this.#isLong() || !this.#takeBytes(this.#prefix)) this.#readInFull()
  }

  #takeBytes({ event, book, bytes, isVerbatim }: KnownPrefix): boolean {
    const { texts, rows } = this.#maker
    const from = this.#at(Span.id) + bytes
    const market = this.#marketAt(from)
    const marketEnd = this.#marketEnd
    const name = texts.entryAt(this.#text, marketEnd + 1, this.#at(Span.idEnd))
    if (Texts.isEmpty(market) || Texts.isEmpty(name)) return false
    if (!(isVerbatim && Texts.isVerbatim(market) && Texts.isVerbatim(name)))
      this.#maker.keepOddsId(this.#text.toString('utf8', this.#at(Span.id), this.#at(Span.idEnd)))
    const hasPlayer = this.#hasPlayer()
    rows.add({
      event,
      market: Texts.idOf(market),
      name: Texts.idOf(name),
      wording: hasPlayer ? this.#wordingOf(Texts.idOf(name)) : Texts.idOf(name),
      book,
      price: this.#price(),
      marks: (this.#isMain() ? Mark.main : 0) | (hasPlayer ? Mark.player : 0),
      updatedAt: this.#updatedAt(),
      told: this.#told(marketEnd + 1, name, event),
    })
    rows.addTokenBytes(RowField.sgpBytes, this.#text, this.#at(Span.sgp), this.#at(Span.sgpEnd))
    rows.addTokenBytes(RowField.gradeBytes, this.#text, this.#at(Span.grade), this.#at(Span.gradeEnd))
    return true
  }

  /** Markets come in runs: the one before is compared before any is looked up. */
  #marketAt(from: number): number {
    const length = this.#marketEnd - this.#marketFrom
    const isSame = length > 0 && this.#isSame(from, this.#marketFrom, from + length + 1)
    this.#marketFrom = from
    this.#marketEnd = isSame ? from + length : this.#text.indexOf(hash, from)
    if (!isSame) this.#market = this.#maker.texts.entryAt(this.#text, from, this.#marketEnd)
    return this.#market
  }

  #readInFull(): void {
    const odds = this.#valueOf(Span.object)
    if (isObject(odds)) this.#maker.takeOrLeave(odds)
  }

  #meetLeader(): void {
    const leader = this.#at(Span.leader)
    if (leader === this.#leader) return
    this.#leader = leader
    const end = this.#text.indexOf(hash, this.#text.indexOf(hash, leader) + 1) + 1
    this.#prefix = this.#maker.knownPrefix(this.#text.toString('utf8', leader, end))
  }

  #isLong(): boolean {
    const length = (field: number) => this.#at(field + 1) - this.#at(field)
    return Math.max(length(Span.id), length(Span.sgp), length(Span.grade)) > longestPlain
  }

  #hasPlayer(): boolean {
    let at = this.#at(Span.rawPlayers)
    const end = this.#at(Span.rawPlayersEnd)
    if (end === 0 || this.#text[at++] !== openList) return false
    while ((this.#text[at] ?? 0) <= space) at++
    return this.#text[at] !== closeList
  }

  #wordingOf(name: number): number {
    const { texts } = this.#maker
    if (texts.mentionsPlayers(name)) return name
    const players = this.#valueOf(Span.rawPlayers)
    return Array.isArray(players)
      ? this.#maker.wordingOf({ id: name, text: texts.textOf(name) }, players)
      : name
  }

  #price(): number {
    const end = this.#at(Span.rawPriceEnd)
    if (end === 0) return 0
    return this.#prices.numberOf(this.#text, this.#at(Span.rawPrice), end, raw =>
      this.#maker.priceOf(parsed(raw)),
    )
  }

  /** Nearly always the name, and the points where there are any, are those of the id: bytes tell that. */
  #told(idName: number, name: number, event: number): number {
    if (Texts.isVerbatim(name) && this.#isNameOfId(idName) && this.#isLineOfId(idName)) return 0
    const valueOf = (field: number) => (this.#at(field + 1) === 0 ? undefined : this.#valueOf(field))
    const line = valueOf(Span.rawLine)
    const own = { name: valueOf(Span.rawName), [isObject(line) ? 'selection' : 'points']: line }
    return this.#maker.toldOf(this.#maker.texts.textOf(Texts.idOf(name)), own, event)
  }

  #isNameOfId(idName: number): boolean {
    const from = this.#at(Span.rawName) + 1
    const end = this.#at(Span.rawNameEnd) - 1
    return end < 0 || (end - from === this.#at(Span.idEnd) - idName && this.#isSame(from, idName, end))
  }

  /** Whether the name in the id ends with the points behind a space or a plus. */
  #isLineOfId(idName: number): boolean {
    let from = this.#at(Span.rawLine)
    let end = this.#at(Span.rawLineEnd)
    if (end === 0) return true
    if (this.#text[from] === quote) {
      from++
      end--
    }
    const line = this.#at(Span.idEnd) - (end - from)
    const before = this.#text[line - 1]
    if (line <= idName || (before !== space && before !== plus) || !this.#isSame(from, line, end))
      return false
    return this.#lines.numberOf(this.#text, from, end, asUsuallyWritten) === 1
  }

  #isSame(from: number, other: number, end: number): boolean {
    for (let at = from; at < end; at++) if (this.#text[at] !== this.#text[other + at - from]) return false
    return true
  }

  #isMain(): boolean {
    return this.#at(Span.rawMainEnd) > 0 && this.#text[this.#at(Span.rawMain)] === trueStart
  }

  #updatedAt(): number {
    const end = this.#at(Span.rawUpdatedEnd)
    if (end === 0) return Number.NaN
    const at = isoTimeIn(this.#text, this.#at(Span.rawUpdated), end)
    return Number.isNaN(at) ? (timeOf(this.#valueOf(Span.rawUpdated)) ?? Number.NaN) : at
  }

  #at(field: number): number {
    return this.#spans[this.#span + field] ?? 0
  }

  #valueOf(field: number): unknown {
    return parsed(this.#text.toString('utf8', this.#at(field), this.#at(field + 1)))
  }
}

function parsed(json: string): unknown {
  return JSON.parse(json)
}

/** 1 for a number written as this program would write it, not `5.50` or `1e3`. */
const asUsuallyWritten = (raw: string) => (String(Number(raw)) === raw ? 1 : 0)
