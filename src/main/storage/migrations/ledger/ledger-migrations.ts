/**
 * All migrations of the ledger's file, in order. One that sets `projected` to 0 adds something that follows from the log:
 * the tables are made from the whole log again.
 */
import { log001 } from './001-log.ts'

/** Time of a ticket's present result, for reports by day. */
const settledAt = `
  ALTER TABLE tickets ADD COLUMN settled_at INTEGER;
  CREATE INDEX tickets_settled ON tickets (is_demo, settled_at, currency, profit_minor)
    WHERE settled_at IS NOT NULL AND is_voided = 0;
  UPDATE projected SET seq = 0;
`

/** Open legs without a grade token by their start: they are never graded, but their tickets have a closing price too. */
const legsWithoutToken = `
  CREATE INDEX legs_unasked ON legs (start_at) WHERE grade IS NULL AND result IN ('pending', 'unknown');
`

/** Key of a leg's game, which differs for two games of the same title, and every word that finds a ticket. */
const gameKey = `
  ALTER TABLE legs ADD COLUMN game_key TEXT NOT NULL DEFAULT '';
  UPDATE projected SET seq = 0;
`

/** Tickets by the figures that count them, and pending legs by their game, so that every number opens to its tickets. */
const legsPending = `
  CREATE INDEX legs_pending ON legs (game_key) WHERE result = 'pending';
  UPDATE projected SET seq = 0;
`

const hasNoCorrection = `NOT EXISTS (
  SELECT 1 FROM log WHERE ticket_id = OLD.ticket_id AND seq > (SELECT seq FROM projected) AND kind = 'corrected'
)`

/** A leg of the tables changes or goes only while a correction of its ticket waits in the log. */
const correctedLegs = `
  DROP TRIGGER legs_keep_their_name;
  DROP TRIGGER legs_are_kept;
  CREATE TRIGGER legs_keep_their_place BEFORE UPDATE OF ticket_id, place ON legs
  BEGIN SELECT RAISE(ABORT, 'a leg keeps its place'); END;
  CREATE TRIGGER legs_keep_their_name BEFORE UPDATE OF name, market, grade ON legs WHEN ${hasNoCorrection}
  BEGIN SELECT RAISE(ABORT, 'a leg keeps what it is'); END;
  CREATE TRIGGER legs_are_kept BEFORE DELETE ON legs WHEN ${hasNoCorrection}
  BEGIN SELECT RAISE(ABORT, 'legs are never deleted'); END;
`

export const ledgerMigrations = [log001, settledAt, legsWithoutToken, gameKey, legsPending, correctedLegs]
