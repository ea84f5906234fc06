/**
 * Converts a filter to SQL. Each facet lists its tickets by day: the query walks the rarest facet of the filter and
 * looks up the others for each ticket.
 */
import { z } from 'zod'
import type { FilterPart, LedgerFilter } from '../../../shared/model/ticket/ledger-filter.ts'
import {
  isUnusable,
  isWithoutEffect,
  parseLedgerQuery,
  type LedgerPart,
  type LedgerQuery,
  type LedgerReading,
} from '../../../shared/model/ticket/ledger-query.ts'
import type { Database } from '../../storage/database.ts'
import { toJsonColumn } from '../../storage/json-column.ts'
import { StatementCache, type SqlPart } from '../../storage/statement-cache.ts'
import type { Facet, FacetIds, FacetKind } from '../projection/facets.ts'
import { toDayNumber } from '../projection/ticket-row.ts'
import { toLimitCondition, toLimitRanges, type LimitRange } from './limits.ts'

/** The ledger for its readers: with the demo's tickets or the user's own, never both. */
export interface ReadContext {
  readonly database: Database
  readonly facets: FacetIds
  readonly isDemo: () => boolean
}

/** The filter of a sum, which is always of one currency. */
export type SumFilter = LedgerFilter & { readonly currency: string }

/** Tickets `d` (day, placed_at, ticket_id, and key in a column's order) and the conditions on them; the ticket's row is to be joined as `t`. */
export interface TicketQuery {
  readonly from: string
  readonly where: string
  readonly values: readonly (string | number)[]
}

/** Facets of which a ticket must have at least one: a single facet, or all words that begin with a word of the text. */
interface FacetCondition {
  /** Not all of them when walking them takes long. */
  readonly ids: readonly number[]
  readonly word: string | null
  /** Number of tickets with one of them, counted up to a limit; Infinity when walking them takes long. */
  readonly tickets: number
}

/** Tickets that are walked, with those in it that also meet the other conditions. */
interface Walk extends SqlPart {
  readonly tickets: number
}

/** Counting stops here; a facet with more tickets is common. */
const maxCounted = 10_000
/** Maximum tickets of words that are walked, because these must be sorted or at least made distinct. */
const maxSorted = 5_000
const maxListed = 150_000
const firstDay = 0
const lastDay = 99_999_999
const Ids = z.array(z.object({ id: z.number() }))
const Count = z.object({ n: z.number() })
const CurrencyRows = z.array(z.object({ currency: z.string() }))

/** Condition of the words `w` that begin with a text. */
const isWord = `w.is_demo = ? AND w.kind = 'word' AND w.value >= ? AND w.value < ? || char(1114111)`

const prepareStatements = (database: Database) => ({
  words: database.prepare(`SELECT w.id FROM facets AS w WHERE ${isWord} LIMIT ?`),
  countOfWords: database.prepare(
    `SELECT count(*) AS n FROM (
       SELECT 1 FROM facets AS w CROSS JOIN ticket_facets AS d ON d.facet_id = w.id WHERE ${isWord} LIMIT ?)`,
  ),
  count: database.prepare(
    'SELECT count(*) AS n FROM (SELECT 1 FROM ticket_facets WHERE facet_id = ? LIMIT ?)',
  ),
  currencies: database.prepare('SELECT DISTINCT currency FROM day_sums WHERE facet_id = ?'),
})

export class Matcher {
  readonly #facets: FacetIds
  readonly #isDemo: () => boolean
  readonly #run: ReturnType<typeof prepareStatements>
  /** Counts of limits. */
  readonly #statements: StatementCache

  constructor({ database, facets, isDemo }: ReadContext) {
    this.#facets = facets
    this.#isDemo = isDemo
    this.#run = prepareStatements(database)
    this.#statements = new StatementCache(database)
  }

  /** The matching tickets, readable newest first without reading others. Undefined when none can match. */
  matchNewestFirst(filter: LedgerFilter): TicketQuery | undefined {
    return this.#match(filter, maxSorted)
  }

  /** All matching tickets, in any order. Undefined when none can match. */
  matchAll(filter: LedgerFilter): TicketQuery | undefined {
    return this.#match(filter, maxListed)
  }

  /** The matching tickets with or without a value in a column, readable in its order without reading others. */
  matchInOrder(filter: LedgerFilter, order: WalkedOrder): TicketQuery | undefined {
    return this.#match(filter, maxSorted, order)
  }

  /** Words with more than `maxTickets` tickets are searched in each ticket. */
  #match(filter: LedgerFilter, maxTickets: number, order?: WalkedOrder): TicketQuery | undefined {
    const query = parseLedgerQuery(filter.text)
    if (isUnusable(query)) return undefined
    const facetConditions = this.#toFacetConditions(filter, query.words, maxTickets)
    const all = this.findAll()
    if (all === undefined || facetConditions.some(({ ids }) => ids.length === 0)) return undefined
    const rarest = facetConditions.reduce((least, next) => (next.tickets < least.tickets ? next : least), {
      ids: [all],
      word: null,
      tickets: Infinity,
    })
    const ranges = this.#toRanges(filter, query, all)
    const rareRange = this.#findRareRange(ranges, rarest.tickets)
    const least = rareRange ?? walkFacet(rarest)
    const isInOrder = order !== undefined && least.tickets > maxSorted
    const walk = isInOrder ? this.#walkInOrder(order, ranges) : withKey(least, order)
    const others = facetConditions.filter(each => isInOrder || rareRange !== undefined || each !== rarest)
    const joined = others.flatMap(({ ids }) => (ids.length === 1 ? ids : []))
    const words = others.filter(({ ids }) => ids.length > 1)
    const currency = filter.currency === null ? [] : [filter.currency]
    const conditions = [
      ...filter.also.filter(isCondition).map(part => toCondition(this.#isDemo(), part)),
      ...toTextConditions(this.#isDemo(), query),
    ]
    return {
      from: [`(${walk.sql}) AS d`, ...joined.map((_, at) => joinFacet(`f${at}`))].join(' '),
      where: [
        'd.day BETWEEN ? AND ?',
        ...currency.map(() => 't.currency = ?'),
        ...conditions.map(({ sql }) => sql),
        ...words.map(({ tickets }) => (tickets === Infinity ? hasWord : isListed)),
      ].join(' AND '),
      values: [
        ...[...walk.values, ...joined, ...narrowToDays(toDayRange(filter), query), ...currency],
        ...conditions.flatMap(condition => condition.values),
        ...words.flatMap(wordValues),
      ],
    }
  }

  /** Parts of indexes with all tickets that are within the limits of a text. */
  #toRanges({ currency }: LedgerFilter, { limits }: LedgerQuery, all: number): LimitRange[] {
    if (limits.length === 0) return []
    const used = () => CurrencyRows.parse(this.#run.currencies.all(all)).map(row => row.currency)
    return toLimitRanges(limits, currency === null ? used() : [currency])
  }

  /** The range with the fewest tickets, if these are few and fewer than `tickets`. */
  #findRareRange(ranges: readonly LimitRange[], tickets: number): Walk | undefined {
    const walks = ranges.map((range): Walk => {
      const { sql, values } = this.#walkInOrder({ ...range, hasValue: true }, [range])
      const count = this.#statements.prepare(`SELECT count(*) AS n FROM (${sql} LIMIT ?)`)
      return { sql, values, tickets: Count.parse(count.get(...values, maxSorted + 1)).n }
    })
    const [least] = walks.toSorted((a, b) => a.tickets - b.tickets)
    return least !== undefined && least.tickets < Math.min(tickets, maxSorted + 1) ? least : undefined
  }

  /** All tickets by the index of an order, of which only those within a limit of its own column. */
  #walkInOrder({ column, index, hasValue }: WalkedOrder, ranges: readonly LimitRange[]): SqlPart {
    const own = ranges.filter(range => range.column === column)
    const isThere = `${column} IS ${hasValue ? 'NOT ' : ''}NULL`
    return {
      sql: `SELECT ${column} AS key, day, placed_at, id AS ticket_id FROM tickets INDEXED BY ${index}
        WHERE ${['is_demo = ? AND is_voided = 0', isThere, ...own.map(({ sql }) => sql)].join(' AND ')}`,
      values: [Number(this.#isDemo()), ...own.flatMap(({ values }) => values)],
    }
  }

  /** The facet of all tickets; undefined when there are none. */
  findAll(): number | undefined {
    return this.#facets.find(this.#isDemo(), allTicketsFacet)
  }

  /** The facet whose daily sums answer the filter; `raw` when there is none, undefined when no ticket has it. */
  findSumFacet(filter: LedgerFilter): number | 'raw' | undefined {
    const facets = toFilterFacets(filter)
    const isSummed = facets.length <= 1 && facets.every(({ kind }) => summedKinds.has(kind))
    const isPlain = isSummed && isWithoutEffect(parseLedgerQuery(filter.text))
    if (!isPlain || filter.also.some(isCondition)) return 'raw'
    return this.#facets.find(this.#isDemo(), facets[0] ?? allTicketsFacet)
  }

  #toFacetConditions(filter: LedgerFilter, words: readonly string[], maxTickets: number): FacetCondition[] {
    const facets = toFilterFacets(filter)
    // Only among several conditions is the rarest wanted.
    const isAlone = facets.length + words.length === 1
    const maxCount = isAlone ? maxTickets + 1 : Math.max(maxCounted, maxTickets + 1)
    return [
      ...facets.map(facet => this.#toFacetCondition(facet, maxCount)),
      ...words.map(word => this.#toWordCondition(word, { maxTickets, maxCount })),
    ]
  }

  #toFacetCondition(facet: FilterFacet, maxCount: number): FacetCondition {
    const id = this.#facets.find(this.#isDemo(), facet)
    if (id === undefined) return { word: null, ids: [], tickets: 0 }
    return { word: null, ids: [id], tickets: Count.parse(this.#run.count.get(id, maxCount)).n }
  }

  /** Counts before it reads the words, because thousands can begin with two letters. */
  #toWordCondition(
    word: string,
    { maxTickets, maxCount }: { maxTickets: number; maxCount: number },
  ): FacetCondition {
    const start = [Number(this.#isDemo()), word, word]
    const { n } = Count.parse(this.#run.countOfWords.get(...start, maxCount))
    const isCommon = n > maxTickets
    const ids = Ids.parse(this.#run.words.all(...start, isCommon ? 2 : -1)).map(({ id }) => id)
    return { word, ids, tickets: isCommon && ids.length > 1 ? Infinity : n }
  }
}

/** The first and the last day of a period, as numbers. */
export function toDayRange({ fromDay, toDay }: Pick<LedgerFilter, 'fromDay' | 'toDay'>): [number, number] {
  return [fromDay === null ? firstDay : toDayNumber(fromDay), toDay === null ? lastDay : toDayNumber(toDay)]
}

/** A list sorted by a column of `tickets`: those with a value there, or those without. */
export interface WalkedOrder {
  readonly column: string
  readonly index: string
  readonly hasValue: boolean
}

/** Keeps the tickets that have a value in the column of an order, or that have none, with this as `key`. */
function withKey({ sql, values }: SqlPart, order: WalkedOrder | undefined): SqlPart {
  if (order === undefined) return { sql, values }
  const { column, hasValue } = order
  const select = `SELECT v.${column} AS key, w.day, w.placed_at, w.ticket_id FROM (${sql}) AS w
    CROSS JOIN tickets AS v ON v.id = w.ticket_id WHERE v.${column} IS ${hasValue ? 'NOT ' : ''}NULL`
  return { sql: select, values }
}

function walkFacet({ ids, tickets }: FacetCondition): Walk {
  const [first] = ids
  if (ids.length === 1 && first !== undefined)
    return { sql: 'SELECT * FROM ticket_facets WHERE facet_id = ?', values: [first], tickets }
  const sql = `SELECT DISTINCT day, placed_at, ticket_id FROM ticket_facets
    WHERE facet_id IN (SELECT value FROM json_each(?))`
  return { sql, values: [toJsonColumn(ids)], tickets }
}

/** Keeps the tickets walked that are also listed under a facet. */
const joinFacet = (name: string) => `CROSS JOIN ticket_facets AS ${name} ON ${name}.facet_id = ?
  AND ${name}.day = d.day AND ${name}.placed_at = d.placed_at AND ${name}.ticket_id = d.ticket_id`

/**
 * True when the ticket has one of many words, by searching its own words: the cost does not depend on other tickets.
 */
const hasWord = `EXISTS (
  SELECT 1 FROM json_each(t.list_facets) AS f CROSS JOIN facets AS w ON w.id = f.value
  WHERE w.kind = 'word' AND w.value >= ? AND w.value < ? || char(1114111))`

/** The same, by a list of all tickets that have one. */
const isListed = `d.ticket_id IN (
  SELECT ticket_id FROM ticket_facets WHERE facet_id IN (SELECT value FROM json_each(?)))`

/** Leaves out the tickets that have a word for each beginning. */
function leaveOut(isDemo: boolean, words: readonly string[]): SqlPart {
  const hasEach = words.map(() => isListedByWord).join(' AND ')
  return { sql: `NOT (${hasEach})`, values: words.flatMap(word => [Number(isDemo), word, word]) }
}

/** The conditions of a text that no facet covers. */
const toTextConditions = (isDemo: boolean, { limits, leftOut, groups }: LedgerQuery): readonly SqlPart[] => [
  ...limits.map(toLimitCondition),
  ...leftOut.map(words => leaveOut(isDemo, words)),
  ...groups.map(group => toGroupCondition(isDemo, group)),
]

/** The condition that one part of a group holds. A ticket without the value of a limit is not within it. */
function toGroupCondition(isDemo: boolean, group: readonly LedgerPart[]): SqlPart {
  const parts = group.map(({ readings, isLeftOut }) => {
    const { sql, values } = joinConditions(
      readings.map(reading => toReadingCondition(isDemo, reading)),
      'OR',
    )
    return { sql: isLeftOut ? `NOT coalesce(${sql}, 0)` : sql, values }
  })
  return joinConditions(parts, 'OR')
}

function joinConditions(parts: readonly SqlPart[], by: 'AND' | 'OR'): SqlPart {
  return {
    sql: `(${parts.map(({ sql }) => sql).join(` ${by} `)})`,
    values: parts.flatMap(({ values }) => values),
  }
}

function toReadingCondition(isDemo: boolean, reading: LedgerReading): SqlPart {
  if (reading.kind === 'limit') return toLimitCondition(reading.limit)
  if (reading.kind === 'days')
    return { sql: 'd.day BETWEEN ? AND ?', values: [toDayNumber(reading.from), toDayNumber(reading.to)] }
  const words = reading.words.map(word => ({ sql: isListedByWord, values: [Number(isDemo), word, word] }))
  return joinConditions(words, 'AND')
}

/** Only tickets of some days are read when the text has them alone. */
function narrowToDays([from, to]: [number, number], { groups }: LedgerQuery): [number, number] {
  const days = groups.flatMap(group => {
    const [part, ...others] = group
    const [reading, ...readings] = part?.readings ?? []
    const isAlone = others.length + readings.length === 0 && part?.isLeftOut === false
    return isAlone && reading?.kind === 'days' ? [reading] : []
  })
  return [
    Math.max(from, ...days.map(each => toDayNumber(each.from))),
    Math.min(to, ...days.map(each => toDayNumber(each.to))),
  ]
}

const isListedByWord = `d.ticket_id IN (
  SELECT f.ticket_id FROM facets AS w CROSS JOIN ticket_facets AS f ON f.facet_id = w.id WHERE ${isWord})`

const wordValues = ({ ids, word, tickets }: FacetCondition): string[] =>
  tickets === Infinity ? [word ?? '', word ?? ''] : [toJsonColumn(ids)]

type FilterFacet = Pick<Facet, 'kind' | 'value'>
const allTicketsFacet: FilterFacet = { kind: 'all', value: '' }

/** Kinds with sums kept by day. */
const summedKinds: ReadonlySet<FacetKind> = new Set(['all', 'book', 'league', 'market', 'tag'])

/** The facets of a filter, without its words. */
function toFilterFacets({ bookId, league, market, tag, result, also }: LedgerFilter): FilterFacet[] {
  const values = { book: bookId, league, market, tag, result } as const
  const chosen = (['book', 'league', 'market', 'tag', 'result'] as const).flatMap(kind => {
    const value = values[kind]
    return value === null ? [] : [{ kind, value }]
  })
  const opened = also.flatMap(part =>
    'value' in part ? [{ kind: part.kind, value: String(part.value) }] : toMarketFacets(part),
  )
  return [...chosen, ...opened]
}

/** Markets of a parlay's legs, so that only tickets with these are compared leg by leg. */
function toMarketFacets(part: ConditionPart): FilterFacet[] {
  const markets = part.kind === 'parlay' ? part.legs.map(({ market }) => market) : []
  return [...new Set(markets)].filter(value => value !== '').map(value => ({ kind: 'market', value }))
}

/** A part of a filter that no facet covers. */
type ConditionPart = Exclude<FilterPart, { value: unknown }>
const isCondition = (part: FilterPart): part is ConditionPart => !('value' in part)

function toCondition(isDemo: boolean, part: ConditionPart): SqlPart {
  if (part.kind === 'settled-since') return { sql: isSettledSince, values: [Number(isDemo), part.at] }
  if (part.kind === 'waiting') return { sql: hasWaiting, values: [] }
  if (part.kind === 'promotion') return { sql: hasPromotion, values: [part.promotionId] }
  if (part.kind === 'parlay') return { sql: hasLegs, values: [part.legs.length, toJsonColumn(part.legs)] }
  return { sql: hasPendingLeg(exposureColumns[part.kind]), values: [part.gameKey, part.label, part.detail] }
}

/** Drops the `settled` condition of a sum, to which open tickets add nothing. */
export const withoutSettledFigure = <F extends LedgerFilter>(filter: F): F => ({
  ...filter,
  also: filter.also.filter(part => part.kind !== 'figure' || part.value !== 'settled'),
})

/** SQL of a leg `l` for an exposure row. Open tickets can share a game, a player or a leg. */
export const exposureColumns = {
  game: { label: 'l.game', detail: 'l.league' },
  player: { label: 'l.subject', detail: 'l.game' },
  leg: { label: 'l.name', detail: `concat_ws(' · ', nullif(l.market, ''), nullif(l.game, ''))` },
} as const
export type ExposureColumns = (typeof exposureColumns)[keyof typeof exposureColumns]

/** Tickets with a pending leg of a game, a label and a detail. */
const hasPendingLeg = ({ label, detail }: ExposureColumns) => `d.ticket_id IN (
  SELECT l.ticket_id FROM legs AS l INDEXED BY legs_pending
  WHERE l.result = 'pending' AND l.game_key = ? AND ${label} = ? AND ${detail} = ?)`

/** Tickets with exactly these legs, in any order. */
const hasLegs = `(SELECT count(*) FROM legs AS l WHERE l.ticket_id = d.ticket_id) = ? AND NOT EXISTS (
  SELECT 1 FROM json_each(?) AS w WHERE NOT EXISTS (
    SELECT 1 FROM legs AS l WHERE l.ticket_id = d.ticket_id AND l.game_key = w.value ->> 'gameKey'
      AND l.market = w.value ->> 'market' AND l.name = w.value ->> 'name'))`

/** Tickets with a change of a team that waits for a user. */
const hasWaiting = `d.ticket_id IN (
  SELECT w.id FROM changes AS c CROSS JOIN tickets AS w ON c.subject = 'ticket:' || w.uid WHERE c.standing = 'waiting')`

/** Tickets that used a promotion. */
const hasPromotion =
  'd.ticket_id IN (SELECT id FROM tickets WHERE promotion_id = ? AND promotion_id IS NOT NULL AND is_voided = 0)'

/** Tickets whose result was reached at or after a time. */
const isSettledSince = `d.ticket_id IN (
  SELECT id FROM tickets INDEXED BY tickets_settled
  WHERE is_demo = ? AND settled_at >= ? AND settled_at IS NOT NULL AND is_voided = 0)`
