/**
 * Writes odds objects into a batch. Odds ids of one text repeat their book, event and market in runs, so these parts
 * are cleaned and looked up once a run; cleaning is that of `splitOddsId`.
 */
import { bookIdOf } from '../../shared/model/book.ts'
import { LeftOutCount, Mark, rowFields, RowField, type Batch, type BatchBook } from './batch.ts'
import { bookNameAround, gameAround, isObject, timeOf } from './surroundings.ts'
import type { JsonObject, Surroundings, ToldGame } from './surroundings.ts'
import { Texts } from './texts.ts'

const longestId = 1_000
const longestBookName = 80
const longestToken = 20_000

/** What stands before the selection's name in an odds id, as met last. */
interface Run {
  /** Up to and with the third `#`. */
  readonly text: string
  readonly book: number
  readonly event: number
  readonly market: number
  readonly isVerbatim: boolean
}

export class BatchMaker {
  readonly leftOut = new LeftOutCount()
  readonly #texts: Texts
  readonly #games = new Map<number, ToldGame>()
  readonly #books: BatchBook[] = []
  readonly #bookBySpelling = new Map<string, number>()
  readonly #prices = new Map<string, number>([['', 0]])
  readonly #rows: number[] = []
  readonly #updatedAt: number[] = []
  readonly #tokens: string[] = []
  readonly #oddsIds = new Map<number, string>()
  #run: Run | undefined

  constructor(texts: Texts) {
    this.#texts = texts
  }

  /** Takes an odds object, or answers in a sentence why it cannot. */
  take(odds: JsonObject, above: Surroundings | undefined): string | undefined {
    const { id } = odds
    if (id === undefined || id === null) return 'The id is missing.'
    if (typeof id !== 'string') return 'The id is not text.'
    const fault = tokenFault(odds.sgp, 'sgp') ?? tokenFault(odds.grade, 'grade')
    if (fault !== undefined) return fault
    const run =
      this.#run !== undefined && id.startsWith(this.#run.text) ? this.#run : this.#runOf(id, odds, above)
    if (typeof run === 'string') return run
    const name = this.#texts.entryOf(id.slice(run.text.length))
    if (Texts.isEmpty(name)) return 'A part of the id is empty.'
    this.#run = run
    if (!run.isVerbatim || !Texts.isVerbatim(name)) this.#oddsIds.set(this.#updatedAt.length, id)
    this.#write(odds, run, Texts.idOf(name))
    return undefined
  }

  #write(odds: JsonObject, run: Run, name: number): void {
    const { sgp, grade, players } = odds
    const sgpText = typeof sgp === 'string' ? sgp : ''
    const gradeText = typeof grade === 'string' ? grade : ''
    const hasPlayer = Array.isArray(players) && players.length > 0
    const wording = hasPlayer ? this.#wordingOf(name, players) : name
    const marks = (odds.main === true ? Mark.main : 0) | (hasPlayer ? Mark.player : 0)
    this.#rows.push(run.event, run.market, name, wording, run.book, this.#priceOf(odds.price))
    this.#rows.push(sgpText.length, gradeText.length, marks)
    this.#tokens.push(sgpText, gradeText)
    this.#updatedAt.push(timeOf(odds.updated) ?? Number.NaN)
  }

  #runOf(id: string, odds: JsonObject, above: Surroundings | undefined): Run | string {
    const first = id.indexOf('#')
    const second = id.indexOf('#', first + 1)
    const third = id.indexOf('#', second + 1)
    if (first < 0 || second <= first || third <= second) return 'The id has fewer than four parts.'
    if (id.length > longestId) return `The id is longer than ${longestId} characters.`
    const spelling = id.slice(0, first)
    if (spelling.length > longestBookName)
      return `The book’s name is longer than ${longestBookName} characters.`
    const event = this.#texts.entryOf(id.slice(first + 1, second))
    const market = this.#texts.entryOf(id.slice(second + 1, third))
    if (spelling.trim() === '' || Texts.isEmpty(event) || Texts.isEmpty(market))
      return 'A part of the id is empty.'
    const around = { node: odds, above }
    const book = this.#bookBySpelling.get(spelling) ?? this.#addBook(spelling, around)
    if (book === undefined) return 'The book’s name holds no letter or digit.'
    this.#addGame(Texts.idOf(event), around)
    const isVerbatim = Texts.isVerbatim(event) && Texts.isVerbatim(market)
    return {
      text: id.slice(0, third + 1),
      book,
      event: Texts.idOf(event),
      market: Texts.idOf(market),
      isVerbatim,
    }
  }

  #addBook(spelling: string, around: Surroundings): number | undefined {
    const id = bookIdOf(spelling)
    if (id === '') return undefined
    this.#bookBySpelling.set(spelling, this.#books.length)
    return this.#books.push({ spelling, id, ...bookNameAround(spelling.trim(), around) }) - 1
  }

  #addGame(event: number, around: Surroundings): void {
    if (!this.#games.get(event)?.isTold) this.#games.set(event, gameAround(this.#texts.textOf(event), around))
  }

  /** The name with the players it does not mention, which is what search reads. */
  #wordingOf(name: number, players: readonly unknown[]): number {
    const text = this.#texts.textOf(name)
    let wording = text
    for (const player of players) {
      const called = isObject(player) ? player.name : player
      if (typeof called === 'string' && !text.includes(called)) wording += ` ${called.slice(0, 100)}`
    }
    return wording === text ? name : Texts.idOf(this.#texts.entryOf(wording))
  }

  #priceOf(price: unknown): number {
    const text = typeof price === 'number' ? String(price) : typeof price === 'string' ? price : ''
    const known = this.#prices.get(text)
    if (known !== undefined) return known
    this.#prices.set(text, this.#prices.size)
    return this.#prices.size - 1
  }

  finish(): Batch {
    const rows = new Uint32Array(this.#rows)
    return {
      ...this.#texts.takeNew(),
      games: this.#games,
      books: this.#books,
      prices: [...this.#prices.keys()],
      rows,
      updatedAt: new Float64Array(this.#updatedAt),
      tokens: encoded(this.#tokens, rows),
      oddsIds: this.#oddsIds,
      leftOut: this.leftOut.list(),
    }
  }
}

function tokenFault(token: unknown, field: string): string | undefined {
  if (typeof token !== 'string') return token == null ? undefined : `${field} is not text.`
  if (token.length > longestToken) return `${field} is longer than ${longestToken} characters.`
  return token.isWellFormed() ? undefined : `${field} is not well-formed text.`
}

/** All tokens end to end. Their lengths, counted in characters, become bytes where a token is not plain ASCII. */
function encoded(tokens: readonly string[], rows: Uint32Array): Uint8Array {
  const text = tokens.join('')
  const bytes = new TextEncoder().encode(text)
  if (bytes.length === text.length) return bytes
  for (let row = 0; row * 2 < tokens.length; row++) {
    rows[row * rowFields + RowField.sgpBytes] = Buffer.byteLength(tokens[row * 2] ?? '')
    rows[row * rowFields + RowField.gradeBytes] = Buffer.byteLength(tokens[row * 2 + 1] ?? '')
  }
  return bytes
}
