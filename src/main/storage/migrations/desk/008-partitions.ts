/**
 * The last partition of a parlay at each book: its outcomes with their quotes, and the result, as JSON texts; `is_used`
 * when the user values the parlay by it. The largest hold that each book has shown on complete partitions, by the number
 * of legs. Times are epoch ms.
 */
export const partitions008 = `
  CREATE TABLE partitions (
    parlay_id INTEGER NOT NULL REFERENCES parlays (id),
    book_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    outcomes TEXT NOT NULL CHECK (json_valid(outcomes)),
    result TEXT NOT NULL CHECK (json_valid(result)),
    is_used INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (parlay_id, book_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE partition_holds (
    profile_id TEXT NOT NULL,
    book_id TEXT NOT NULL,
    legs INTEGER NOT NULL,
    hold REAL NOT NULL,
    PRIMARY KEY (profile_id, book_id, legs)
  ) STRICT, WITHOUT ROWID;
`
