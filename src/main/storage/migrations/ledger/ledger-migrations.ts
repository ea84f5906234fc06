/**
 * All migrations of the ledger's file, in order. One that sets `projected` to 0 rebuilds the tables from the whole log.
 */
import { log001 } from './001-log.ts'
import { changes016 } from './016-changes.ts'
import { views017 } from './017-views.ts'
import { names018 } from './018-names.ts'

/** Time of a ticket's present result, for reports by day. */
const settledAt = `
  ALTER TABLE tickets ADD COLUMN settled_at INTEGER;
  CREATE INDEX tickets_settled ON tickets (is_demo, settled_at, currency, profit_minor)
    WHERE settled_at IS NOT NULL AND is_voided = 0;
  UPDATE projected SET seq = 0;
`

/** Open legs without a grade token by their start: they are never graded, but their tickets have a closing price too. */
const legsWithoutToken = `
  CREATE INDEX legs_unasked ON legs (start_at) WHERE grade IS NULL AND result IN ('pending', 'unknown');
`

/** Key of a leg's game, which differs for two games with the same title, and every search word of a ticket. */
const gameKey = `
  ALTER TABLE legs ADD COLUMN game_key TEXT NOT NULL DEFAULT '';
  UPDATE projected SET seq = 0;
`

/** Tickets by the figures that count them, and pending legs by their game, so that every number opens to its tickets. */
const legsPending = `
  CREATE INDEX legs_pending ON legs (game_key) WHERE result = 'pending';
  UPDATE projected SET seq = 0;
`

const hasNoCorrection = `NOT EXISTS (
  SELECT 1 FROM log WHERE ticket_id = OLD.ticket_id AND seq > (SELECT seq FROM projected) AND kind = 'corrected'
)`

/** A leg's row may be changed or deleted only while a correction of its ticket is being added to the tables. */
const correctedLegs = `
  DROP TRIGGER legs_keep_their_name;
  DROP TRIGGER legs_are_kept;
  CREATE TRIGGER legs_keep_their_place BEFORE UPDATE OF ticket_id, place ON legs
  BEGIN SELECT RAISE(ABORT, 'a leg keeps its place'); END;
  CREATE TRIGGER legs_keep_their_name BEFORE UPDATE OF name, market, grade ON legs WHEN ${hasNoCorrection}
  BEGIN SELECT RAISE(ABORT, 'a leg keeps what it is'); END;
  CREATE TRIGGER legs_are_kept BEFORE DELETE ON legs WHEN ${hasNoCorrection}
  BEGIN SELECT RAISE(ABORT, 'legs are never deleted'); END;
`

/** Columns of `tickets` by which lists are sorted, each with its own index (reads/ticket-order.ts). */
const sortColumns = {
  title: 'title COLLATE NOCASE',
  book: 'book_name COLLATE NOCASE',
  price: 'price_rank',
  stake: 'stake_minor',
  close: 'close_rank',
  clv: 'clv_ppm',
  legs: 'legs_pending',
  result: 'result',
  profit: 'profit_minor',
}

/** Prices as numbers in the order they pay, one index for each column, and the profit before a result was changed. */
const ticketOrder = `
  ALTER TABLE tickets ADD COLUMN price_rank INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tickets ADD COLUMN close_rank INTEGER;
  ALTER TABLE tickets ADD COLUMN was_profit_minor INTEGER;
  ${Object.entries(sortColumns)
    .map(
      ([name, column]) => `
  CREATE INDEX tickets_by_${name} ON tickets (is_demo, ${column}, day, placed_at, id) WHERE is_voided = 0;`,
    )
    .join('')}
  UPDATE projected SET seq = 0;
`

/** Sums for the record, the amount to win, the error of the mean CLV, and the profit of the tickets it is the mean of. */
const moreSums = `
  DROP VIEW IF EXISTS ticket_sums;
  CREATE VIEW ticket_sums AS SELECT
    id, day, currency,
    1 AS tickets,
    result IN ('pending', 'review') AS open,
    iif(result IN ('pending', 'review'), own_minor, 0) AS open_own,
    iif(result IN ('pending', 'review') AND is_provisionally_lost = 0, potential_minor, 0) AS open_potential,
    result IN ('won', 'lost', 'refunded', 'cashed-out') AS settled,
    result = 'won' AS won,
    result = 'lost' AS lost,
    iif(profit_minor IS NULL, 0, own_minor) AS staked,
    coalesce(profit_minor, 0) AS profit,
    profit_minor IS NOT NULL AND clv_ppm IS NOT NULL AS closed,
    is_in_clv_pool AS clv_tickets,
    iif(is_in_clv_pool, clv_ppm, 0) AS clv_ppm,
    iif(is_in_clv_pool, expected_minor, 0) AS expected,
    iif(is_in_clv_pool, variance, 0) AS variance,
    result = 'review' AS review,
    result = 'refunded' AS refunded,
    iif(result IN ('pending', 'review') AND is_provisionally_lost = 0, potential_minor - own_minor, 0) AS open_to_win,
    iif(is_in_clv_pool, profit_minor, 0) AS clv_profit,
    -- In ten-thousandths, squared; one ticket cannot take a sum beyond exact integers.
    iif(is_in_clv_pool, min((clv_ppm / 100) * (clv_ppm / 100), 100000000000), 0) AS clv_square
  FROM tickets WHERE is_voided = 0;
  DELETE FROM day_sums;
  ALTER TABLE day_sums ADD COLUMN refunded INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE day_sums ADD COLUMN open_to_win INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE day_sums ADD COLUMN clv_profit INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE day_sums ADD COLUMN clv_square INTEGER NOT NULL DEFAULT 0;
  INSERT INTO day_sums
  SELECT facet.value, s.currency, s.day, sum(s.tickets), sum(s.open), sum(s.open_own), sum(s.open_potential),
    sum(s.settled), sum(s.won), sum(s.lost), sum(s.staked), sum(s.profit), sum(s.closed), sum(s.clv_tickets),
    sum(s.clv_ppm), sum(s.expected), sum(s.variance), sum(s.review), sum(s.refunded), sum(s.open_to_win),
    sum(s.clv_profit), sum(s.clv_square)
  FROM ticket_sums AS s JOIN tickets AS t ON t.id = s.id, json_each(t.sum_facets) AS facet GROUP BY 1, 2, 3;
`

/** The kind of a ticket among its search words. */
const kindWords = `
  UPDATE projected SET seq = 0;
`

/** Accounts: their records in the log, which belong to no ticket, and the account of a ticket. */
const accounts = `
  CREATE INDEX log_of_ledger ON log (seq) WHERE ticket_id IS NULL;
  ALTER TABLE tickets ADD COLUMN account_id TEXT;
  CREATE INDEX tickets_of_account ON tickets (account_id, book_id, currency, profit_minor, own_minor)
    WHERE account_id IS NOT NULL AND is_voided = 0;
`

/** Fair win probabilities of a ticket: when it was taken, and at the close. Tickets before this have none. */
const fairChances = `
  ALTER TABLE tickets ADD COLUMN fair_p REAL;
  ALTER TABLE tickets ADD COLUMN fair_source TEXT;
  ALTER TABLE tickets ADD COLUMN close_p REAL;
  ALTER TABLE tickets ADD COLUMN close_p_by TEXT;
`

/** The order of the status column (projection/ticket-row.ts); its index replaces that by open legs. */
const statusOrder = `
  ALTER TABLE tickets ADD COLUMN status_rank INTEGER NOT NULL DEFAULT 0;
  UPDATE tickets SET status_rank = CASE result
    WHEN 'review' THEN 0
    WHEN 'pending' THEN
      coalesce((SELECT min(start_at) FROM legs WHERE ticket_id = tickets.id), 4000000000000000)
    ELSE 8000000000000000 + 1000000 * legs_won + 1000 * legs_lost + legs_refunded END;
  DROP INDEX tickets_by_legs;
  CREATE INDEX tickets_by_status ON tickets (is_demo, status_rank, day, placed_at, id) WHERE is_voided = 0;
`

/** The promotion that a ticket used. Tickets before this name none. */
const promotions = `
  ALTER TABLE tickets ADD COLUMN promotion_id TEXT;
  CREATE INDEX tickets_of_promotion ON tickets (promotion_id, id)
    WHERE promotion_id IS NOT NULL AND is_voided = 0;
`

/** Search words of results and of legs as they are shown in short (`o27.5`). */
const shownWords = `
  -- Legs as shown, results and live bets.
  UPDATE projected SET seq = 0;
`

/** Bonus bets are left out of the tickets that are compared with the close (state/closing-value.ts). */
const bonusBetsApart = `
  -- Bonus bets out of the CLV pool.
  UPDATE projected SET seq = 0;
`

/** Tickets by their number of legs, for a limit of it in the ledger's filter. */
const legCount = `
  CREATE INDEX tickets_by_leg_count ON tickets
    (is_demo, legs_won + legs_lost + legs_refunded + legs_pending + legs_unknown, day, placed_at, id)
    WHERE is_voided = 0;
`

/** Tickets of an account, deleted ones too, whose entries its statement lists. */
const accountEntries = `
  CREATE INDEX tickets_in_account ON tickets (account_id) WHERE account_id IS NOT NULL;
`

export const ledgerMigrations = [
  log001,
  settledAt,
  legsWithoutToken,
  gameKey,
  legsPending,
  correctedLegs,
  ticketOrder,
  moreSums,
  kindWords,
  accounts,
  fairChances,
  statusOrder,
  promotions,
  shownWords,
  bonusBetsApart,
  changes016,
  views017,
  names018,
  legCount,
  accountEntries,
]
