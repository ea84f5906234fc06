/**
 * Writes odds objects into a batch. Odds ids of one text repeat their book, event and market in runs, so these parts
 * are cleaned and looked up once a run; cleaning is that of `splitOddsId`.
 */
import { bookIdOf } from '../../../shared/model/game/book.ts'
import { LeftOutCount, Mark, RowField, type Batch, type BatchBook } from './batch.ts'
import { BatchRows } from './batch-rows.ts'
import { bookNameAround, isObject, type JsonObject, type Surroundings } from '../facts/surroundings.ts'
import { Texts } from './texts.ts'
import { filledFrom, gameAround, isWellTold, noSides, sidesOf, type Sides, type ToldGame } from '../facts/game-facts.ts' // prettier-ignore
import { toldBeside, type OwnWords } from '../facts/line-facts.ts'
import { timeOf } from '../facts/parse-time.ts'
import { UnreadParts } from './unread.ts'

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

/** A selection's name, cleaned. */
interface Name {
  readonly id: number
  readonly text: string
}

/** A book and event met in full, for odds objects that are read from their bytes. */
export interface KnownPrefix {
  readonly book: number
  readonly event: number
  readonly bytes: number
  readonly isVerbatim: boolean
}

export class BatchMaker {
  readonly leftOut = new LeftOutCount()
  readonly #unread = new UnreadParts()
  readonly rows = new BatchRows()
  readonly texts: Texts
  readonly #games = new Map<number, ToldGame>()
  readonly #books: BatchBook[] = []
  readonly #bookBySpelling = new Map<string, number>()
  readonly #prices = new Numbered()
  readonly #told = new Numbered()
  readonly #oddsIds = new Map<number, string>()
  #run: Run | undefined
  /** The teams of the game met last. */
  #sides: { readonly game: ToldGame | undefined; readonly names: Sides } = { game: undefined, names: noSides }

  constructor(texts: Texts) {
    this.texts = texts
  }

  /** Takes an odds object, or answers in a sentence why it cannot. */
  take(odds: JsonObject, above: Surroundings | undefined): string | undefined {
    const { id } = odds
    if (id === undefined || id === null) return 'The id is missing.'
    if (typeof id !== 'string') return 'The id is not text.'
    if (!id.isWellFormed()) return 'The id is not well-formed text.'
    const fault = tokenFault(odds.sgp, 'sgp') ?? tokenFault(odds.grade, 'grade')
    if (fault !== undefined) return fault
    const run =
      this.#run !== undefined && id.startsWith(this.#run.text) ? this.#run : this.#runOf(id, odds, above)
    if (typeof run === 'string') return run
    const rawName = id.slice(run.text.length)
    const name = this.texts.entryOf(rawName)
    if (Texts.isEmpty(name)) return 'A part of the id is empty.'
    this.#run = run
    if (!run.isVerbatim || !Texts.isVerbatim(name)) this.keepOddsId(id)
    const text = Texts.isVerbatim(name) ? rawName : this.texts.textOf(Texts.idOf(name))
    this.#write(odds, run, { id: Texts.idOf(name), text })
    return undefined
  }

  /** The same for one without surroundings; it is counted when it is left out. */
  takeOrLeave(odds: JsonObject, place = ''): void {
    const reason = this.take(odds, undefined)
    const id = odds.id === undefined ? [] : [JSON.stringify(odds.id)]
    if (reason !== undefined)
      this.leaveOut(reason, () => [...(place === '' ? [] : [place]), ...id].join(': '), odds.id)
  }

  /** Counts an odds object that cannot be taken. */
  leaveOut(reason: string, example: () => string, id: unknown): void {
    this.leftOut.add(reason, example)
    this.#unread.note(id)
  }

  /** Counts a part of the text of which nobody knows what it held. */
  leaveOutText(reason: string, example: () => string): void {
    this.leftOut.add(reason, example)
    this.#unread.open()
  }

  /** Whether anything was taken or left out. */
  hasMetOdds(): boolean {
    return this.rows.count > 0 || !this.leftOut.isEmpty()
  }

  /** Keeps the odds id of the next row as it came. */
  keepOddsId(id: string): void {
    this.#oddsIds.set(this.rows.count, id)
  }

  #write(odds: JsonObject, run: Run, name: Name): void {
    const { sgp, grade, players } = odds
    const hasPlayer = Array.isArray(players) && players.length > 0
    this.rows.add({
      event: run.event,
      market: run.market,
      name: name.id,
      wording: hasPlayer ? this.wordingOf(name, players) : name.id,
      book: run.book,
      price: this.priceOf(odds.price),
      marks: (odds.main === true ? Mark.main : 0) | (hasPlayer ? Mark.player : 0),
      told: this.toldOf(name.text, odds, run.event),
      updatedAt: timeOf(odds.updated) ?? Number.NaN,
    })
    this.rows.addToken(RowField.sgpBytes, typeof sgp === 'string' ? sgp : '')
    this.rows.addToken(RowField.gradeBytes, typeof grade === 'string' ? grade : '')
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
    const event = this.texts.entryOf(id.slice(first + 1, second))
    const market = this.texts.entryOf(id.slice(second + 1, third))
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
    const known = this.#games.get(event)
    if (known !== undefined && isWellTold(known)) return
    const told = gameAround(this.texts.textOf(event), around)
    this.#games.set(event, known === undefined ? told : filledFrom(known, told))
  }

  /** What `<book>#<event>#` stands for; undefined when none with it was taken. */
  knownPrefix(prefix: string): KnownPrefix | undefined {
    const [spelling = '', rawEvent = ''] = prefix.split('#')
    const book = this.#bookBySpelling.get(spelling)
    const entry = this.texts.entryOf(rawEvent)
    const event = Texts.idOf(entry)
    if (book === undefined || !this.#games.has(event)) return undefined
    return { book, event, bytes: Buffer.byteLength(prefix), isVerbatim: Texts.isVerbatim(entry) }
  }

  /** The name with the players it does not mention, which is what search reads. */
  wordingOf({ id, text }: Name, players: readonly unknown[]): number {
    let wording = text
    for (const player of players) {
      const called = isObject(player) ? player.name : player
      if (typeof called === 'string' && !text.includes(called)) wording += ` ${called.slice(0, 100)}`
    }
    if (wording === text) this.texts.setMentionsPlayers(id)
    return wording === text ? id : Texts.idOf(this.texts.entryOf(wording))
  }

  /** The number of a price as written; 0 for none. */
  priceOf(price: unknown): number {
    return this.#prices.of(typeof price === 'number' ? String(price) : typeof price === 'string' ? price : '')
  }

  /** The number of what an odds object of this event tells beside its id's name; 0 for nothing. */
  toldOf(idName: string, own: OwnWords, event: number): number {
    return this.#told.of(toldBeside(idName, own, this.#sidesOf(event)))
  }

  /** Odds objects of a game come in runs. */
  #sidesOf(event: number): Sides {
    const game = this.#games.get(event)
    if (game !== this.#sides.game) this.#sides = { game, names: game === undefined ? noSides : sidesOf(game) }
    return this.#sides.names
  }

  finish(): Batch {
    return {
      ...this.texts.takeNew(),
      ...this.rows.finish(),
      games: this.#games,
      books: this.#books,
      prices: this.#prices.list(),
      told: this.#told.list(),
      oddsIds: this.#oddsIds,
      leftOut: this.leftOut.list(),
      unread: this.#unread.finish(this.rows.count > 0, !this.leftOut.isEmpty()),
    }
  }
}

/** Texts by number in the order met; the empty one is 0. */
class Numbered {
  readonly #numbers = new Map<string, number>([['', 0]])

  of(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#numbers.set(text, this.#numbers.size)
    return this.#numbers.size - 1
  }

  list(): string[] {
    return [...this.#numbers.keys()]
  }
}

function tokenFault(token: unknown, field: string): string | undefined {
  if (typeof token !== 'string') return token == null ? undefined : `${field} is not text.`
  if (token.length > longestToken) return `${field} is longer than ${longestToken} characters.`
  return token.isWellFormed() ? undefined : `${field} is not well-formed text.`
}
