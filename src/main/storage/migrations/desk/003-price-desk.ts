/**
 * Data of the price desk beside parlays and quotes. The user's fair price of a parlay, as JSON text. Alerts of one
 * parlay or (null) of all parlays, and each firing; `rule` and `seen` are JSON texts. A removed alert keeps its row, so
 * that its removal can be undone. A quote is deleted only while `quotes_to_prune` names it, and the last of a cell
 * never. Link outcomes are only appended: the user's report after a betslip opened, with the price the desk showed. A
 * call budget is the state that `desk/budget` needs after a restart, one JSON text a profile, updated in place.
 */
export const priceDesk003 = `
  ALTER TABLE parlays ADD COLUMN fair_price TEXT CHECK (fair_price IS NULL OR json_valid(fair_price));

  CREATE TABLE alerts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id TEXT NOT NULL,
    parlay_id INTEGER REFERENCES parlays (id),
    rule TEXT NOT NULL CHECK (json_valid(rule)),
    is_on INTEGER NOT NULL,
    quiet_ms INTEGER NOT NULL,
    has_notice INTEGER NOT NULL,
    has_sound INTEGER NOT NULL,
    removed_at INTEGER
  ) STRICT;

  CREATE TABLE fired_alerts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    alert_id INTEGER NOT NULL REFERENCES alerts (id),
    parlay_id INTEGER NOT NULL REFERENCES parlays (id),
    at INTEGER NOT NULL,
    seen TEXT NOT NULL CHECK (json_valid(seen)),
    is_read INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX fired_of_alert ON fired_alerts (alert_id, parlay_id, at);

  CREATE TABLE quotes_to_prune (id INTEGER PRIMARY KEY) STRICT;
  DROP TRIGGER quotes_are_kept;
  CREATE TRIGGER quotes_are_kept BEFORE DELETE ON quotes
  WHEN NOT EXISTS (SELECT 1 FROM quotes_to_prune WHERE id = OLD.id) OR NOT EXISTS (
    SELECT 1 FROM quotes WHERE parlay_id = OLD.parlay_id AND book_id = OLD.book_id AND id > OLD.id
  )
  BEGIN SELECT RAISE(ABORT, 'quotes are deleted by pruning alone, and never the last of a cell'); END;

  CREATE TABLE link_outcomes (
    id INTEGER PRIMARY KEY,
    quote_id INTEGER NOT NULL,
    parlay_id INTEGER NOT NULL REFERENCES parlays (id),
    book_id TEXT NOT NULL,
    shown TEXT NOT NULL CHECK (json_valid(shown)),
    shown_decimal REAL NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('as-shown', 'moved', 'refused', 'limited')),
    moved TEXT CHECK (json_valid(moved)),
    moved_decimal REAL,
    stake_minor INTEGER,
    currency TEXT,
    at INTEGER NOT NULL,
    CHECK ((outcome = 'moved') = (moved IS NOT NULL AND moved_decimal IS NOT NULL)),
    CHECK ((outcome = 'limited') = (stake_minor IS NOT NULL AND currency IS NOT NULL))
  ) STRICT;
  CREATE INDEX link_outcomes_of_quote ON link_outcomes (quote_id, id);
  CREATE TRIGGER link_outcomes_are_fixed BEFORE UPDATE ON link_outcomes
  BEGIN SELECT RAISE(ABORT, 'link outcomes are never changed'); END;
  CREATE TRIGGER link_outcomes_are_kept BEFORE DELETE ON link_outcomes
  BEGIN SELECT RAISE(ABORT, 'link outcomes are never deleted'); END;

  CREATE TABLE call_budgets (
    profile_id TEXT PRIMARY KEY,
    state TEXT NOT NULL CHECK (json_valid(state))
  ) STRICT;
`
