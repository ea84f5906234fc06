/** Stores parlays in the desk's file. All are read at start. */
import { z } from 'zod'
import {
  toFingerprint,
  ParlayNote,
  LegView,
  Offer,
  type Leg,
  type Parlay,
} from '../../../shared/model/parlay/parlay.ts'
import { LinkColor } from '../../../shared/model/settings/windows.ts'
import { QuotedPrice } from '../../../shared/model/price/quote.ts'
import { GameInfo } from '../../../shared/model/game/selection.ts'
import { transact, type Database } from '../../storage/database.ts'
import { jsonColumn, toJsonColumn } from '../../storage/json-column.ts'

const ParlayRow = z.object({
  id: z.number(),
  addedAt: z.number(),
  note: jsonColumn(ParlayNote),
  fairPrice: jsonColumn(QuotedPrice).nullable(),
  group: LinkColor.nullable(),
  stakeMinor: z.number().nullable(),
})
const LegRow = LegView.extend({ key: z.string(), game: jsonColumn(GameInfo), place: z.number() })
const OfferRow = Offer.extend({ bookId: z.string(), place: z.number() })

const parlayColumns =
  'id, added_at AS addedAt, note, fair_price AS fairPrice, link_color AS "group", stake_minor AS stakeMinor'

const prepareStatements = (database: Database) => ({
  watched: database.prepare(
    `SELECT ${parlayColumns} FROM parlays WHERE profile_id = ? AND removed_at IS NULL ORDER BY id`,
  ),
  byId: database.prepare(`SELECT ${parlayColumns} FROM parlays WHERE id = ? AND profile_id = ?`),
  legs: database.prepare(
    'SELECT place, selection_key AS key, name, market, game FROM legs WHERE parlay_id = ? ORDER BY place',
  ),
  offers: database.prepare(
    `SELECT place, book_id AS bookId, odds_id AS oddsId, sgp, grade, price FROM offers WHERE parlay_id = ?
     ORDER BY place, book_id`,
  ),
  addParlay: database.prepare(
    'INSERT INTO parlays (profile_id, fingerprint, added_at, note) VALUES (?, ?, ?, ?)',
  ),
  annotate: database.prepare(
    'UPDATE parlays SET note = ?, fair_price = ?, link_color = ?, stake_minor = ? WHERE id = ?',
  ),
  addLeg: database.prepare('INSERT INTO legs VALUES (?, ?, ?, ?, ?, ?)'),
  addOffer: database.prepare('INSERT INTO offers VALUES (?, ?, ?, ?, ?, ?, ?)'),
  remove: database.prepare('UPDATE parlays SET removed_at = ? WHERE id = ?'),
  restore: database.prepare(
    `UPDATE OR IGNORE parlays SET removed_at = NULL WHERE id = ? AND profile_id = ? AND removed_at IS NOT NULL
     RETURNING ${parlayColumns}`,
  ),
  dropOffers: database.prepare('DELETE FROM offers WHERE parlay_id = ?'),
})

/** A parlay that the user has just built. */
export type NewParlay = Omit<Parlay, 'id' | 'fairPrice' | 'group' | 'stakeMinor'>

export class ParlayStore {
  readonly #database: Database
  readonly #run: ReturnType<typeof prepareStatements>

  constructor(database: Database) {
    this.#database = database
    this.#run = prepareStatements(database)
  }

  /** Parlays watched under a profile, oldest first. */
  watched(profileId: string): Parlay[] {
    return ParlayRow.array()
      .parse(this.#run.watched.all(profileId))
      .map(row => this.#parlay(row))
  }

  /** A parlay of this profile, watched or removed. */
  find(profileId: string, parlayId: number): Parlay | undefined {
    const row = ParlayRow.optional().parse(this.#run.byId.get(parlayId, profileId))
    return row && this.#parlay(row)
  }

  add(profileId: string, { legs, note, addedAt }: NewParlay): Parlay {
    return transact(this.#database, () => {
      const fingerprint = toFingerprint(legs.map(({ key }) => key))
      const added = this.#run.addParlay.run(profileId, fingerprint, addedAt, toJsonColumn(note))
      const id = Number(added.lastInsertRowid)
      legs.forEach(({ key, name, market, game }, place) =>
        this.#run.addLeg.run(id, place, key, name, market, toJsonColumn(game)),
      )
      this.#writeOffers(id, legs)
      return { id, addedAt, legs, note, fairPrice: null, group: null, stakeMinor: null }
    })
  }

  /** Saves the user's annotations of these parlays, of all or of none. */
  annotate(parlays: readonly Parlay[]): void {
    transact(this.#database, () => {
      for (const { id, note, fairPrice, group, stakeMinor } of parlays)
        this.#run.annotate.run(toJsonColumn(note), toJsonColumn(fairPrice), group, stakeMinor, id)
    })
  }

  /** Removes a parlay from the desk; its quotes stay. */
  remove(parlayId: number, removedAt: number): void {
    transact(this.#database, () => this.#run.remove.run(removedAt, parlayId))
  }

  /** Undoes a removal under this profile, unless the same legs have been added again since. */
  restore(profileId: string, parlayId: number): Parlay | undefined {
    const restored = transact(this.#database, () => this.#run.restore.get(parlayId, profileId))
    const row = ParlayRow.optional().parse(restored)
    return row && this.#parlay(row)
  }

  /** Replaces the offers of a parlay's legs by the newest. */
  replaceOffers({ id, legs }: Parlay): void {
    transact(this.#database, () => {
      this.#run.dropOffers.run(id)
      this.#writeOffers(id, legs)
    })
  }

  #writeOffers(parlayId: number, legs: readonly Leg[]): void {
    legs.forEach((leg, place) => {
      for (const { bookId, oddsId, sgp, grade, price } of leg.offers)
        this.#run.addOffer.run(parlayId, place, bookId, oddsId, sgp, grade, price)
    })
  }

  #parlay(row: z.output<typeof ParlayRow>): Parlay {
    return { ...row, legs: this.#readLegs(row.id) }
  }

  #readLegs(parlayId: number): Leg[] {
    const offers = Map.groupBy(OfferRow.array().parse(this.#run.offers.all(parlayId)), ({ place }) => place)
    const legs = LegRow.array().parse(this.#run.legs.all(parlayId))
    return legs.map(({ place, ...leg }) => ({ ...leg, offers: (offers.get(place) ?? []).map(toOffer) }))
  }
}

const toOffer = ({ bookId, oddsId, sgp, grade, price }: Offer): Offer => ({
  bookId,
  oddsId,
  sgp,
  grade,
  price,
})
