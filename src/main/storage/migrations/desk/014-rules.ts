/**
 * The user's rules and what they decided; `terms` and `decision` are JSON texts. A removed rule keeps its row for its
 * decisions. Times are epoch ms.
 */
export const rules014 = `
  CREATE TABLE rules (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id TEXT NOT NULL,
    terms TEXT NOT NULL CHECK (json_valid(terms)),
    removed_at INTEGER
  ) STRICT;

  CREATE TABLE rule_decisions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    rule_id INTEGER NOT NULL REFERENCES rules (id),
    parlay_id INTEGER NOT NULL REFERENCES parlays (id),
    book_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    decision TEXT NOT NULL CHECK (json_valid(decision))
  ) STRICT;
  CREATE INDEX decisions_of_cell ON rule_decisions (rule_id, parlay_id, book_id, id);
`
