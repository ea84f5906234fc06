/** Alerts and their firings in the desk's file. A firing is written once and stays for a month. */
import { z } from 'zod'
import { AlertTerms, type Alert, type FiredAlert } from '../../../shared/model/parlay/alert.ts'
import { transact, type Database } from '../../storage/database.ts'
import { jsonColumn, toJsonColumn } from '../../storage/json-column.ts'

const flag = z.number().transform(value => value === 1)

const Row = z.object({
  id: z.number(),
  parlay_id: z.number().nullable(),
  rule: jsonColumn(AlertTerms.shape.rule),
  is_on: flag,
  quiet_ms: z.number(),
  has_notice: flag,
  has_sound: flag,
})

/** Stored details of a firing. `startAt` is the start of the game it is about. */
const FiringDetails = z.object({
  bookId: z.string().nullable(),
  sentence: z.string(),
  startAt: z.number().nullable(),
})
export type FiringDetails = Readonly<z.infer<typeof FiringDetails>>

const FiredRow = z.object({
  id: z.number(),
  alert_id: z.number(),
  parlay_id: z.number(),
  at: z.number(),
  seen: jsonColumn(FiringDetails),
  is_read: flag,
})

/** The last firing of an alert for a parlay. */
export interface LastFired {
  readonly alertId: number
  readonly parlayId: number
  readonly at: number
  readonly startAt: number | null
}

const keepMs = 30 * 86_400_000

const prepareStatements = (database: Database) => ({
  all: database.prepare('SELECT * FROM alerts WHERE profile_id = ? AND removed_at IS NULL ORDER BY id'),
  add: database.prepare(
    'INSERT INTO alerts (profile_id, parlay_id, rule, is_on, quiet_ms, has_notice, has_sound) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ),
  change: database.prepare(
    `UPDATE alerts SET parlay_id = ?, rule = ?, is_on = ?, quiet_ms = ?, has_notice = ?, has_sound = ?
     WHERE profile_id = ? AND id = ? AND removed_at IS NULL`,
  ),
  setRemoved: database.prepare('UPDATE alerts SET removed_at = ? WHERE profile_id = ? AND id = ?'),
  fire: database.prepare('INSERT INTO fired_alerts (alert_id, parlay_id, at, seen) VALUES (?, ?, ?, ?)'),
  fired: database.prepare(
    `SELECT fired_alerts.* FROM fired_alerts JOIN alerts ON alerts.id = alert_id
     WHERE profile_id = ? ORDER BY fired_alerts.id DESC LIMIT ?`,
  ),
  last: database.prepare(
    `SELECT fired_alerts.*, max(fired_alerts.id) FROM fired_alerts JOIN alerts ON alerts.id = alert_id
     WHERE profile_id = ? GROUP BY alert_id, fired_alerts.parlay_id`,
  ),
  markRead: database.prepare(
    'UPDATE fired_alerts SET is_read = 1 WHERE is_read = 0 AND alert_id IN (SELECT id FROM alerts WHERE profile_id = ?)',
  ),
  prune: database.prepare('DELETE FROM fired_alerts WHERE at < ?'),
})

export class AlertStore {
  readonly #database: Database
  readonly #run: ReturnType<typeof prepareStatements>

  constructor(database: Database) {
    this.#database = database
    this.#run = prepareStatements(database)
  }

  /** The alerts of a profile, oldest first. */
  all(profileId: string): Alert[] {
    return Row.array().parse(this.#run.all.all(profileId)).map(toAlert)
  }

  add(profileId: string, terms: AlertTerms): Alert {
    const added = transact(this.#database, () => this.#run.add.run(profileId, ...toColumns(terms)))
    return { ...terms, id: Number(added.lastInsertRowid) }
  }

  /** Returns whether the profile has such an alert. */
  change(profileId: string, { id, ...terms }: Alert): boolean {
    const run = () => this.#run.change.run(...toColumns(terms), profileId, id)
    return transact(this.#database, run).changes === 1
  }

  /** Removes an alert, or with null restores it. Returns whether the profile has such an alert. */
  setRemoved(profileId: string, id: number, removedAt: number | null): boolean {
    const run = () => this.#run.setRemoved.run(removedAt, profileId, id)
    return transact(this.#database, run).changes === 1
  }

  fire(
    { alertId, parlayId, at }: Pick<FiredAlert, 'alertId' | 'parlayId' | 'at'>,
    details: FiringDetails,
  ): number {
    const run = () => this.#run.fire.run(alertId, parlayId, at, toJsonColumn(details))
    return Number(transact(this.#database, run).lastInsertRowid)
  }

  /** Firings of a profile, newest first. */
  fired(profileId: string, limit: number): FiredAlert[] {
    return FiredRow.array()
      .parse(this.#run.fired.all(profileId, limit))
      .map(({ id, alert_id: alertId, parlay_id: parlayId, at, seen, is_read: isRead }) => {
        return { id, alertId, parlayId, at, bookId: seen.bookId, sentence: seen.sentence, isRead }
      })
  }

  lastFired(profileId: string): LastFired[] {
    return FiredRow.array()
      .parse(this.#run.last.all(profileId))
      .map(({ alert_id: alertId, parlay_id: parlayId, at, seen }) => {
        return { alertId, parlayId, at, startAt: seen.startAt }
      })
  }

  markRead(profileId: string): void {
    transact(this.#database, () => this.#run.markRead.run(profileId))
  }

  /** Forgets firings more than a month before `now`. */
  prune(now: number): void {
    transact(this.#database, () => this.#run.prune.run(now - keepMs))
  }
}

const toColumns = ({ parlayId, rule, isOn, quietMs, hasNotice, hasSound }: AlertTerms) =>
  [parlayId, toJsonColumn(rule), Number(isOn), quietMs, Number(hasNotice), Number(hasSound)] as const

const toAlert = (row: z.output<typeof Row>): Alert => ({
  id: row.id,
  parlayId: row.parlay_id,
  rule: row.rule,
  isOn: row.is_on,
  quietMs: row.quiet_ms,
  hasNotice: row.has_notice,
  hasSound: row.has_sound,
})
