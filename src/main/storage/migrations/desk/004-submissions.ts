/**
 * The outbox of the trending queue. A submission's `state` follows from its steps, which are only appended; its ids are
 * fixed. `kind`, `again_at` and `shelf` are read from the state, for the indexes. Times are epoch ms.
 */
export const submissions004 = `
  CREATE TABLE submissions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id TEXT NOT NULL,
    identity TEXT NOT NULL,
    book_id TEXT NOT NULL,
    odds_ids TEXT NOT NULL CHECK (json_valid(odds_ids)),
    title TEXT NOT NULL,
    legs TEXT NOT NULL CHECK (json_valid(legs)),
    added_at INTEGER NOT NULL,
    place INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (json_valid(state)),
    state_at INTEGER NOT NULL,
    outcome TEXT CHECK (json_valid(outcome)),
    kind TEXT NOT NULL GENERATED ALWAYS AS (json_extract(state, '$.kind')) STORED,
    again_at INTEGER GENERATED ALWAYS AS (json_extract(state, '$.againAt')) STORED,
    shelf TEXT GENERATED ALWAYS AS (
      CASE
        WHEN kind IN ('queued', 'already-queued') THEN 'queued'
        WHEN kind IN ('refused', 'event-not-found') THEN 'refused'
        WHEN kind = 'cancelled' THEN 'cancelled'
        WHEN kind = 'removed' THEN NULL
        ELSE 'waiting'
      END
    ) STORED
  ) STRICT;
  CREATE UNIQUE INDEX submissions_once ON submissions (profile_id, identity) WHERE shelf IS NOT NULL;
  CREATE INDEX submissions_line ON submissions (profile_id, place, kind, again_at) WHERE shelf = 'waiting';
  CREATE INDEX submissions_timed ON submissions (profile_id, kind, again_at) WHERE again_at IS NOT NULL;
  CREATE INDEX submissions_listed ON submissions (profile_id, id) WHERE shelf IS NOT NULL;
  CREATE INDEX submissions_shelved ON submissions (profile_id, shelf, id, kind);
  CREATE TRIGGER submissions_are_fixed
  BEFORE UPDATE OF profile_id, identity, book_id, odds_ids, added_at ON submissions
  BEGIN SELECT RAISE(ABORT, 'what a submission sends is never changed'); END;
  CREATE TRIGGER submissions_are_kept BEFORE DELETE ON submissions
  BEGIN SELECT RAISE(ABORT, 'submissions are never deleted'); END;

  CREATE TABLE submission_steps (
    id INTEGER PRIMARY KEY,
    submission_id INTEGER NOT NULL REFERENCES submissions (id),
    at INTEGER NOT NULL,
    event TEXT NOT NULL CHECK (json_valid(event))
  ) STRICT;
  CREATE INDEX steps_of_submission ON submission_steps (submission_id, id);
  CREATE TRIGGER steps_are_fixed BEFORE UPDATE ON submission_steps
  BEGIN SELECT RAISE(ABORT, 'steps are never changed'); END;
  CREATE TRIGGER steps_are_kept BEFORE DELETE ON submission_steps
  BEGIN SELECT RAISE(ABORT, 'steps are never deleted'); END;

  CREATE TABLE trending_settings (
    profile_id TEXT PRIMARY KEY,
    retries_full INTEGER NOT NULL CHECK (retries_full IN (0, 1))
  ) STRICT, WITHOUT ROWID;
`
