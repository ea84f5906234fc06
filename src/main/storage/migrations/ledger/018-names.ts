/** The view of accounts, with renamings of several desks in the order of the team's log; this desk's own wait after them. */
import { accountsView } from './017-views.ts'

const renamings = `
    SELECT r.account_id, r.body ->> '$.from' AS was, r.body ->> '$.holder' AS holder,
      row_number() OVER (PARTITION BY r.account_id ORDER BY c.place IS NULL, c.place, r.seq) AS n
    FROM records AS r LEFT JOIN changes AS c
      ON c.first_seq = (SELECT max(first_seq) FROM changes WHERE first_seq <= r.seq) AND c.last_seq >= r.seq
    WHERE r.kind = 'account-renamed'
  `

export const names018 = `
  DROP VIEW v1_accounts;
${accountsView(renamings)}`
