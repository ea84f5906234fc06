/** The desk's file as the trending queue needs it, and parlays to send; imports nothing that takes long to load. */
import { parlays001 } from '../../../src/main/storage/migrations/desk/001-parlays.ts'
import { submissions004 } from '../../../src/main/storage/migrations/desk/004-submissions.ts'
import { noNote, type Leg, type Parlay } from '../../../src/shared/model/parlay/parlay.ts'

export const trendingMigrations = [parlays001, submissions004]

/** A leg of event e1 that books a and b offer. */
export function legOf(name: string): Leg {
  const key = `e1#Points#${name}`
  const game = { id: 'e1', title: 'River Town at Harbor City', short: 'RVT at HBR', league: 'UBL' }
  const offers = ['a', 'b'].map(bookId => ({
    bookId,
    oddsId: `${bookId}#${key}`,
    sgp: null,
    grade: null,
    price: null,
  }))
  return { key, name, market: 'Points', game: { ...game, startAt: null, isLive: false }, offers }
}

export const parlayOf = (...names: string[]): Parlay => ({
  id: 1,
  addedAt: 1,
  legs: names.map(legOf),
  note: noNote,
  fairPrice: null,
  group: null,
  stakeMinor: null,
})
