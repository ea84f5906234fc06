/** Name, tags and note that the user gives a parlay, as one JSON text. */
export const parlayNotes002 = {
  to: 2,
  sql: `
    ALTER TABLE parlays ADD COLUMN note TEXT NOT NULL
      DEFAULT '{"name":"","tags":[],"note":""}' CHECK (json_valid(note));
  `,
} as const
