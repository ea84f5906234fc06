/**
 * Phones that alerts go to, and the messages to them. A target's secret is in the keychain under its id; `is_kept` is 0
 * for one that was kept for a session only. A message is written before it is sent; `state` is a JSON text.
 */
export const phone006 = `
  CREATE TABLE phone_targets (
    id TEXT PRIMARY KEY,
    added_at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    host TEXT NOT NULL,
    is_approved INTEGER NOT NULL,
    is_on INTEGER NOT NULL,
    is_kept INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE phone_deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    target_id TEXT NOT NULL,
    target_name TEXT NOT NULL,
    fired_ids TEXT NOT NULL CHECK (json_valid(fired_ids)),
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    fired_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (json_valid(state)),
    state_at INTEGER NOT NULL
  ) STRICT;
`
