/**
 * The ledger's file. The log has all records in order, each with the running hash up to it. All other tables are
 * derived from it for speed and can be rebuilt. Times are epoch ms, days `yyyymmdd` as a number, amounts minor units,
 * CLV millionths. There is no REAL column.
 */
export const log001 = `
  CREATE TABLE log (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    ticket_id INTEGER,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32)
  ) STRICT;
  CREATE INDEX log_of_ticket ON log (ticket_id, seq) WHERE ticket_id IS NOT NULL;
  CREATE TRIGGER log_is_fixed BEFORE UPDATE ON log
  BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
  CREATE TRIGGER log_is_kept BEFORE DELETE ON log
  BEGIN SELECT RAISE(ABORT, 'the log is never shortened'); END;
  CREATE TRIGGER log_has_no_gaps BEFORE INSERT ON log
  WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM log)
  BEGIN SELECT RAISE(ABORT, 'records follow one another'); END;

  CREATE TABLE entries (
    seq INTEGER PRIMARY KEY REFERENCES log (seq),
    ticket_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('stake', 'result')),
    currency TEXT NOT NULL,
    cash_minor INTEGER NOT NULL,
    at_risk_minor INTEGER NOT NULL,
    profit_minor INTEGER NOT NULL,
    reverses INTEGER REFERENCES entries (seq),
    CONSTRAINT balanced CHECK (cash_minor + at_risk_minor = profit_minor)
  ) STRICT;
  CREATE INDEX entries_of_ticket ON entries (ticket_id);
  CREATE UNIQUE INDEX entries_reversed_once ON entries (reverses) WHERE reverses IS NOT NULL;
  CREATE TRIGGER entries_are_fixed BEFORE UPDATE ON entries
  BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
  CREATE TRIGGER entries_are_kept BEFORE DELETE ON entries
  BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
  CREATE TRIGGER reversals_return_to_zero BEFORE INSERT ON entries
  WHEN NEW.reverses IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM entries WHERE seq = NEW.reverses AND reverses IS NULL
      AND ticket_id = NEW.ticket_id AND kind = NEW.kind AND currency = NEW.currency
      AND cash_minor = -NEW.cash_minor AND at_risk_minor = -NEW.at_risk_minor
  )
  BEGIN SELECT RAISE(ABORT, 'a reversal takes one entry of its ticket back to zero'); END;

  CREATE TABLE tickets (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    identity BLOB NOT NULL,
    is_demo INTEGER NOT NULL,
    profile_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    placed_at INTEGER NOT NULL,
    book_id TEXT NOT NULL,
    book_name TEXT NOT NULL,
    currency TEXT NOT NULL,
    stake_minor INTEGER NOT NULL,
    own_minor INTEGER NOT NULL,
    potential_minor INTEGER NOT NULL,
    price_text TEXT NOT NULL,
    price_format TEXT NOT NULL,
    price_odds TEXT NOT NULL,
    kind TEXT NOT NULL,
    is_live INTEGER NOT NULL,
    tags TEXT NOT NULL,
    title TEXT NOT NULL,
    result TEXT NOT NULL,
    review TEXT,
    is_provisionally_lost INTEGER NOT NULL,
    was TEXT,
    payout_minor INTEGER,
    is_actual INTEGER NOT NULL,
    profit_minor INTEGER,
    legs_won INTEGER NOT NULL,
    legs_lost INTEGER NOT NULL,
    legs_refunded INTEGER NOT NULL,
    legs_pending INTEGER NOT NULL,
    legs_unknown INTEGER NOT NULL,
    closing TEXT NOT NULL,
    clv_ppm INTEGER,
    expected_minor INTEGER,
    variance INTEGER,
    is_in_clv_pool INTEGER NOT NULL,
    is_voided INTEGER NOT NULL,
    sum_facets TEXT NOT NULL,
    list_facets TEXT NOT NULL
  ) STRICT;
  CREATE INDEX tickets_alike ON tickets (identity);
  CREATE INDEX tickets_clv ON tickets (is_demo, currency, clv_ppm, day) WHERE is_in_clv_pool = 1;
  CREATE TRIGGER tickets_keep_their_name BEFORE UPDATE OF id, uid, is_demo, profile_id ON tickets
  BEGIN SELECT RAISE(ABORT, 'a ticket keeps its identity'); END;
  CREATE TRIGGER tickets_are_kept BEFORE DELETE ON tickets
  BEGIN SELECT RAISE(ABORT, 'tickets are voided, not deleted'); END;

  CREATE TABLE legs (
    ticket_id INTEGER NOT NULL REFERENCES tickets (id),
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    market TEXT NOT NULL,
    subject TEXT NOT NULL,
    game TEXT NOT NULL,
    league TEXT NOT NULL,
    start_at INTEGER,
    grade TEXT,
    result TEXT NOT NULL,
    resulted_at INTEGER,
    PRIMARY KEY (ticket_id, place)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX legs_awaited ON legs (start_at) WHERE grade IS NOT NULL AND result IN ('pending', 'unknown');
  CREATE INDEX legs_resulted ON legs (resulted_at) WHERE resulted_at IS NOT NULL;
  CREATE TRIGGER legs_keep_their_name BEFORE UPDATE OF ticket_id, place, name, market, grade ON legs
  BEGIN SELECT RAISE(ABORT, 'a leg keeps what it is'); END;
  CREATE TRIGGER legs_are_kept BEFORE DELETE ON legs
  BEGIN SELECT RAISE(ABORT, 'legs are never deleted'); END;

  -- Facets by which tickets are found: book, league, word and so on. Each ticket is listed under each of its own, by day.
  CREATE TABLE facets (
    id INTEGER PRIMARY KEY,
    is_demo INTEGER NOT NULL,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    label TEXT NOT NULL,
    UNIQUE (is_demo, kind, value)
  ) STRICT;
  CREATE TABLE ticket_facets (
    facet_id INTEGER NOT NULL REFERENCES facets (id),
    day INTEGER NOT NULL,
    placed_at INTEGER NOT NULL,
    ticket_id INTEGER NOT NULL,
    PRIMARY KEY (facet_id, day, placed_at, ticket_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE day_sums (
    facet_id INTEGER NOT NULL REFERENCES facets (id),
    currency TEXT NOT NULL,
    day INTEGER NOT NULL,
    tickets INTEGER NOT NULL,
    open INTEGER NOT NULL,
    open_own INTEGER NOT NULL,
    open_potential INTEGER NOT NULL,
    settled INTEGER NOT NULL,
    won INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    staked INTEGER NOT NULL,
    profit INTEGER NOT NULL,
    closed INTEGER NOT NULL,
    clv_tickets INTEGER NOT NULL,
    clv_ppm INTEGER NOT NULL,
    expected INTEGER NOT NULL,
    variance INTEGER NOT NULL,
    review INTEGER NOT NULL,
    PRIMARY KEY (facet_id, currency, day)
  ) STRICT, WITHOUT ROWID;

  -- The last record that the tables were made from.
  CREATE TABLE projected (seq INTEGER NOT NULL) STRICT;
  INSERT INTO projected VALUES (0);

  CREATE TABLE policies (
    book_id TEXT PRIMARY KEY,
    policy TEXT NOT NULL,
    source TEXT NOT NULL,
    as_of TEXT,
    changed_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Progress of a pending leg: for display, replaced at each check, no part of the log.
  CREATE TABLE progress (
    ticket_id INTEGER NOT NULL,
    place INTEGER NOT NULL,
    at INTEGER NOT NULL,
    grading TEXT NOT NULL,
    PRIMARY KEY (ticket_id, place)
  ) STRICT, WITHOUT ROWID;

  -- The share of one ticket in the sums of its day, in every facet it has.
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
    result = 'review' AS review
  FROM tickets WHERE is_voided = 0;
`
