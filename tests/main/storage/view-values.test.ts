/** Every column of every view, by rows whose values differ from one another, and by what docs/data.md says of its unit. */
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase, type Database } from '../../../src/main/storage/database.ts'
import { deskMigrations } from '../../../src/main/storage/migrations/desk/desk-migrations.ts'
import { ledgerMigrations } from '../../../src/main/storage/migrations/ledger/ledger-migrations.ts'
import { describedViews, type DescribedColumn } from '../../support/storage/described-views.ts'

type Value = string | number | null | Uint8Array
type Values = Readonly<Record<string, Value>>

function open(migrations: readonly string[]): Database {
  const database = openDatabase(':memory:', migrations)
  onTestFinished(() => {
    database.close()
  })
  return database
}

function insert(database: Database, table: string, row: Values): void {
  const names = Object.keys(row)
  const marks = names.map(() => '?').join()
  database.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${marks})`).run(...Object.values(row))
}

const noon = Date.UTC(2026, 10, 20, 12)
/** Another time for each number. */
const time = (n: number) => noon + n * 86_400_000 + n
const times = (name: string, n: number | null): Values => ({
  [`${name}_ms`]: n === null ? null : time(n),
  [`${name}_at`]: n === null ? null : new Date(time(n)).toISOString(),
})
const amount = (name: string, minor: number | null, text: string | null): Values => ({
  [`${name}_minor`]: minor,
  [name]: text,
})

const price = (text: string, decimal: number) => ({ text, format: 'american', decimal })
const prices = (prefix: string, text: string, decimal: number): Values => ({
  [`${prefix}price_text`]: text,
  [`${prefix}price_format`]: 'american',
  [`${prefix}decimal`]: decimal,
  [`${prefix}american`]: Number(text),
})
const noPrice: Values = { price_text: null, price_format: null, decimal: null, american: null }

function fillDesk(database: Database): void {
  const note = { name: 'Sunday', tags: ['nfl'], note: 'Wind' }
  insert(database, 'parlays', {
    ...{ id: 7, profile_id: 'mine', fingerprint: 'f7', added_at: time(1), removed_at: time(2) },
    ...{ note: JSON.stringify(note), fair_price: JSON.stringify(price('+210', 3.1)) },
  })
  const game = { id: 'g1', title: 'A at B', league: 'Football', startAt: time(3) }
  insert(database, 'legs', {
    ...{ parlay_id: 7, place: 4, selection_key: 'k1', name: 'Ada Over 27.5', market: 'Points' },
    game: JSON.stringify(game),
  })
  const quote = { parlay_id: 7, book_id: 'bravo', author: null, price_before: null }
  const priced = { kind: 'priced', price: price('+455', 5.55), links: null, limits: null }
  const answers = [
    [priced, { price_before: JSON.stringify(price('+300', 4)), author: 'desk-2' }],
    [{ kind: 'message', text: 'Ask later' }, {}],
    [{ kind: 'failed', failure: { kind: 'timed-out', afterMs: 1 } }, {}],
  ] as const
  for (const [n, [outcome, given]] of answers.entries())
    insert(database, 'quotes', {
      ...{ ...quote, id: 31 + n, at: time(4 + n), outcome: JSON.stringify(outcome) },
      ...given,
    })
  const link = { parlay_id: 7, book_id: 'bravo', quote_id: 31, shown_decimal: 5.55 }
  const shown = JSON.stringify(price('+455', 5.55))
  insert(database, 'link_outcomes', {
    ...{ ...link, id: 41, shown, outcome: 'moved', at: time(7) },
    ...{ moved: JSON.stringify(price('+420', 5.2)), moved_decimal: 5.2 },
  })
  insert(database, 'link_outcomes', {
    ...{ ...link, id: 42, shown, outcome: 'limited', at: time(8), stake_minor: 1_250, currency: 'USD' },
  })
  insert(database, 'rules', { id: 51, profile_id: 'mine', terms: JSON.stringify({ name: 'Worth it' }) })
  const inputs = { quoteId: 31, price: price('+455', 5.55), worth: { source: 'mine', ev: 0.125 } }
  insert(database, 'rule_decisions', {
    ...{ id: 61, rule_id: 51, parlay_id: 7, book_id: 'bravo', at: time(9) },
    decision: JSON.stringify({ outcome: 'met', inputs, sentence: 'The rule is met.' }),
  })
}

const quoteAt = { parlay_id: 7, profile_id: 'mine', book_id: 'bravo' }
const deskRows: Readonly<Record<string, Values[]>> = {
  v1_parlays: [
    {
      ...{ parlay_id: 7, profile_id: 'mine', ...times('added', 1), ...times('removed', 2) },
      ...{ name: 'Sunday', tags: '["nfl"]', note: 'Wind', legs: 1, ...prices('fair_', '+210', 3.1) },
    },
  ],
  v1_legs: [
    {
      ...{ parlay_id: 7, place: 4, selection_key: 'k1', name: 'Ada Over 27.5', market: 'Points' },
      ...{ game_id: 'g1', game: 'A at B', league: 'Football', ...times('starts', 3) },
    },
  ],
  v1_quotes: [
    {
      ...{ quote_id: 31, ...quoteAt, ...times('quoted', 4), outcome: 'priced', ...prices('', '+455', 5.55) },
      ...{ before_decimal: 4, message: null, failure: null, author: 'desk-2' },
    },
    {
      ...{ quote_id: 32, ...quoteAt, ...times('quoted', 5), outcome: 'message', ...noPrice },
      ...{ before_decimal: null, message: 'Ask later', failure: null, author: null },
    },
    {
      ...{ quote_id: 33, ...quoteAt, ...times('quoted', 6), outcome: 'failed', ...noPrice },
      ...{ before_decimal: null, message: null, failure: 'timed-out', author: null },
    },
  ],
  v1_link_outcomes: [
    {
      ...{ link_outcome_id: 41, quote_id: 31, parlay_id: 7, book_id: 'bravo', ...times('reported', 7) },
      ...{ outcome: 'moved', ...prices('shown_', '+455', 5.55), ...prices('moved_', '+420', 5.2) },
      ...{ currency: null, ...amount('limit_stake', null, null) },
    },
    {
      ...{ link_outcome_id: 42, quote_id: 31, parlay_id: 7, book_id: 'bravo', ...times('reported', 8) },
      ...{ outcome: 'limited', ...prices('shown_', '+455', 5.55), moved_price_text: null },
      ...{ moved_price_format: null, moved_decimal: null, moved_american: null },
      ...{ currency: 'USD', ...amount('limit_stake', 1_250, '12.50') },
    },
  ],
  v1_rule_decisions: [
    {
      ...{ decision_id: 61, rule_id: 51, rule: 'Worth it', parlay_id: 7, book_id: 'bravo' },
      ...{ ...times('decided', 9), outcome: 'met', quote_id: 31, ...prices('', '+455', 5.55) },
      ...{ ev: 0.125, fair_source: 'mine', sentence: 'The rule is met.' },
    },
  ],
}

const account = 'a1b2'

function fillLedger(database: Database): void {
  const record = (seq: number, ticket: number | null, kind: string, body: object = {}) => {
    const hash = new Uint8Array(32).fill(seq)
    insert(database, 'log', {
      ...{ seq, at: time(seq), ticket_id: ticket, kind, body: JSON.stringify(body), hash },
    })
  }
  record(1, 3, 'placed')
  record(2, 3, 'corrected')
  record(3, null, 'account-opened', {
    ...{
      accountId: account,
      holder: 'Kim',
      book: { id: 'bravo', name: 'Bravo' },
      currency: 'USD',
      isDemo: 1,
    },
  })
  const of = { accountId: account }
  record(4, null, 'account-deposit', { ...of, amountMinor: 10_000, day: '2026-11-21', note: 'First' })
  record(5, null, 'account-withdrawal', { ...of, amountMinor: 2_500, day: '2026-11-22', note: 'Rent' })
  record(6, null, 'account-paid', { ...of, of: 5, day: '2026-11-23', note: '' })
  record(7, null, 'account-renamed', { ...of, from: 'Kim', holder: 'Kim Lee' })
  record(8, null, 'account-bonus', { ...of, amountMinor: 700, day: '2026-11-24', note: '' })
  record(9, null, 'account-undone', { ...of, of: 8 })
  const entry = { ticket_id: 3, kind: 'stake', currency: 'USD', profit_minor: -100 }
  insert(database, 'entries', { ...entry, seq: 1, cash_minor: -5_100, at_risk_minor: 5_000 })
  insert(database, 'entries', {
    ...{ ...entry, seq: 2, cash_minor: 5_100, at_risk_minor: -5_000, profit_minor: 100, reverses: 1 },
  })
  const plain = {
    ...{ identity: new Uint8Array(1), is_demo: 1, profile_id: 'mine', day: 20_261_120, book_id: 'bravo' },
    ...{ book_name: 'Bravo', currency: 'USD', price_text: '+455', price_format: 'american' },
    ...{ price_odds: '111/20', kind: 'boosted', is_live: 1, tags: '["live"]', account_id: account },
    ...{ sum_facets: '[]', list_facets: '[]', title: 'Ada · Bo', is_provisionally_lost: 0, is_voided: 0 },
    ...{ legs_won: 1, legs_lost: 2, legs_refunded: 3, legs_pending: 4, legs_unknown: 5 },
    ...{ is_in_clv_pool: 0, is_actual: 0, closing: '{"kind":"none"}' },
  }
  const closing = { kind: 'priced', price: price('+400', 5), at: time(13) }
  insert(database, 'tickets', {
    ...{ ...plain, id: 3, uid: 'u3', placed_at: time(11), promotion_id: 'p1', result: 'review' },
    ...{ stake_minor: 1_000, own_minor: 900, potential_minor: 5_550, review: 'odd-result' },
    ...{ settled_at: time(12), payout_minor: 2_345, profit_minor: 1_445, is_actual: 1 },
    ...{ closing: JSON.stringify(closing), clv_ppm: 110_000, is_in_clv_pool: 1 },
    ...{ fair_p: 0.21, fair_source: 'consensus', close_p: 0.19, close_p_by: 'partition' },
  })
  insert(database, 'tickets', {
    ...{ ...plain, id: 4, uid: 'u4', placed_at: time(14), result: 'pending', is_demo: 0 },
    ...{ stake_minor: 300, own_minor: 200, potential_minor: 400, is_provisionally_lost: 1 },
  })
  insert(database, 'tickets', {
    ...{ ...plain, id: 5, uid: 'u5', placed_at: time(14), result: 'pending', is_voided: 1 },
    ...{ stake_minor: 1, own_minor: 1, potential_minor: 1 },
  })
  const leg = { name: 'Ada', market: 'Points', subject: 's', game: 'A at B', league: 'Football' }
  for (const id of [3, 5])
    insert(database, 'legs', {
      ...{ ...leg, ticket_id: id, place: 2, start_at: time(15), result: 'won', resulted_at: time(16) },
    })
}

const ticket = {
  ...{ profile_id: 'mine', day: '2026-11-20', book_id: 'bravo', book: 'Bravo', account_id: account },
  ...{ title: 'Ada · Bo', kind: 'boosted', is_live: 1, tags: '["live"]', currency: 'USD' },
  ...{ ...prices('', '+455', 5.55), price_odds: '111/20' },
  ...{ legs_won: 1, legs_lost: 2, legs_refunded: 3, legs_pending: 4, legs_unknown: 5 },
}
const accountRecord = { account_id: account, is_demo: 1, currency: 'USD' }
const ledgerRows: Readonly<Record<string, Values[]>> = {
  v1_tickets: [
    {
      ...{ ...ticket, ticket_id: 3, uid: 'u3', is_demo: 1, ...times('placed', 11), promotion_id: 'p1' },
      ...{ ...amount('stake', 1_000, '10.00'), ...amount('own_stake', 900, '9.00') },
      ...{ ...amount('to_return', 5_550, '55.50'), result: 'review', review: 'odd-result' },
      ...{ is_provisionally_lost: 0, ...times('settled', 12), ...amount('payout', 2_345, '23.45') },
      ...{ is_payout_typed: 1, ...amount('profit', 1_445, '14.45'), closing: 'priced' },
      ...{ closing_decimal: 5, closing_american: 400, ...times('closing', 13), clv: 0.11 },
      ...{ is_in_clv_mean: 1, fair_p: 0.21, fair_source: 'consensus', close_p: 0.19 },
      close_p_by: 'partition',
    },
    {
      ...{ ...ticket, ticket_id: 4, uid: 'u4', is_demo: 0, ...times('placed', 14), promotion_id: null },
      ...{ ...amount('stake', 300, '3.00'), ...amount('own_stake', 200, '2.00') },
      ...{ ...amount('to_return', 400, '4.00'), result: 'pending', review: null },
      ...{ is_provisionally_lost: 1, ...times('settled', null), ...amount('payout', null, null) },
      ...{ is_payout_typed: 0, ...amount('profit', null, null), closing: 'none' },
      ...{ closing_decimal: null, closing_american: null, ...times('closing', null), clv: null },
      ...{ is_in_clv_mean: 0, fair_p: null, fair_source: null, close_p: null, close_p_by: null },
    },
  ],
  v1_ticket_legs: [
    {
      ...{ ticket_id: 3, place: 2, name: 'Ada', market: 'Points', game: 'A at B', league: 'Football' },
      ...{ ...times('starts', 15), result: 'won', ...times('resulted', 16) },
    },
  ],
  v1_entries: [
    {
      ...{ entry_id: 1, ticket_id: 3, is_demo: 1, ...times('booked', 1), kind: 'stake', currency: 'USD' },
      ...{ ...amount('cash', -5_100, '-51.00'), ...amount('at_risk', 5_000, '50.00') },
      ...{ ...amount('profit', -100, '-1.00'), reverses_entry_id: null },
    },
    {
      ...{ entry_id: 2, ticket_id: 3, is_demo: 1, ...times('booked', 2), kind: 'stake', currency: 'USD' },
      ...{ ...amount('cash', 5_100, '51.00'), ...amount('at_risk', -5_000, '-50.00') },
      ...{ ...amount('profit', 100, '1.00'), reverses_entry_id: 1 },
    },
  ],
  v1_account_records: [
    [3, 'opened', 0, '0.00', null, null, null],
    [4, 'deposit', 10_000, '100.00', '2026-11-21', null, 'First'],
    [5, 'withdrawal', -2_500, '-25.00', '2026-11-22', null, 'Rent'],
    [6, 'paid', 0, '0.00', '2026-11-23', 5, ''],
    [7, 'renamed', 0, '0.00', null, null, null],
    [8, 'bonus', 700, '7.00', '2026-11-24', null, ''],
    [9, 'undone', 0, '0.00', null, 8, null],
  ].map(([id, kind, minor, text, day, of, note]): Values => ({
    ...{ ...accountRecord, record_id: Number(id), ...times('recorded', Number(id)), day: day ?? null },
    ...{ kind: kind ?? null, ...amount('amount', Number(minor), String(text)), of_record_id: of ?? null },
    ...{ is_undone: Number(id === 8), note: note ?? null },
  })),
  v1_accounts: [
    {
      ...{ ...accountRecord, holder: 'Kim Lee', book_id: 'bravo', book: 'Bravo', ...times('opened', 3) },
      ...{ ...amount('balance', 10_000 - 2_500 + 1_445 - 200, '87.45') },
      ...amount('open_stakes', 200, '2.00'),
    },
  ],
}

const isText = (value: Value) => typeof value === 'string'
const isWhole = (value: Value) => Number.isInteger(value)
const matches = (pattern: RegExp) => (value: Value) => typeof value === 'string' && pattern.test(value)
const between = (min: number, max: number) => (value: Value) =>
  typeof value === 'number' && value >= min && value <= max
/** True for a value of each unit of docs/data.md. */
const units: Readonly<Record<string, (value: Value) => boolean>> = {
  ...{ id: value => isText(value) || isWhole(value), text: isText, name: isText, UUID: isText },
  ...{ count: isWhole, 'count from 0': isWhole, 'epoch ms': between(1e12, 1e13), 'minor units': isWhole },
  'ISO 8601, UTC': matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  'ISO 4217': matches(/^[A-Z]{3}$/),
  'yyyy-mm-dd': matches(/^\d{4}-\d\d-\d\d$/),
  'decimal text': matches(/^-?\d+\.\d\d$/),
  'num/den': matches(/^\d+\/\d+$/),
  JSON: matches(/^\[/),
  '0 or 1': value => value === 0 || value === 1,
  'decimal odds': between(1, 1e6),
  'American odds': value => isWhole(value) && !between(-99, 99)(value),
  ...{ probability: between(0, 1), fraction: between(-1, 1e6), 'share of the stake': between(-1, 1e6) },
}

/** Values that the docs list for a column of names. */
const listedIn = ({ meaning }: DescribedColumn) =>
  [...meaning.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)

it.each([
  ['desk.db', deskMigrations, fillDesk, deskRows],
  ['ledger.db', ledgerMigrations, fillLedger, ledgerRows],
] as const)(
  '%s: every column of every view has its value, in the unit that the docs say',
  (_, migrations, fill, known) => {
    const database = open(migrations)
    fill(database)
    for (const [view, rows] of Object.entries(known)) {
      const read = database.prepare(`SELECT * FROM ${view} ORDER BY 1`).all()
      expect([view, read]).toEqual([view, rows])
      for (const column of describedViews.get(view) ?? []) {
        const values = rows.flatMap(row => row[column.name] ?? [])
        expect([view, column.name, values.length]).not.toEqual([view, column.name, 0])
        const isOf = units[column.unit] ?? (() => false)
        expect([view, column, values.filter(value => !isOf(value))]).toEqual([view, column, []])
        const listed = column.unit === 'name' ? listedIn(column) : []
        const isListed = (value: Value) => listed.length < 2 || listed.includes(String(value))
        expect([view, column, values.filter(value => !isListed(value))]).toEqual([view, column, []])
      }
    }
  },
)

it('v1_accounts has the name by the team’s order of two renamings, not by the order that they arrived in', () => {
  const database = open(ledgerMigrations)
  const of = { accountId: account }
  const book = { id: 'bravo', name: 'Bravo' }
  const records = [
    ['account-opened', { ...of, holder: 'Kim', book, currency: 'USD', isDemo: 0 }, 1],
    ['account-renamed', { ...of, from: 'Lee', holder: 'Kim Lee' }, 3],
    ['account-renamed', { ...of, from: 'Kim', holder: 'Lee' }, 2],
    ['account-renamed', { ...of, from: 'Kim Lee', holder: 'K. Lee' }, null],
  ] as const
  for (const [n, [kind, body, place]] of records.entries()) {
    const seq = n + 1
    const hash = new Uint8Array(32).fill(seq)
    insert(database, 'log', { seq, at: time(seq), ticket_id: null, kind, body: JSON.stringify(body), hash })
    insert(database, 'changes', {
      ...{ first_seq: seq, last_seq: seq, uid: `c${seq}`, subject: account, member: `m${seq}` },
      ...{ place, standing: 'applied' },
    })
  }
  expect(database.prepare('SELECT holder FROM v1_accounts').all()).toEqual([{ holder: 'K. Lee' }])
})

it('The known rows are of every view that the docs describe', () => {
  const known = [...Object.keys(deskRows), ...Object.keys(ledgerRows)]
  expect(known.toSorted()).toEqual([...describedViews.keys()].toSorted())
})
