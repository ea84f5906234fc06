/** Open legs without a grade token by their start: nobody asks how they end, but their tickets have a closing price too. */
export const ledger003 = {
  to: 3,
  sql: `
    CREATE INDEX legs_unasked ON legs (start_at) WHERE grade IS NULL AND result IN ('pending', 'unknown');
  `,
} as const
