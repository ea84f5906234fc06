/** The alerts of one profile and their firings: in memory, and in the desk's file. A firing stays there for a month. */
import { z } from 'zod'
import { Refusal } from '../../../shared/failure.ts'
import { AlertTerms, type Alert, type FiredAlert } from '../../../shared/model/parlay/alert.ts'
import { transact, type Database } from '../../storage/database.ts'
import { jsonColumn, toJsonColumn } from '../../storage/json-column.ts'

const flag = z.number().transform(value => value === 1)

const AlertRow = z.object({
  id: z.number(),
  parlayId: z.number().nullable(),
  rule: jsonColumn(AlertTerms.shape.rule),
  isOn: flag,
  quietMs: z.number(),
  hasNotice: flag,
  hasSound: flag,
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
  alertId: z.number(),
  parlayId: z.number(),
  at: z.number(),
  seen: jsonColumn(FiringDetails),
  isRead: flag,
})

type Firing = Pick<FiredAlert, 'alertId' | 'parlayId' | 'at'>
/** The last firing of an alert for a parlay. */
type LastFiring = Pick<FiredAlert, 'at'> & Pick<FiringDetails, 'startAt'>

const keepMs = 30 * 86_400_000
/** Maximum number of firings in memory and on screen. */
const maxFired = 100

const firedColumns =
  'fired_alerts.id, alert_id AS alertId, fired_alerts.parlay_id AS parlayId, at, seen, is_read AS isRead'
const firedOfProfile = 'FROM fired_alerts JOIN alerts ON alerts.id = alert_id WHERE profile_id = ?'

const prepareStatements = (database: Database) => ({
  all: database.prepare(
    `SELECT id, parlay_id AS parlayId, rule, is_on AS isOn, quiet_ms AS quietMs, has_notice AS hasNotice, has_sound AS hasSound
     FROM alerts WHERE profile_id = ? AND removed_at IS NULL ORDER BY id`,
  ),
  add: database.prepare(
    'INSERT INTO alerts (parlay_id, rule, is_on, quiet_ms, has_notice, has_sound, profile_id) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ),
  change: database.prepare(
    `UPDATE alerts SET parlay_id = ?, rule = ?, is_on = ?, quiet_ms = ?, has_notice = ?, has_sound = ?
     WHERE profile_id = ? AND id = ? AND removed_at IS NULL`,
  ),
  setRemoved: database.prepare('UPDATE alerts SET removed_at = ? WHERE profile_id = ? AND id = ?'),
  fire: database.prepare('INSERT INTO fired_alerts (alert_id, parlay_id, at, seen) VALUES (?, ?, ?, ?)'),
  fired: database.prepare(`SELECT ${firedColumns} ${firedOfProfile} ORDER BY fired_alerts.id DESC LIMIT ?`),
  last: database.prepare(
    `SELECT ${firedColumns}, max(fired_alerts.id) ${firedOfProfile} GROUP BY alert_id, fired_alerts.parlay_id`,
  ),
  markRead: database.prepare(
    'UPDATE fired_alerts SET is_read = 1 WHERE is_read = 0 AND alert_id IN (SELECT id FROM alerts WHERE profile_id = ?)',
  ),
  prune: database.prepare('DELETE FROM fired_alerts WHERE at < ?'),
})

export class AlertStore {
  readonly #database: Database
  readonly #run: ReturnType<typeof prepareStatements>
  #profileId = ''
  #alerts = new Map<number, Alert>()
  #fired: FiredAlert[] = []
  /** By alert and parlay. */
  #last = new Map<string, LastFiring>()

  constructor(database: Database) {
    this.#database = database
    this.#run = prepareStatements(database)
  }

  /** Replaces the alerts in memory by those of a profile, and deletes firings of more than a month before `now`. */
  open(profileId: string, now: number): void {
    this.#profileId = profileId
    this.#tryWrite(() => this.#run.prune.run(now - keepMs))
    this.#read()
    this.#fired = FiredRow.array()
      .parse(this.#run.fired.all(profileId, maxFired))
      .map(({ seen: { bookId, sentence }, ...fired }) => ({ ...fired, bookId, sentence }))
    const last = FiredRow.array().parse(this.#run.last.all(profileId))
    this.#last = new Map(last.map(each => [toLastKey(each), { at: each.at, startAt: each.seen.startAt }]))
  }

  /** Oldest first. */
  all(): Alert[] {
    return [...this.#alerts.values()]
  }

  /** Newest first. */
  fired(): readonly FiredAlert[] {
    return this.#fired
  }

  /** Adds an alert, or with an id changes that one. Throws Refusal when it has been removed. */
  save(id: number | null, terms: AlertTerms): Alert {
    const { parlayId, rule, isOn, quietMs, hasNotice, hasSound } = terms
    const flags = [Number(isOn), quietMs, Number(hasNotice), Number(hasSound)] as const
    const columns = [parlayId, toJsonColumn(rule), ...flags, this.#profileId] as const
    const written = this.#write(() =>
      id === null ? this.#run.add.run(...columns) : this.#run.change.run(...columns, id),
    )
    if (written.changes === 0) throw removedAlert()
    const alert = { ...terms, id: id ?? Number(written.lastInsertRowid) }
    this.#alerts.set(alert.id, alert)
    return alert
  }

  remove(id: number, at: number): void {
    this.#setRemoved(id, at)
    this.#alerts.delete(id)
  }

  restore(id: number): void {
    this.#setRemoved(id, null)
    this.#read()
  }

  markRead(): void {
    this.#write(() => this.#run.markRead.run(this.#profileId))
    this.#fired = this.#fired.map(fired => ({ ...fired, isRead: true }))
  }

  /** True when the alert has fired for the parlay within its quiet time. A clock that was set back ends that time. */
  isQuiet({ id: alertId, quietMs }: Alert, parlayId: number, now: number): boolean {
    const last = this.#last.get(toLastKey({ alertId, parlayId }))
    return last !== undefined && now >= last.at && now - last.at < quietMs
  }

  /** Start of the game that the alert last fired for, for the parlay; 0 for none. */
  lastStartAt({ id: alertId }: Alert, parlayId: number): number {
    return this.#last.get(toLastKey({ alertId, parlayId }))?.startAt ?? 0
  }

  /**
   * Records a firing and returns its number. When it cannot be written it is not listed, but the user is still
   * notified.
   */
  fire(firing: Firing, details: FiringDetails): number | undefined {
    const { alertId, parlayId, at } = firing
    const { bookId, sentence, startAt } = details
    this.#last.set(toLastKey(firing), { at, startAt })
    const written = this.#tryWrite(() => this.#run.fire.run(alertId, parlayId, at, toJsonColumn(details)))
    if (written === undefined) return undefined
    const fired = { id: Number(written.lastInsertRowid), ...firing, bookId, sentence, isRead: false }
    this.#fired = [fired, ...this.#fired].slice(0, maxFired)
    return fired.id
  }

  #read(): void {
    const alerts = AlertRow.array().parse(this.#run.all.all(this.#profileId))
    this.#alerts = new Map(alerts.map(alert => [alert.id, alert]))
  }

  #setRemoved(id: number, at: number | null): void {
    const { changes } = this.#write(() => this.#run.setRemoved.run(at, this.#profileId, id))
    if (changes === 0) throw removedAlert()
  }

  #write<T>(write: () => T): T {
    return transact(this.#database, write)
  }

  /** Runs `write`; returns undefined when nothing can be written. */
  #tryWrite<T>(write: () => T): T | undefined {
    try {
      return this.#write(write)
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }
}

const removedAlert = () => new Refusal({ kind: 'not-found', what: 'this alert' })
const toLastKey = ({ alertId, parlayId }: Pick<Firing, 'alertId' | 'parlayId'>) => `${alertId} ${parlayId}`
