/**
 * Key of a leg's game, which differs for two games of the same title, and every word that finds a ticket. Both follow
 * from the log, so the tables are made from it again.
 */
export const gameKey004 = {
  to: 4,
  sql: `
    ALTER TABLE legs ADD COLUMN game_key TEXT NOT NULL DEFAULT '';
    UPDATE projected SET seq = 0;
  `,
} as const
