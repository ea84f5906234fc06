/** The alerts of one profile and what they fired, in memory, backed by the desk's file. */
import { Refusal } from '../../../shared/failure.ts'
import type { Alert, AlertTerms, FiredAlert } from '../../../shared/model/parlay/alert.ts'
import type { AlertStore, Seen } from './alert-store.ts'

interface Last {
  readonly at: number
  readonly startAt: number | null
}

/** Firings held, and so shown, at most. */
const firedHeld = 100
const gone = () => new Refusal({ kind: 'not-found', what: 'the alert, which has been removed' })

export class AlertList {
  readonly #store: AlertStore
  #profileId = ''
  #alerts = new Map<number, Alert>()
  #fired: FiredAlert[] = []
  /** By alert and parlay. */
  #last = new Map<string, Last>()

  constructor(store: AlertStore) {
    this.#store = store
  }

  /** Reads the alerts of a profile in place of those held. */
  open(profileId: string, now: number): void {
    this.#profileId = profileId
    written(() => this.#store.prune(now))
    this.#read()
    this.#fired = this.#store.fired(profileId, firedHeld)
    const last = this.#store.lastFired(profileId)
    this.#last = new Map(last.map(each => [lastOf(each.alertId, each.parlayId), each]))
  }

  all(): Alert[] {
    return [...this.#alerts.values()]
  }

  /** Newest first. */
  fired(): readonly FiredAlert[] {
    return this.#fired
  }

  /** Adds an alert, or with an id changes that one. Throws Refusal when it has been removed. */
  save(id: number | null, terms: AlertTerms): Alert {
    const alert = id === null ? this.#store.add(this.#profileId, terms) : { ...terms, id }
    if (id !== null && !this.#store.change(this.#profileId, alert)) throw gone()
    this.#alerts.set(alert.id, alert)
    return alert
  }

  remove(id: number, at: number): void {
    if (!this.#store.setRemoved(this.#profileId, id, at)) throw gone()
    this.#alerts.delete(id)
  }

  restore(id: number): void {
    if (!this.#store.setRemoved(this.#profileId, id, null)) throw gone()
    this.#read()
  }

  markRead(): void {
    this.#store.markRead(this.#profileId)
    this.#fired = this.#fired.map(fired => ({ ...fired, isRead: true }))
  }

  /** Whether the alert has fired for the parlay so lately that it keeps quiet. A clock set back ends that. */
  isQuiet({ id, quietMs }: Alert, parlayId: number, now: number): boolean {
    const last = this.#last.get(lastOf(id, parlayId))
    return last !== undefined && now >= last.at && now - last.at < quietMs
  }

  /** The start of a game that the alert told last for the parlay; 0 for none. */
  toldStart({ id }: Alert, parlayId: number): number {
    return this.#last.get(lastOf(id, parlayId))?.startAt ?? 0
  }

  /** Notes that an alert has fired. Where that cannot be written it is told all the same, and not listed. */
  fire(firing: Pick<FiredAlert, 'alertId' | 'parlayId' | 'at'>, seen: Seen): void {
    this.#last.set(lastOf(firing.alertId, firing.parlayId), { at: firing.at, startAt: seen.startAt })
    const id = written(() => this.#store.fire(firing, seen))
    if (id === undefined) return
    const fired = { id, ...firing, bookId: seen.bookId, sentence: seen.sentence, isRead: false }
    this.#fired = [fired, ...this.#fired].slice(0, firedHeld)
  }

  #read(): void {
    this.#alerts = new Map(this.#store.all(this.#profileId).map(alert => [alert.id, alert]))
  }
}

/** What `write` answers; undefined while the disk takes nothing, which nobody is waiting for here. */
function written<T>(write: () => T): T | undefined {
  try {
    return write()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

const lastOf = (alertId: number, parlayId: number) => `${alertId} ${parlayId}`
