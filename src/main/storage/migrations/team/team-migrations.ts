/**
 * Migrations of a desk's copy of its team's log (`team.db`), in order. Hashes and signatures are hex. `records` are as
 * the server gave them, all checked; those that this member may not read have no content. `outbox`: own records, signed
 * once; one that has come back from the server is among the records. `about`: the team and this desk in it, as JSON
 * without secrets.
 */
const log001 = `
  CREATE TABLE records (
    place INTEGER PRIMARY KEY,
    digest TEXT NOT NULL,
    hash TEXT NOT NULL,
    member TEXT,
    number INTEGER,
    kind TEXT,
    body TEXT,
    signature TEXT
  ) STRICT;
  CREATE UNIQUE INDEX records_of_member ON records (member, number) WHERE member IS NOT NULL;
  -- Nearly all records are changes, which are read by place alone.
  CREATE INDEX records_of_kind ON records (kind, place) WHERE kind <> 'change';
  CREATE TRIGGER records_are_fixed BEFORE UPDATE ON records
  BEGIN SELECT RAISE(ABORT, 'records are never changed'); END;
  CREATE TRIGGER records_are_kept BEFORE DELETE ON records
  BEGIN SELECT RAISE(ABORT, 'records are never deleted'); END;
  CREATE TRIGGER records_have_no_gaps BEFORE INSERT ON records
  WHEN NEW.place <> (SELECT coalesce(max(place), 0) + 1 FROM records)
  BEGIN SELECT RAISE(ABORT, 'records follow one another'); END;

  CREATE TABLE outbox (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    signature TEXT NOT NULL,
    digest TEXT NOT NULL,
    -- The change of the ledger that it shares, if it does.
    change_uid TEXT UNIQUE
  ) STRICT;
  CREATE TRIGGER outbox_is_fixed BEFORE UPDATE ON outbox
  BEGIN SELECT RAISE(ABORT, 'a signed record is never changed'); END;

  CREATE TABLE about (is_only INTEGER PRIMARY KEY CHECK (is_only = 1), content TEXT NOT NULL) STRICT;
`

export const teamMigrations = [log001]
