/**
 * Tickets by the figures that count them, and pending legs by their game, so that every number opens to its tickets. The
 * figures follow from the log, so the tables are made from it again.
 */
export const legsPending005 = {
  to: 5,
  sql: `
    CREATE INDEX legs_pending ON legs (game_key) WHERE result = 'pending';
    UPDATE projected SET seq = 0;
  `,
} as const
