/**
 * Changes of a team's ledger: the runs of records that one commit wrote for one subject, with their author and their
 * place in the team's log. The table is empty in a ledger without a team.
 */

/** The change that a record belongs to, if any; by the key alone, as changes follow one another in the log. */
const changeOf = (seq: string) => `first_seq = (SELECT max(first_seq) FROM changes WHERE first_seq <= ${seq})
    AND last_seq >= ${seq}`

const isOfCorrectedTicket = `EXISTS (
    SELECT 1 FROM log WHERE ticket_id = OLD.ticket_id AND seq > (SELECT seq FROM projected) AND kind = 'corrected'
  ) OR EXISTS (
    SELECT 1 FROM changes WHERE standing <> 'applied'
      AND subject = (SELECT 'ticket:' || uid FROM tickets WHERE id = OLD.ticket_id)
  )`

export const changes016 = `
  CREATE TABLE changes (
    first_seq INTEGER PRIMARY KEY REFERENCES log (seq),
    last_seq INTEGER NOT NULL REFERENCES log (seq) CHECK (last_seq >= first_seq),
    uid TEXT NOT NULL UNIQUE,
    subject TEXT NOT NULL,
    member TEXT NOT NULL,
    -- The change of the subject that the author saw last.
    basis TEXT,
    -- A waiting change that this one takes the place of, or declines.
    replaces TEXT,
    -- In the team's log; null until it is shared.
    place INTEGER UNIQUE,
    standing TEXT NOT NULL
      CHECK (standing IN ('applied', 'waiting', 'answered', 'superseded', 'invalid', 'declined'))
  ) STRICT;
  CREATE INDEX changes_of_subject ON changes (subject, place);
  CREATE INDEX changes_unshared ON changes (first_seq) WHERE place IS NULL;
  CREATE INDEX changes_waiting ON changes (subject) WHERE standing = 'waiting';
  CREATE TRIGGER changes_keep_what_they_are
  BEFORE UPDATE OF first_seq, last_seq, uid, subject, member, basis, replaces ON changes
  BEGIN SELECT RAISE(ABORT, 'a change keeps what it is'); END;
  CREATE TRIGGER changes_keep_their_place BEFORE UPDATE OF place ON changes WHEN OLD.place IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'a change keeps its place'); END;
  CREATE TRIGGER changes_are_kept BEFORE DELETE ON changes
  BEGIN SELECT RAISE(ABORT, 'changes are never deleted'); END;

  -- Entries are of applied changes only.
  DROP TRIGGER entries_are_kept;
  CREATE TRIGGER entries_are_kept BEFORE DELETE ON entries
  WHEN NOT EXISTS (SELECT 1 FROM changes WHERE ${changeOf('OLD.seq')} AND standing <> 'applied')
  BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;

  -- A correction that no longer applies gives the legs back what they were.
  DROP TRIGGER legs_keep_their_name;
  DROP TRIGGER legs_are_kept;
  CREATE TRIGGER legs_keep_their_name BEFORE UPDATE OF name, market, grade ON legs WHEN NOT (${isOfCorrectedTicket})
  BEGIN SELECT RAISE(ABORT, 'a leg keeps what it is'); END;
  CREATE TRIGGER legs_are_kept BEFORE DELETE ON legs WHEN NOT (${isOfCorrectedTicket})
  BEGIN SELECT RAISE(ABORT, 'legs are never deleted'); END;
`
