/**
 * Time of a ticket's present result, for reports by day. It follows from the log like all of a ticket's row, so the
 * tables are made from the whole log again.
 */
export const settledAt002 = {
  to: 2,
  sql: `
    ALTER TABLE tickets ADD COLUMN settled_at INTEGER;
    CREATE INDEX tickets_settled ON tickets (is_demo, settled_at, currency, profit_minor)
      WHERE settled_at IS NOT NULL AND is_voided = 0;
    UPDATE projected SET seq = 0;
  `,
} as const
