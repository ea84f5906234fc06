/** Views of tickets, entries and accounts for other programs; docs/data.md describes each column. */
import { american, dayText, decimalOfOdds, moneyColumns, timeColumns } from '../view-columns.ts'

const money = (name: string, minor: string) => moneyColumns(name, minor, 't.currency')
const odds = decimalOfOdds('t.price_odds')

/** Records of accounts that count, and the holder's present name. */
const accountRecords = `
  records AS (
    SELECT l.seq, l.at, l.kind, l.body, l.body ->> '$.accountId' AS account_id
    FROM log AS l LEFT JOIN changes AS c
      ON c.first_seq = (SELECT max(first_seq) FROM changes WHERE first_seq <= l.seq) AND c.last_seq >= l.seq
    WHERE l.ticket_id IS NULL AND l.kind LIKE 'account-%' AND (c.standing IS NULL OR c.standing = 'applied')
  ),
  opened AS (
    SELECT account_id, seq, at, body ->> '$.holder' AS holder, body ->> '$.book.id' AS book_id,
      body ->> '$.book.name' AS book, body ->> '$.currency' AS currency, body ->> '$.isDemo' AS is_demo
    FROM records WHERE kind = 'account-opened'
  ),
  undone AS (SELECT account_id, body ->> '$.of' AS seq FROM records WHERE kind = 'account-undone'),
  moves AS (
    SELECT r.seq, r.account_id, r.at, r.kind, r.body, CASE r.kind
      WHEN 'account-deposit' THEN r.body ->> '$.amountMinor'
      WHEN 'account-bonus' THEN r.body ->> '$.amountMinor'
      WHEN 'account-adjustment' THEN r.body ->> '$.amountMinor'
      WHEN 'account-withdrawal' THEN -(r.body ->> '$.amountMinor')
      WHEN 'account-canceled' THEN coalesce((
        SELECT w.body ->> '$.amountMinor' FROM records AS w
        WHERE w.seq = r.body ->> '$.of' AND w.account_id = r.account_id AND w.kind = 'account-withdrawal'
      ), 0)
      ELSE 0 END AS amount_minor
    FROM records AS r
  )`

/** An account keeps every name that its holder had, one renaming after another. */
const presentNames = (renamings: string) => `
  renamings AS (${renamings}),
  names (account_id, n, holder) AS (
    SELECT account_id, 0, holder FROM opened
    UNION ALL
    SELECT s.account_id, r.n, iif(r.was = s.holder, r.holder, s.holder)
    FROM names AS s JOIN renamings AS r ON r.account_id = s.account_id AND r.n = s.n + 1
  )`

const renamingsInLog = `
    SELECT account_id, body ->> '$.from' AS was, body ->> '$.holder' AS holder,
      row_number() OVER (PARTITION BY account_id ORDER BY seq) AS n
    FROM records WHERE kind = 'account-renamed'
  `

/** `renamings`: records of a holder's other name (`account_id`, `was`, `holder`), numbered from 1 for each account. */
export const accountsView = (
  renamings: string,
): string => `  CREATE VIEW v1_accounts AS WITH RECURSIVE ${accountRecords}, ${presentNames(renamings)},
  sums AS (
    SELECT o.account_id,
      coalesce((
        SELECT sum(m.amount_minor) FROM moves AS m
        WHERE m.account_id = o.account_id AND m.seq NOT IN (SELECT seq FROM undone)
      ), 0) + coalesce((
        SELECT sum(coalesce(t.profit_minor, -t.own_minor)) FROM tickets AS t
        WHERE t.account_id = o.account_id AND t.book_id = o.book_id AND t.currency = o.currency AND t.is_voided = 0
      ), 0) AS balance_minor,
      coalesce((
        SELECT sum(t.own_minor) FROM tickets AS t
        WHERE t.account_id = o.account_id AND t.book_id = o.book_id AND t.currency = o.currency AND t.is_voided = 0
          AND t.profit_minor IS NULL
      ), 0) AS open_minor
    FROM opened AS o
  )
  SELECT
    o.account_id,
    o.is_demo,
    (SELECT holder FROM names AS s WHERE s.account_id = o.account_id ORDER BY n DESC LIMIT 1) AS holder,
    o.book_id,
    o.book,
    o.currency,
    ${timeColumns('opened', 'o.at')},
    ${moneyColumns('balance', 's.balance_minor', 'o.currency')},
    ${moneyColumns('open_stakes', 's.open_minor', 'o.currency')}
  FROM opened AS o JOIN sums AS s ON s.account_id = o.account_id
  WHERE o.seq NOT IN (SELECT seq FROM undone);
`

export const views017 = `
  CREATE VIEW v1_tickets AS SELECT
    t.id AS ticket_id,
    t.uid,
    t.is_demo,
    t.profile_id,
    ${timeColumns('placed', 't.placed_at')},
    ${dayText('t.day')} AS day,
    t.book_id,
    t.book_name AS book,
    t.account_id,
    t.promotion_id,
    t.title,
    t.kind,
    t.is_live,
    t.tags,
    t.currency,
    ${money('stake', 't.stake_minor')},
    ${money('own_stake', 't.own_minor')},
    ${money('to_return', 't.potential_minor')},
    t.price_text,
    t.price_format,
    t.price_odds,
    ${odds} AS decimal,
    ${american(odds)} AS american,
    t.result,
    t.review,
    t.is_provisionally_lost,
    ${timeColumns('settled', 't.settled_at')},
    ${money('payout', 't.payout_minor')},
    t.is_actual AS is_payout_typed,
    ${money('profit', 't.profit_minor')},
    t.legs_won, t.legs_lost, t.legs_refunded, t.legs_pending, t.legs_unknown,
    t.closing ->> '$.kind' AS closing,
    t.closing ->> '$.price.decimal' AS closing_decimal,
    ${american("(t.closing ->> '$.price.decimal')")} AS closing_american,
    ${timeColumns('closing', "(t.closing ->> '$.at')")},
    t.clv_ppm / 1000000.0 AS clv,
    t.is_in_clv_pool AS is_in_clv_mean,
    t.fair_p,
    t.fair_source,
    t.close_p,
    t.close_p_by
  FROM tickets AS t WHERE t.is_voided = 0;

  CREATE VIEW v1_ticket_legs AS SELECT
    l.ticket_id,
    l.place,
    l.name,
    l.market,
    l.game,
    l.league,
    ${timeColumns('starts', 'l.start_at')},
    l.result,
    ${timeColumns('resulted', 'l.resulted_at')}
  FROM legs AS l JOIN tickets AS t ON t.id = l.ticket_id WHERE t.is_voided = 0;

  CREATE VIEW v1_entries AS SELECT
    e.seq AS entry_id,
    e.ticket_id,
    t.is_demo,
    ${timeColumns('booked', 'l.at')},
    e.kind,
    e.currency,
    ${moneyColumns('cash', 'e.cash_minor', 'e.currency')},
    ${moneyColumns('at_risk', 'e.at_risk_minor', 'e.currency')},
    ${moneyColumns('profit', 'e.profit_minor', 'e.currency')},
    e.reverses AS reverses_entry_id
  FROM entries AS e JOIN log AS l ON l.seq = e.seq JOIN tickets AS t ON t.id = e.ticket_id;

  CREATE VIEW v1_account_records AS WITH ${accountRecords}
  SELECT
    m.seq AS record_id,
    m.account_id,
    o.is_demo,
    ${timeColumns('recorded', 'm.at')},
    m.body ->> '$.day' AS day,
    substr(m.kind, 9) AS kind,
    o.currency,
    ${moneyColumns('amount', 'm.amount_minor', 'o.currency')},
    m.body ->> '$.of' AS of_record_id,
    m.seq IN (SELECT seq FROM undone) AS is_undone,
    m.body ->> '$.note' AS note
  FROM moves AS m JOIN opened AS o ON o.account_id = m.account_id;

${accountsView(renamingsInLog)}`
