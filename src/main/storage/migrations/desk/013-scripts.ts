/**
 * Tokens of scripts, each as the SHA-256 of its text, and what scripts did: equal actions of a minute are one line.
 * `calls_per_minute` is null without the scope to spend calls.
 */
export const scripts013 = `
  CREATE TABLE script_tokens (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    scopes TEXT NOT NULL CHECK (json_valid(scopes)),
    calls_per_minute INTEGER,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT;

  CREATE TABLE script_activity (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    name TEXT NOT NULL,
    what TEXT NOT NULL,
    times INTEGER NOT NULL,
    is_done INTEGER NOT NULL,
    sentence TEXT NOT NULL
  ) STRICT;
`
