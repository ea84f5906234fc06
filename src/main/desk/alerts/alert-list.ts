/** The alerts of one profile and what they fired, in memory, backed by the desk's file. */
import { Refusal } from '../../../shared/failure.ts'
import type { Alert, AlertTerms, FiredAlert } from '../../../shared/model/parlay/alert.ts'
import type { AlertStore, FiringDetails } from './alert-store.ts'

interface LastFiring {
  readonly at: number
  readonly startAt: number | null
}

/** Firings in memory, and so on screen. */
const maxFired = 100
const removedAlert = () => new Refusal({ kind: 'not-found', what: 'the alert, which has been removed' })

export class AlertList {
  readonly #store: AlertStore
  #profileId = ''
  #alerts = new Map<number, Alert>()
  #fired: FiredAlert[] = []
  /** By alert and parlay. */
  #last = new Map<string, LastFiring>()

  constructor(store: AlertStore) {
    this.#store = store
  }

  /** Reads the alerts of a profile in place of those held. */
  open(profileId: string, now: number): void {
    this.#profileId = profileId
    tryWrite(() => this.#store.prune(now))
    this.#read()
    this.#fired = this.#store.fired(profileId, maxFired)
    const last = this.#store.lastFired(profileId)
    this.#last = new Map(last.map(each => [toLastKey(each.alertId, each.parlayId), each]))
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
    if (id !== null && !this.#store.change(this.#profileId, alert)) throw removedAlert()
    this.#alerts.set(alert.id, alert)
    return alert
  }

  remove(id: number, at: number): void {
    if (!this.#store.setRemoved(this.#profileId, id, at)) throw removedAlert()
    this.#alerts.delete(id)
  }

  restore(id: number): void {
    if (!this.#store.setRemoved(this.#profileId, id, null)) throw removedAlert()
    this.#read()
  }

  markRead(): void {
    this.#store.markRead(this.#profileId)
    this.#fired = this.#fired.map(fired => ({ ...fired, isRead: true }))
  }

  /** True while the alert has fired for the parlay within its quiet time. A clock set back ends that. */
  isQuiet({ id, quietMs }: Alert, parlayId: number, now: number): boolean {
    const last = this.#last.get(toLastKey(id, parlayId))
    return last !== undefined && now >= last.at && now - last.at < quietMs
  }

  /** Start of the game that the alert last fired for, for the parlay; 0 for none. */
  lastStartAt({ id }: Alert, parlayId: number): number {
    return this.#last.get(toLastKey(id, parlayId))?.startAt ?? 0
  }

  /** Records that an alert has fired. Where that cannot be written the user is notified all the same, and it is not listed. */
  fire(firing: Pick<FiredAlert, 'alertId' | 'parlayId' | 'at'>, details: FiringDetails): void {
    this.#last.set(toLastKey(firing.alertId, firing.parlayId), { at: firing.at, startAt: details.startAt })
    const id = tryWrite(() => this.#store.fire(firing, details))
    if (id === undefined) return
    const fired = { id, ...firing, bookId: details.bookId, sentence: details.sentence, isRead: false }
    this.#fired = [fired, ...this.#fired].slice(0, maxFired)
  }

  #read(): void {
    this.#alerts = new Map(this.#store.all(this.#profileId).map(alert => [alert.id, alert]))
  }
}

/** The result of `write`; undefined where nothing can be written, as no caller waits for it here. */
function tryWrite<T>(write: () => T): T | undefined {
  try {
    return write()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

const toLastKey = (alertId: number, parlayId: number) => `${alertId} ${parlayId}`
