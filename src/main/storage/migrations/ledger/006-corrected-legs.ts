/** A leg of the tables changes or goes only while a correction of its ticket waits in the log. */
const hasNoCorrection = `NOT EXISTS (
  SELECT 1 FROM log WHERE ticket_id = OLD.ticket_id AND seq > (SELECT seq FROM projected) AND kind = 'corrected'
)`

export const correctedLegs006 = {
  to: 6,
  sql: `
    DROP TRIGGER legs_keep_their_name;
    DROP TRIGGER legs_are_kept;
    CREATE TRIGGER legs_keep_their_place BEFORE UPDATE OF ticket_id, place ON legs
    BEGIN SELECT RAISE(ABORT, 'a leg keeps its place'); END;
    CREATE TRIGGER legs_keep_their_name BEFORE UPDATE OF name, market, grade ON legs WHEN ${hasNoCorrection}
    BEGIN SELECT RAISE(ABORT, 'a leg keeps what it is'); END;
    CREATE TRIGGER legs_are_kept BEFORE DELETE ON legs WHEN ${hasNoCorrection}
    BEGIN SELECT RAISE(ABORT, 'legs are never deleted'); END;
  `,
} as const
