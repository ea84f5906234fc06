/** All migrations of the desk's file, in order. */
import { parlays001 } from './001-parlays.ts'
import { parlayNotes002 } from './002-parlay-notes.ts'
import { priceDesk003 } from './003-price-desk.ts'
import { submissions004 } from './004-submissions.ts'
import { priceBefore005 } from './005-price-before.ts'

export const deskMigrations = [
  parlays001,
  parlayNotes002,
  priceDesk003,
  submissions004,
  priceBefore005,
] as const
