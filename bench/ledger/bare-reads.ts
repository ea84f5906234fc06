/**
 * The questions of the ledger's screens as one prepared statement each, on the same tables and indexes. Facets are
 * looked up beforehand, so each statement has only its rows to read.
 */
import { sumColumns, toDayNumber } from '../../src/main/ledger/projection/ticket-row.ts'
import type { Database } from '../../src/main/storage/database.ts'
import { clvSteps, toClvBoundsPpm } from '../../src/shared/model/ticket/ledger-report.ts'

export type BareRow = Readonly<Record<string, unknown>>
export type Ask = () => BareRow[]
type Values = readonly (string | number)[]

const columns = `t.id, t.placed_at, t.day, t.title, t.book_id, t.book_name, t.price_text, t.price_format, t.price_odds,
  t.kind, t.is_live, t.tags, t.currency, t.stake_minor, t.potential_minor, t.result, t.review, t.was, t.was_profit_minor,
  t.is_provisionally_lost, t.payout_minor, t.is_actual, t.profit_minor, t.closing, t.clv_ppm, t.is_in_clv_pool,
  t.legs_won, t.legs_lost, t.legs_refunded, t.legs_pending, t.legs_unknown`
const newestFirst = 'ORDER BY d.day DESC, d.placed_at DESC, d.ticket_id DESC LIMIT 100'
const sums = sumColumns.map(name => `coalesce(sum(${name}), 0) AS ${name}`).join(', ')
const ofFacet = `ticket_facets AS d CROSS JOIN tickets AS t ON t.id = d.ticket_id WHERE d.facet_id = ?`
const perDay = `day_sums WHERE facet_id = ? AND currency = 'USD'`
const listed = 'SELECT ticket_id FROM ticket_facets WHERE facet_id IN (SELECT value FROM json_each(?))'

/** The tickets `d` that are listed under one more facet too, by its index alone. */
const alsoOf = (
  name: string,
  id = 'd.ticket_id',
) => `CROSS JOIN ticket_facets AS ${name} ON ${name}.facet_id = ?
  AND ${name}.day = d.day AND ${name}.placed_at = d.placed_at AND ${name}.ticket_id = ${id}`

/** Condition of the newest tickets in which some word begins so. */
const hasWord = `EXISTS (SELECT 1 FROM json_each(t.list_facets) AS f CROSS JOIN facets AS w ON w.id = f.value
  WHERE w.kind = 'word' AND w.value >= ? AND w.value < ? || char(1114111))`

const selectGroups = `SELECT f.value, f.label, sum(settled) AS settled, sum(won) AS won, sum(staked) AS staked,
  sum(profit) AS profit FROM facets AS f CROSS JOIN day_sums AS s ON s.facet_id = f.id AND s.currency = 'USD'
  WHERE f.is_demo = 0 AND f.kind = ? GROUP BY f.id ORDER BY profit DESC, f.value`

const selectMonths = `SELECT day / 100 AS value, sum(settled) AS settled, sum(won) AS won, sum(staked) AS staked,
  sum(profit) AS profit FROM ${perDay} GROUP BY 1 ORDER BY 1`

const selectClvSteps = `SELECT (SELECT count(*) FROM tickets INDEXED BY tickets_clv
    WHERE is_in_clv_pool = 1 AND is_demo = 0 AND currency = 'USD'
      AND clv_ppm >= b.value ->> 0 AND clv_ppm < b.value ->> 1) AS tickets
  FROM json_each(?) AS b ORDER BY b.key`

const selectChoices = `SELECT kind, value, label FROM facets
  WHERE is_demo = 0 AND kind IN ('book', 'league', 'market', 'tag')
    AND EXISTS (SELECT 1 FROM ticket_facets WHERE facet_id = facets.id)
  UNION ALL SELECT 'currency', currency, currency FROM ${perDay} GROUP BY currency ORDER BY 3`

/** The 30 largest of one kind; a ticket counts once, however many of its legs share a label. */
const largest = (kind: string, label: string, detail: string) => `SELECT * FROM (
  SELECT '${kind}' AS kind, label, detail, game_key, min(start_at), count(*) AS tickets, sum(own_minor) AS stake,
    sum(potential_minor)
  FROM (SELECT ${label} AS label, ${detail} AS detail, game_key, min(start_at) AS start_at, own_minor, potential_minor
    FROM leg WHERE ${label} <> '' GROUP BY id, 1, 2, 3)
  GROUP BY label, detail, game_key ORDER BY stake DESC, label LIMIT 30)`

const selectExposure = `WITH
  ticket AS MATERIALIZED (SELECT t.* FROM ${ofFacet} AND t.currency = 'USD' AND t.is_provisionally_lost = 0),
  leg AS MATERIALIZED (
    SELECT t.id, t.own_minor, t.potential_minor, l.game, l.league, l.subject, l.name, l.market, l.game_key, l.start_at
    FROM ticket AS t CROSS JOIN legs AS l ON l.ticket_id = t.id WHERE l.result = 'pending')
  ${largest('game', 'game', 'league')} UNION ALL ${largest('player', 'subject', 'game')}
  UNION ALL ${largest('leg', 'name', `concat_ws(' · ', nullif(market, ''), nullif(game, ''))`)}
  UNION ALL SELECT * FROM (
    SELECT 'one-away', (SELECT name FROM legs WHERE ticket_id = t.id AND result = 'pending'), book_name, id, legs_won,
      1, own_minor, potential_minor
    FROM ticket AS t WHERE legs_pending = 1 AND legs_lost = 0 AND legs_won + legs_refunded > 0
    ORDER BY potential_minor DESC, id LIMIT 30)`

export type BareReads = ReturnType<typeof prepareBareReads>

export function prepareBareReads(database: Database) {
  const prepared = (sql: string, values: Values): Ask => {
    const statement = database.prepare(sql)
    return () => statement.all(...values)
  }
  const facetsWhere = (condition: string, values: Values) =>
    prepared(`SELECT id FROM facets WHERE is_demo = 0 AND ${condition}`, values)().map(({ id }) => Number(id))
  const facet = (kind: string, value: string): number =>
    facetsWhere('kind = ? AND value = ?', [kind, value])[0] ?? 0
  const wordIds = (start: string): string =>
    JSON.stringify(facetsWhere(`kind = 'word' AND value >= ? AND value < ? || char(1114111)`, [start, start]))
  const all = facet('all', '')
  const filtered = (facetId: number, condition = '', values: Values = []) =>
    prepared(`SELECT ${columns} FROM ${ofFacet} ${condition} ${newestFirst}`, [facetId, ...values])
  const days = (from: string, to: string) => [toDayNumber(from), toDayNumber(to)]
  const ordered = (column: string, direction = 'DESC') =>
    `ORDER BY ${[column, 't.day', 't.placed_at', 't.id'].map(each => `${each} ${direction}`).join(', ')} LIMIT 100`
  return {
    newest: () => filtered(all),
    after: (ticketId: number) => {
      const [place] = prepared('SELECT day, placed_at FROM tickets WHERE id = ?', [ticketId])()
      const values = [Number(place?.['day']), Number(place?.['placed_at']), ticketId]
      return filtered(all, 'AND (d.day, d.placed_at, d.ticket_id) < (?, ?, ?)', values)
    },
    byFacet: (kind: string, value: string) => filtered(facet(kind, value)),
    ofDays: (from: string, to: string) => filtered(all, 'AND d.day BETWEEN ? AND ?', days(from, to)),
    /** In this order the fewest tickets are looked up. */
    ofBookResultMarket: (book: string, result: string, market: string) =>
      prepared(
        `SELECT ${columns} FROM ticket_facets AS d ${alsoOf('r')} ${alsoOf('m')}
         CROSS JOIN tickets AS t ON t.id = d.ticket_id WHERE d.facet_id = ? ${newestFirst}`,
        [facet('result', result), facet('market', market), facet('book', book)],
      ),
    withWord: (word: string) => filtered(facet('word', word)),
    withWordStart: (start: string) => filtered(all, `AND ${hasWord}`, [start, start]),
    withAllWordStarts: (starts: readonly string[]) =>
      prepared(
        `SELECT ${columns} FROM tickets AS t WHERE t.id IN (${starts.map(() => listed).join(' INTERSECT ')})
         ${ordered('t.day')}`,
        starts.map(wordIds),
      ),
    sorted: (column: string, index: string) =>
      prepared(
        `SELECT ${columns} FROM tickets AS t INDEXED BY ${index} WHERE t.is_demo = 0 AND t.is_voided = 0
         ${ordered(column)}`,
        [],
      ),
    bookByClv: (book: string) =>
      prepared(
        `SELECT ${columns} FROM tickets AS d INDEXED BY tickets_by_clv ${alsoOf('b', 'd.id')}
         CROSS JOIN tickets AS t ON t.id = d.id WHERE d.is_demo = 0 AND d.is_voided = 0
         ORDER BY d.clv_ppm DESC, d.day DESC, d.placed_at DESC, d.id DESC LIMIT 100`,
        [facet('book', book)],
      ),
    sortedDays: (column: string, from: string, to: string) =>
      prepared(`SELECT ${columns} FROM ${ofFacet} AND d.day BETWEEN ? AND ? ${ordered(column)}`, [
        all,
        ...days(from, to),
      ]),
    totals: (kind = 'all', value = '') => prepared(`SELECT ${sums} FROM ${perDay}`, [facet(kind, value)]),
    totalsOfDays: (from: string, to: string) =>
      prepared(`SELECT ${sums} FROM ${perDay} AND day BETWEEN ? AND ?`, [all, ...days(from, to)]),
    totalsOfBook: (market: string, book: string) =>
      prepared(
        `SELECT ${sums} FROM ticket_facets AS d ${alsoOf('b')}
         CROSS JOIN ticket_sums AS s ON s.id = d.ticket_id WHERE d.facet_id = ? AND s.currency = 'USD'`,
        [facet('book', book), facet('market', market)],
      ),
    totalsOfWord: (word: string) =>
      prepared(
        `SELECT ${sums} FROM ticket_facets AS d CROSS JOIN ticket_sums AS s ON s.id = d.ticket_id
         WHERE d.facet_id = ? AND s.currency = 'USD'`,
        [facet('word', word)],
      ),
    profitBy: (kind: string) => prepared(selectGroups, [kind]),
    profitByMonth: () => prepared(selectMonths, [all]),
    bankroll: () =>
      prepared(
        `SELECT day, settled, profit, clv_profit, clv_tickets, expected, variance FROM ${perDay} AND settled > 0 ORDER BY day`,
        [all],
      ),
    clvSteps: () => prepared(selectClvSteps, [JSON.stringify([...clvSteps.map(boundsOf), [1, maxPpm]])]),
    exposure: () => prepared(selectExposure, [facet('result', 'pending')]),
    choices: () => prepared(selectChoices, [all]),
    ticket: (id: number) =>
      prepared(
        `SELECT t.*, l.seq, l.at, l.kind AS record, l.body FROM tickets AS t JOIN log AS l ON l.ticket_id = t.id
         WHERE t.id = ? ORDER BY l.seq`,
        [id],
      ),
  }
}

const maxPpm = Number.MAX_SAFE_INTEGER

function boundsOf(step: number): [number, number] {
  const { from, to } = toClvBoundsPpm(step)
  return [from ?? -maxPpm, to ?? maxPpm]
}
