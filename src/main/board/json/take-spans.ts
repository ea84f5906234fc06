/**
 * Writes the odds objects found by `OddsScanner` to a batch, from their bytes. Each follows one that was read in full,
 * so its book and game are known; an object with anything unusual is read in full too.
 */
import { Mark, RowField } from '../batch/batch.ts'
import type { BatchMaker, KnownPrefix } from '../batch/batch-maker.ts'
import { ByteTable } from '../columns/byte-table.ts'
import { parseIsoTimeBytes, parseTime } from '../facts/parse-time.ts'
import { skippedSpan, Span, spanFields } from './odds-span.ts'
import { isObject } from '../facts/surroundings.ts'
import { PartTexts } from '../batch/part-texts.ts'

const quote = 0x22
const hash = 0x23
const openList = 0x5b
const closeList = 0x5d
const trueStart = 0x74
const space = 0x20
const plus = 0x2b
/** An object with a longer id or token is read in full, which checks the limits. */
const maxPlainBytes = 900

export function takeSpans(maker: BatchMaker, text: Buffer, spans: Uint32Array): void {
  const taker = new SpanTaker(maker, text, spans)
  maker.rows.expect(spans.length / spanFields, countTokenBytes(spans))
  for (let span = 0; span < spans.length; span += spanFields) taker.take(span)
}

function countTokenBytes(spans: Uint32Array): number {
  const length = (field: number) => (spans[field + 1] ?? 0) - (spans[field] ?? 0)
  let sum = 0
  for (let span = 0; span < spans.length; span += spanFields)
    sum += length(span + Span.sgp) + length(span + Span.grade)
  return sum
}

class SpanTaker {
  readonly #maker: BatchMaker
  readonly #text: Buffer
  readonly #spans: Uint32Array
  /** Start of the current span. */
  #span = 0
  readonly #prices = new ByteTable()
  readonly #lines = new ByteTable()
  #leader = -1
  #prefix: KnownPrefix | undefined
  #prefixBytes = 0
  /** Last market, and its position. */
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
    if (this.#at(Span.leader) === skippedSpan) return
    this.#followLeader()
    if (this.#prefix === undefined || this.#isLong() || !this.#takeBytes(this.#prefix)) this.#readInFull()
  }

  #takeBytes({ event, book, isVerbatim }: KnownPrefix): boolean {
    const { texts, rows } = this.#maker
    const market = this.#readMarket(this.#at(Span.id) + this.#prefixBytes)
    const marketEnd = this.#marketEnd
    const name = texts.addBytes(this.#text, marketEnd + 1, this.#at(Span.idEnd))
    if (PartTexts.isEmpty(market) || PartTexts.isEmpty(name)) return false
    if (!(isVerbatim && PartTexts.isVerbatim(market) && PartTexts.isVerbatim(name)))
      this.#maker.keepOddsId(this.#text.toString('utf8', this.#at(Span.id), this.#at(Span.idEnd)))
    const hasPlayer = this.#hasPlayer()
    rows.add({
      event,
      market: PartTexts.idOf(market),
      name: PartTexts.idOf(name),
      wording: hasPlayer ? this.#readWording(PartTexts.idOf(name)) : PartTexts.idOf(name),
      book,
      price: this.#readPrice(),
      marks: (this.#isMain() ? Mark.main : 0) | (hasPlayer ? Mark.player : 0),
      updatedAt: this.#readUpdatedAt(),
      ownLine: this.#readOwnLine(marketEnd + 1, name, event),
    })
    rows.addTokenBytes(RowField.sgpBytes, this.#text, this.#at(Span.sgp), this.#at(Span.sgpEnd))
    rows.addTokenBytes(RowField.gradeBytes, this.#text, this.#at(Span.grade), this.#at(Span.gradeEnd))
    return true
  }

  /** Markets come in runs: the last one is compared first. */
  #readMarket(from: number): number {
    const length = this.#marketEnd - this.#marketFrom
    const isSame = length > 0 && this.#isSame(from, this.#marketFrom, from + length + 1)
    this.#marketFrom = from
    this.#marketEnd = isSame ? from + length : this.#text.indexOf(hash, from)
    if (!isSame) this.#market = this.#maker.texts.addBytes(this.#text, from, this.#marketEnd)
    return this.#market
  }

  #readInFull(): void {
    const odds = this.#parseField(Span.object)
    if (isObject(odds)) this.#maker.takeOrLeave(odds)
  }

  #followLeader(): void {
    const leader = this.#at(Span.leader)
    if (leader === this.#leader) return
    this.#leader = leader
    const end = this.#text.indexOf(hash, this.#text.indexOf(hash, leader) + 1) + 1
    this.#prefixBytes = end - leader
    this.#prefix = this.#maker.findPrefix(this.#text.toString('utf8', leader, end))
  }

  #isLong(): boolean {
    const length = (field: number) => this.#at(field + 1) - this.#at(field)
    return Math.max(length(Span.id), length(Span.sgp), length(Span.grade)) > maxPlainBytes
  }

  #hasPlayer(): boolean {
    let at = this.#at(Span.rawPlayers)
    const end = this.#at(Span.rawPlayersEnd)
    if (end === 0 || this.#text[at++] !== openList) return false
    while ((this.#text[at] ?? 0) <= space) at++
    return this.#text[at] !== closeList
  }

  #readWording(name: number): number {
    const { texts } = this.#maker
    if (texts.mentionsPlayers(name)) return name
    const players = this.#parseField(Span.rawPlayers)
    return Array.isArray(players)
      ? this.#maker.addWording({ id: name, text: texts.getText(name) }, players)
      : name
  }

  #readPrice(): number {
    const end = this.#at(Span.rawPriceEnd)
    if (end === 0) return 0
    return this.#prices.getOrAdd(this.#text, this.#at(Span.rawPrice), end, raw =>
      this.#maker.addPrice(parseJson(raw)),
    )
  }

  /** Name and points are nearly always those of the id, which a comparison of bytes shows. */
  #readOwnLine(idName: number, name: number, event: number): number {
    if (PartTexts.isVerbatim(name) && this.#isNameOfId(idName) && this.#isLineOfId(idName)) return 0
    const valueOf = (field: number) => (this.#at(field + 1) === 0 ? undefined : this.#parseField(field))
    const line = valueOf(Span.rawLine)
    const own = { name: valueOf(Span.rawName), [isObject(line) ? 'selection' : 'points']: line }
    return this.#maker.addOwnLine(this.#maker.texts.getText(PartTexts.idOf(name)), own, event)
  }

  #isNameOfId(idName: number): boolean {
    const from = this.#at(Span.rawName) + 1
    const end = this.#at(Span.rawNameEnd) - 1
    return end < 0 || (end - from === this.#at(Span.idEnd) - idName && this.#isSame(from, idName, end))
  }

  /** True when the name in the id ends with the points after a space or a plus. */
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
    return this.#lines.getOrAdd(this.#text, from, end, isCanonicalNumber) === 1
  }

  #isSame(from: number, other: number, end: number): boolean {
    for (let at = from; at < end; at++) if (this.#text[at] !== this.#text[other + at - from]) return false
    return true
  }

  #isMain(): boolean {
    return this.#at(Span.rawMainEnd) > 0 && this.#text[this.#at(Span.rawMain)] === trueStart
  }

  #readUpdatedAt(): number {
    const end = this.#at(Span.rawUpdatedEnd)
    if (end === 0) return Number.NaN
    const at = parseIsoTimeBytes(this.#text, this.#at(Span.rawUpdated), end)
    return Number.isNaN(at) ? (parseTime(this.#parseField(Span.rawUpdated)) ?? Number.NaN) : at
  }

  #at(field: number): number {
    return this.#spans[this.#span + field] ?? 0
  }

  #parseField(field: number): unknown {
    return parseJson(this.#text.toString('utf8', this.#at(field), this.#at(field + 1)))
  }
}

function parseJson(json: string): unknown {
  return JSON.parse(json)
}

/** 1 for a number in its shortest form, not `5.50` or `1e3`. */
const isCanonicalNumber = (raw: string) => (String(Number(raw)) === raw ? 1 : 0)
