/** All migrations of the desk's file, in order. */
import { parlays001 } from './001-parlays.ts'
import { priceDesk003 } from './003-price-desk.ts'
import { submissions004 } from './004-submissions.ts'
import { phone006 } from './006-phone.ts'
import { partitions008 } from './008-partitions.ts'
import { seenPairs009 } from './009-seen-pairs.ts'
import { scripts013 } from './013-scripts.ts'
import { rules014 } from './014-rules.ts'
import { views015 } from './015-views.ts'

/** Name, tags and note that the user gives a parlay, as one JSON text. */
const parlayNotes = `
  ALTER TABLE parlays ADD COLUMN note TEXT NOT NULL
    DEFAULT '{"name":"","tags":[],"note":""}' CHECK (json_valid(note));
`

/**
 * Stores the price before each quote, and indexes quotes by parlay in the order they came, so that those of one
 * repricing share a page of the index.
 */
const priceBefore = `
  ALTER TABLE quotes ADD COLUMN price_before TEXT CHECK (price_before IS NULL OR json_valid(price_before));

  DROP TRIGGER quotes_are_fixed;
  UPDATE quotes AS last SET price_before = (
    SELECT json_extract(priced.outcome, '$.price') FROM quotes AS priced
    WHERE priced.parlay_id = last.parlay_id AND priced.book_id = last.book_id AND priced.decimal IS NOT NULL
      AND priced.id <= (
        SELECT other.id FROM quotes AS other
        WHERE other.parlay_id = last.parlay_id AND other.book_id = last.book_id AND other.id < last.id
          AND other.decimal IS NOT last.decimal
        ORDER BY other.id DESC LIMIT 1
      )
    ORDER BY priced.id DESC LIMIT 1
  )
  WHERE id IN (SELECT max(id) FROM quotes GROUP BY parlay_id, book_id);
  CREATE TRIGGER quotes_are_fixed BEFORE UPDATE ON quotes
  BEGIN SELECT RAISE(ABORT, 'quotes are never changed'); END;

  DROP INDEX quotes_of_cell;
  ALTER TABLE quotes DROP COLUMN decimal;
  CREATE INDEX quotes_of_parlay ON quotes (parlay_id, id, book_id);
`

/** The group that the user put a parlay in, by the color of its window. */
const parlayGroups = 'ALTER TABLE parlays ADD COLUMN link_color TEXT;'

/** The stake that the user means to bet on a parlay, in minor units. */
const parlayStakes = 'ALTER TABLE parlays ADD COLUMN stake_minor INTEGER;'

/** The interval at which auto-refresh prices a row, if the user gave it one of its own. */
const rowIntervals = 'ALTER TABLE parlays ADD COLUMN auto_seconds INTEGER;'

/** The member of the team whose desk asked; null for this one. */
const quoteAuthors = 'ALTER TABLE quotes ADD COLUMN author TEXT;'

/** Time at which this desk got an answer of another desk, epoch ms; null for its own. */
const quoteArrivals = 'ALTER TABLE quotes ADD COLUMN arrived_at INTEGER;'

export const deskMigrations = [
  parlays001,
  parlayNotes,
  priceDesk003,
  submissions004,
  priceBefore,
  phone006,
  parlayGroups,
  partitions008,
  seenPairs009,
  parlayStakes,
  rowIntervals,
  quoteAuthors,
  scripts013,
  rules014,
  views015,
  quoteArrivals,
]
