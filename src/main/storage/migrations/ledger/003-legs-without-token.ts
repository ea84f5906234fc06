/** Open legs without a grade token by their start: they are never graded, but their tickets have a closing price too. */
export const legsWithoutToken003 = {
  to: 3,
  sql: `
    CREATE INDEX legs_unasked ON legs (start_at) WHERE grade IS NULL AND result IN ('pending', 'unknown');
  `,
} as const
