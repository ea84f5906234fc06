/** Alerts and what they fired in the desk's file. A firing is written once and stays for a month. */
import { z } from 'zod'
import { AlertTerms, type Alert, type FiredAlert } from '../../../shared/model/parlay/alert.ts'
import { transact, type Database } from '../../storage/database.ts'

const json = z.string().transform((text): unknown => JSON.parse(text))
const flag = z.number().transform(value => value === 1)

const Row = z.object({
  id: z.number(),
  parlay_id: z.number().nullable(),
  rule: json.pipe(AlertTerms.shape.rule),
  is_on: flag,
  quiet_ms: z.number(),
  has_notice: flag,
  has_sound: flag,
})

/** What is kept of a firing beside its time. `startAt` is the start of the game that it told. */
const Seen = z.object({
  bookId: z.string().nullable(),
  sentence: z.string(),
  startAt: z.number().nullable(),
})
export type Seen = Readonly<z.infer<typeof Seen>>

const FiredRow = z.object({
  id: z.number(),
  alert_id: z.number(),
  parlay_id: z.number(),
  at: z.number(),
  seen: json.pipe(Seen),
  is_read: flag,
})

/** The last firing of an alert for a parlay. */
export interface LastFired {
  readonly alertId: number
  readonly parlayId: number
  readonly at: number
  readonly startAt: number | null
}

const keptMs = 30 * 86_400_000

const statementsOf = (database: Database) => ({
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
  readonly #run: ReturnType<typeof statementsOf>

  constructor(database: Database) {
    this.#database = database
    this.#run = statementsOf(database)
  }

  /** The alerts of a profile, oldest first. */
  all(profileId: string): Alert[] {
    return Row.array().parse(this.#run.all.all(profileId)).map(alertOf)
  }

  add(profileId: string, terms: AlertTerms): Alert {
    const added = transact(this.#database, () => this.#run.add.run(profileId, ...columnsOf(terms)))
    return { ...terms, id: Number(added.lastInsertRowid) }
  }

  /** Answers whether the profile has such an alert. */
  change(profileId: string, { id, ...terms }: Alert): boolean {
    const run = () => this.#run.change.run(...columnsOf(terms), profileId, id)
    return transact(this.#database, run).changes === 1
  }

  /** Takes an alert out, or with null puts it back. Answers whether the profile has such an alert. */
  setRemoved(profileId: string, id: number, removedAt: number | null): boolean {
    const run = () => this.#run.setRemoved.run(removedAt, profileId, id)
    return transact(this.#database, run).changes === 1
  }

  fire({ alertId, parlayId, at }: Pick<FiredAlert, 'alertId' | 'parlayId' | 'at'>, seen: Seen): number {
    const run = () => this.#run.fire.run(alertId, parlayId, at, JSON.stringify(seen))
    return Number(transact(this.#database, run).lastInsertRowid)
  }

  /** What fired under a profile, newest first. */
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

  /** Forgets what fired more than a month before `now`. */
  prune(now: number): void {
    transact(this.#database, () => this.#run.prune.run(now - keptMs))
  }
}

const columnsOf = ({ parlayId, rule, isOn, quietMs, hasNotice, hasSound }: AlertTerms) =>
  [parlayId, JSON.stringify(rule), Number(isOn), quietMs, Number(hasNotice), Number(hasSound)] as const

const alertOf = (row: z.output<typeof Row>): Alert => ({
  id: row.id,
  parlayId: row.parlay_id,
  rule: row.rule,
  isOn: row.is_on,
  quietMs: row.quiet_ms,
  hasNotice: row.has_notice,
  hasSound: row.has_sound,
})
