/**
 * A filter as SQL. Everything a ticket can be found by is a facet, and each facet lists its tickets by day: the rarest
 * facet asked for is walked, and the others are looked up for each ticket on the way.
 */
import { z } from 'zod'
import { type LedgerFilter, wordsOf } from '../../../shared/model/ticket/ledger-filter.ts'
import type { Database } from '../../storage/database.ts'
import type { FacetIds } from '../projection/facet-ids.ts'
import { dayNumber } from '../projection/ticket-row.ts'
import { conditionsAsked, facetsAsked, keptKinds } from './asked.ts'

/** Tickets `d` (day, placed_at, ticket_id) and the conditions on them; the ticket's row is to be joined as `t`. */
export interface Matching {
  readonly from: string
  readonly where: string
  readonly values: readonly (string | number)[]
}

/** Facets of which a ticket must have one: a single one, or all words that begin as a word of the text does. */
interface Wanted {
  readonly ids: readonly number[]
  readonly word: string | null
  /** How many have it, counted for each of several words and no further than needed; Infinity where a walk takes long. */
  readonly tickets: number
}

/** A facet that stands at more is common; so many are counted in no time. */
const common = 10_000
/** Words by their beginning are walked only when few: their tickets have to be sorted, or at least told apart. */
const mostSorted = 5_000
const mostListed = 150_000
const firstDay = 0
const lastDay = 99_999_999
const Ids = z.array(z.object({ id: z.number() }))
const Count = z.object({ n: z.number() })

export class Matcher {
  readonly #facets: FacetIds
  readonly #words: ReturnType<Database['prepare']>
  readonly #count: ReturnType<Database['prepare']>

  constructor(database: Database, facets: FacetIds) {
    this.#facets = facets
    this.#words = database.prepare(
      `SELECT id FROM facets WHERE is_demo = ? AND kind = 'word' AND value >= ? AND value < ? || char(1114111)`,
    )
    this.#count = database.prepare(
      `SELECT count(*) AS n FROM (SELECT 1 FROM ticket_facets
       WHERE facet_id IN (SELECT value FROM json_each(?)) LIMIT ?)`,
    )
  }

  /** The tickets, of which the newest can be had without the others. Undefined when none can match. */
  newestFirst(isDemo: boolean, filter: LedgerFilter): Matching | undefined {
    return this.#match(isDemo, filter, mostSorted)
  }

  /** All of the tickets, in any order. Undefined when none can match. */
  whole(isDemo: boolean, filter: LedgerFilter): Matching | undefined {
    return this.#match(isDemo, filter, mostListed)
  }

  /** Words by their beginning that stand at more tickets than `most` are looked for in each ticket. */
  #match(isDemo: boolean, filter: LedgerFilter, most: number): Matching | undefined {
    if (filter.text.trim() !== '' && wordsOf(filter.text).length === 0) return undefined
    const wanted = this.#wanted(isDemo, filter, most)
    const all = this.#facets.find(isDemo, { kind: 'all', value: '' })
    if (all === undefined || wanted.some(({ ids }) => ids.length === 0)) return undefined
    const rarest = wanted.reduce((least, next) => (next.tickets < least.tickets ? next : least), {
      ids: [all],
      word: null,
      tickets: Infinity,
    })
    const others = wanted.filter(each => each !== rarest)
    const joined = others.flatMap(({ ids }) => (ids.length === 1 ? ids : []))
    const words = others.filter(({ ids }) => ids.length > 1)
    const currency = filter.currency === null ? [] : [filter.currency]
    const conditions = conditionsAsked(isDemo, filter)
    return {
      from: [walk(rarest), ...joined.map((_, at) => look(`f${at}`))].join(' '),
      where: [
        'd.day BETWEEN ? AND ?',
        ...currency.map(() => 't.currency = ?'),
        ...conditions.map(({ sql }) => sql),
        ...words.map(({ tickets }) => (tickets === Infinity ? hasWord : isListed)),
      ].join(' AND '),
      values: [
        ...[valueOf(rarest), ...joined, ...daysOf(filter), ...currency],
        ...conditions.flatMap(condition => condition.values),
        ...words.flatMap(valuesOfWord),
      ],
    }
  }

  /** The one facet whose daily sums answer for this filter; undefined when more than one thing is asked. */
  sumFacet(isDemo: boolean, filter: LedgerFilter): number | 'raw' | undefined {
    const asked = facetsAsked(filter)
    const isKept = asked.length <= 1 && asked.every(({ kind }) => keptKinds.has(kind))
    if (!isKept || conditionsAsked(isDemo, filter).length > 0 || filter.text.trim() !== '') return 'raw'
    return this.#facets.find(isDemo, asked[0] ?? { kind: 'all', value: '' })
  }

  #wanted(isDemo: boolean, filter: LedgerFilter, most: number): Wanted[] {
    const facets = facetsAsked(filter).map(facet => {
      const id = this.#facets.find(isDemo, facet)
      return { word: null, ids: id === undefined ? [] : [id] }
    })
    const words = wordsOf(filter.text).map(word => {
      const rows = Ids.parse(this.#words.all(Number(isDemo), word, word))
      return { word, ids: rows.map(({ id }) => id) }
    })
    return [...facets, ...words].map(each => ({ ...each, tickets: this.#ticketsOf(each.ids, most) }))
  }

  #ticketsOf(ids: readonly number[], most: number): number {
    const { n } = Count.parse(this.#count.get(JSON.stringify(ids), Math.max(common, most + 1)))
    return ids.length > 1 && n > most ? Infinity : n
  }
}

/** The first and the last day of a period, as numbers. */
export function daysOf({ fromDay, toDay }: Pick<LedgerFilter, 'fromDay' | 'toDay'>): [number, number] {
  return [fromDay === null ? firstDay : dayNumber(fromDay), toDay === null ? lastDay : dayNumber(toDay)]
}

function walk({ ids }: Wanted): string {
  if (ids.length === 1) return '(SELECT * FROM ticket_facets WHERE facet_id = ?) AS d'
  return `(SELECT DISTINCT day, placed_at, ticket_id FROM ticket_facets
    WHERE facet_id IN (SELECT value FROM json_each(?))) AS d`
}

const valueOf = ({ ids }: Wanted): string | number =>
  ids.length === 1 && ids[0] !== undefined ? ids[0] : JSON.stringify(ids)

/** Keeps the tickets walked that are also listed under a facet. */
const look = (name: string) => `CROSS JOIN ticket_facets AS ${name} ON ${name}.facet_id = ?
  AND ${name}.day = d.day AND ${name}.placed_at = d.placed_at AND ${name}.ticket_id = d.ticket_id`

/** That a ticket has one of many words, by looking at all of its own: no matter how many tickets have one. */
const hasWord = `EXISTS (
  SELECT 1 FROM json_each(t.list_facets) AS f CROSS JOIN facets AS w ON w.id = f.value
  WHERE w.kind = 'word' AND w.value >= ? AND w.value < ? || char(1114111))`

/** The same, by a list of all that have one, made once. */
const isListed = `d.ticket_id IN (
  SELECT ticket_id FROM ticket_facets WHERE facet_id IN (SELECT value FROM json_each(?)))`

const valuesOfWord = ({ ids, word, tickets }: Wanted): string[] =>
  tickets === Infinity ? [word ?? '', word ?? ''] : [JSON.stringify(ids)]
