/**
 * The desk's file: parlays watched, each with its legs and the offers they had, and the quotes, which are only ever
 * appended. Times are epoch ms; `decimal` is a quote's decimal odds, null where it has no price. A removed parlay keeps
 * its quotes.
 */
export const parlays001 = `
  CREATE TABLE parlays (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    removed_at INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX parlays_watched ON parlays (profile_id, fingerprint) WHERE removed_at IS NULL;

  CREATE TABLE legs (
    parlay_id INTEGER NOT NULL REFERENCES parlays (id),
    place INTEGER NOT NULL,
    selection_key TEXT NOT NULL,
    name TEXT NOT NULL,
    market TEXT NOT NULL,
    game TEXT NOT NULL CHECK (json_valid(game)),
    PRIMARY KEY (parlay_id, place)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE offers (
    parlay_id INTEGER NOT NULL,
    place INTEGER NOT NULL,
    book_id TEXT NOT NULL,
    odds_id TEXT NOT NULL,
    sgp TEXT,
    grade TEXT,
    price TEXT,
    PRIMARY KEY (parlay_id, place, book_id),
    FOREIGN KEY (parlay_id, place) REFERENCES legs (parlay_id, place)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE quotes (
    id INTEGER PRIMARY KEY,
    parlay_id INTEGER NOT NULL REFERENCES parlays (id),
    book_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    outcome TEXT NOT NULL CHECK (json_valid(outcome)),
    decimal REAL
  ) STRICT;
  CREATE INDEX quotes_of_cell ON quotes (parlay_id, book_id, id, decimal);
  CREATE TRIGGER quotes_are_fixed BEFORE UPDATE ON quotes
  BEGIN SELECT RAISE(ABORT, 'quotes are never changed'); END;
  CREATE TRIGGER quotes_are_kept BEFORE DELETE ON quotes
  BEGIN SELECT RAISE(ABORT, 'quotes are never deleted'); END;
`
