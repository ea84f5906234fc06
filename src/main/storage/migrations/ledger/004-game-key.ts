/**
 * Which game a leg is of, so that two of the same title are told apart, and every word that a ticket is found by. Both
 * follow from the log, so the tables take it in once more.
 */
export const ledger004 = {
  to: 4,
  sql: `
    ALTER TABLE legs ADD COLUMN game_key TEXT NOT NULL DEFAULT '';
    UPDATE projected SET seq = 0;
  `,
} as const
