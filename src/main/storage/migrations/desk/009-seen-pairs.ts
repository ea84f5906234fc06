/**
 * Prices of pairs that the scanner learned from, each with the singles of that moment (`SeenPair`, as a JSON text). Times
 * are epoch ms.
 */
export const seenPairs009 = `
  CREATE TABLE seen_pairs (
    id INTEGER PRIMARY KEY,
    profile_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    pair TEXT NOT NULL CHECK (json_valid(pair))
  ) STRICT;
  CREATE INDEX seen_pairs_of_profile ON seen_pairs (profile_id, id);
`
