/**
 * Writes odds objects into a batch. Odds ids of one text repeat their book, event and market in runs, so these parts
 * are cleaned and looked up once a run. Parts are cleaned as `splitOddsId` cleans them.
 */
import { toBookId } from '../../../shared/model/game/book.ts'
import { cleanText } from '../../../shared/clean-text.ts'
import { Mark, RowField, type Batch, type BatchBook, BatchRows } from './batch.ts'
import { TextTable } from '../columns/columns.ts'
import { findBookName, isObject, type JsonObject, type Surroundings } from '../facts/surroundings.ts'
import { PartTexts } from './part-texts.ts'
import {
  fillGaps,
  parseGame,
  hasTitleAndStart,
  noTeamNames,
  parseTeamNames,
  type TeamNames,
  type GameFacts,
} from '../facts/game-facts.ts'
import { describeOwnLine, type OwnLineFields } from '../facts/line-facts.ts'
import { parseTime } from '../facts/parse-time.ts'
import { cleanOddsId, LeftOutCounter } from './left-out.ts'

const maxIdLength = 1_000
const maxBookNameLength = 80
const maxTokenLength = 20_000
/** Limit of ids of unreadable odds. Beyond it, the load drops no offers. */
const maxUnreadIds = 10_000

/** Approximate heap of a game's facts. */
const gameBytes = 600

/** Odds id up to the selection's name. */
interface IdPrefix {
  /** Ends with the third `#`. */
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

/** Book and event of an odds object that was read in full; those that follow it reuse them. */
export type KnownPrefix = Pick<IdPrefix, 'book' | 'event' | 'isVerbatim'>

export class BatchMaker {
  readonly leftOut = new LeftOutCounter()
  readonly #unreadIds: string[] = []
  #hasUnknown = false
  readonly rows = new BatchRows()
  readonly texts: PartTexts
  readonly #games = new Map<number, GameFacts>()
  readonly #books: BatchBook[] = []
  readonly #bookBySpelling = new Map<string, number>()
  /** Prices and own lines as written; the empty text is 0. */
  readonly #prices = new TextTable()
  readonly #ownLines = new TextTable()
  readonly #oddsIds = new Map<number, string>()
  #lastPrefix: IdPrefix | undefined
  #lastGame: GameFacts | undefined
  #lastTeamNames = noTeamNames

  constructor(texts: PartTexts) {
    this.texts = texts
    this.#prices.add('')
    this.#ownLines.add('')
  }

  /** Adds an odds object, or returns a sentence that says why it cannot be added. */
  take(odds: JsonObject, above: Surroundings | undefined): string | undefined {
    const { id } = odds
    if (id === undefined || id === null) return 'The ID is missing.'
    if (typeof id !== 'string') return 'The ID isn’t text.'
    if (!id.isWellFormed()) return 'The ID isn’t valid text.'
    const fault = findTokenFault(odds.sgp, 'sgp') ?? findTokenFault(odds.grade, 'grade')
    if (fault !== undefined) return fault
    const last = this.#lastPrefix
    const prefix = last && id.startsWith(last.text) ? last : this.#parsePrefix(id, odds, above)
    if (typeof prefix === 'string') return prefix
    const rawName = id.slice(prefix.text.length)
    const name = this.texts.add(rawName)
    if (PartTexts.isEmpty(name)) return 'Part of the ID is empty.'
    this.#lastPrefix = prefix
    if (!prefix.isVerbatim || !PartTexts.isVerbatim(name)) this.keepOddsId(id)
    const text = PartTexts.isVerbatim(name) ? rawName : this.texts.getText(PartTexts.idOf(name))
    this.#write(odds, prefix, { id: PartTexts.idOf(name), text })
    return undefined
  }

  /** Adds an odds object without surroundings, or counts it as left out. */
  takeOrLeave(odds: JsonObject, place = ''): void {
    const reason = this.take(odds, undefined)
    const id = odds.id === undefined ? [] : [JSON.stringify(odds.id)]
    if (reason !== undefined)
      this.leaveOut(reason, () => [...(place === '' ? [] : [place]), ...id].join(': '), odds.id)
  }

  /** Counts an odds object that cannot be added. Without a readable id, its offer is unknown. */
  leaveOut(reason: string, example: () => string, id: unknown): void {
    this.leftOut.add(reason, example)
    const clean = typeof id === 'string' ? cleanOddsId(id) : undefined
    if (clean === undefined) return
    if (this.#unreadIds.length < maxUnreadIds) this.#unreadIds.push(clean)
    else this.#hasUnknown = true
  }

  /** Counts a part of the text that may have held any odds. */
  leaveOutText(reason: string, example: () => string): void {
    this.leftOut.add(reason, example)
    this.#hasUnknown = true
  }

  hasMetOdds(): boolean {
    return this.rows.count > 0 || !this.leftOut.isEmpty()
  }

  /** Stores the odds id of the next row verbatim. */
  keepOddsId(id: string): void {
    this.#oddsIds.set(this.rows.count, id)
    this.texts.holdText(id)
  }

  #write(odds: JsonObject, prefix: IdPrefix, name: Name): void {
    const { sgp, grade, players } = odds
    const hasPlayer = Array.isArray(players) && players.length > 0
    this.rows.add({
      event: prefix.event,
      market: prefix.market,
      name: name.id,
      wording: hasPlayer ? this.addWording(name, players) : name.id,
      book: prefix.book,
      price: this.addPrice(odds.price),
      marks: (odds.main === true ? Mark.main : 0) | (hasPlayer ? Mark.player : 0),
      ownLine: this.addOwnLine(name.text, odds, prefix.event),
      updatedAt: parseTime(odds.updated) ?? Number.NaN,
    })
    this.rows.addToken(RowField.sgpBytes, typeof sgp === 'string' ? sgp : '')
    this.rows.addToken(RowField.gradeBytes, typeof grade === 'string' ? grade : '')
  }

  #parsePrefix(id: string, odds: JsonObject, above: Surroundings | undefined): IdPrefix | string {
    const first = id.indexOf('#')
    const second = id.indexOf('#', first + 1)
    const third = id.indexOf('#', second + 1)
    if (first < 0 || second <= first || third <= second) return 'The ID needs four parts.'
    if (id.length > maxIdLength) return `The ID is longer than ${maxIdLength} characters.`
    const spelling = id.slice(0, first)
    if (spelling.length > maxBookNameLength)
      return `The book’s name is longer than ${maxBookNameLength} characters.`
    const event = this.texts.add(id.slice(first + 1, second))
    const market = this.texts.add(id.slice(second + 1, third))
    if (spelling.trim() === '' || PartTexts.isEmpty(event) || PartTexts.isEmpty(market))
      return 'Part of the ID is empty.'
    const around = { node: odds, above }
    const book = this.#bookBySpelling.get(spelling) ?? this.#addBook(spelling, around)
    if (book === undefined) return 'The book’s name has no letter or digit.'
    this.#addGame(PartTexts.idOf(event), around)
    const isVerbatim = PartTexts.isVerbatim(event) && PartTexts.isVerbatim(market)
    return {
      text: id.slice(0, third + 1),
      book,
      event: PartTexts.idOf(event),
      market: PartTexts.idOf(market),
      isVerbatim,
    }
  }

  #addBook(spelling: string, around: Surroundings): number | undefined {
    const clean = cleanText(spelling)
    const id = toBookId(clean)
    if (id === '') return undefined
    this.#bookBySpelling.set(spelling, this.#books.length)
    return this.#books.push({ spelling, id, ...findBookName(clean, around) }) - 1
  }

  #addGame(event: number, around: Surroundings): void {
    const known = this.#games.get(event)
    if (known !== undefined && hasTitleAndStart(known)) return
    if (known === undefined) this.texts.hold(gameBytes)
    const game = parseGame(this.texts.getText(event), around)
    this.#games.set(event, known === undefined ? game : fillGaps(known, game))
  }

  /** Finds the book and event of `<book>#<event>#`; undefined when no odds object with it was taken. */
  findPrefix(prefix: string): KnownPrefix | undefined {
    const [spelling = '', rawEvent = ''] = prefix.split('#')
    const book = this.#bookBySpelling.get(spelling)
    const entry = this.texts.add(rawEvent)
    const event = PartTexts.idOf(entry)
    if (book === undefined || !this.#games.has(event)) return undefined
    return { book, event, isVerbatim: PartTexts.isVerbatim(entry) }
  }

  /** Adds the name with the players it does not mention, for search. */
  addWording({ id, text }: Name, players: readonly unknown[]): number {
    let wording = text
    for (const player of players) {
      const called = isObject(player) ? player.name : player
      if (typeof called !== 'string' || text.includes(called)) continue
      const clean = cleanText(called)
      if (!text.includes(clean)) wording += ` ${clean.slice(0, 100)}`
    }
    if (wording === text) this.texts.setMentionsPlayers(id)
    return wording === text ? id : PartTexts.idOf(this.texts.add(wording))
  }

  /** Returns the number of a price as written, cleaned; 0 for none. */
  addPrice(price: unknown): number {
    const isGiven = typeof price === 'number' || typeof price === 'string'
    return this.#prices.add(isGiven ? cleanText(String(price)) : '')
  }

  /** Returns the number of the line an odds object gives beside its id; 0 for none. */
  addOwnLine(idName: string, own: OwnLineFields, event: number): number {
    return this.#ownLines.add(describeOwnLine(idName, own, this.#getTeamNames(event)))
  }

  /** Remembers the last game: odds objects of a game come in runs. */
  #getTeamNames(event: number): TeamNames {
    const game = this.#games.get(event)
    if (game !== this.#lastGame) this.#lastTeamNames = game === undefined ? noTeamNames : parseTeamNames(game)
    this.#lastGame = game
    return this.#lastTeamNames
  }

  finish(): Batch {
    const isAllLeftOut = this.rows.count === 0 && !this.leftOut.isEmpty()
    return {
      ...this.texts.takeNew(),
      ...this.rows.finish(),
      games: this.#games,
      books: this.#books,
      prices: this.#prices.list,
      ownLines: this.#ownLines.list,
      oddsIds: this.#oddsIds,
      leftOut: this.leftOut.list(),
      // A load that added nothing and left something out was not understood.
      unread: { ids: this.#unreadIds, hasUnknown: this.#hasUnknown || isAllLeftOut },
    }
  }
}

function findTokenFault(token: unknown, field: string): string | undefined {
  if (typeof token !== 'string') return token == null ? undefined : `${field} isn’t text.`
  if (token.length > maxTokenLength) return `${field} is longer than ${maxTokenLength} characters.`
  return token.isWellFormed() ? undefined : `${field} isn’t valid text.`
}
