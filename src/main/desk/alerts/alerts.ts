/**
 * Alerts on the desk: each is held against a parlay when new answers of it come, and those about a start by the clock.
 * A parlay that is off the desk is not watched, so its alerts are silent until it is put back.
 */
import { EventEmitter } from 'node:events'
import { Refusal } from '../../../shared/failure.ts'
import type { Alert, AlertDraft, AlertState, AlertTerms } from '../../../shared/model/parlay/alert.ts'
import type { DeskChange, Row } from '../../../shared/model/parlay/desk.ts'
import type { ValueReading } from '../../../shared/model/price/row-value.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import { readTypedPrice } from '../typed-price.ts'
import { AlertList } from './alert-list.ts'
import type { AlertStore, Seen } from './alert-store.ts'
import { PriceWatch } from './price-tracker.ts'
import { sentenceOf } from './alert-text.ts'
import { sightOf, startSeen, type Sighting } from './alert-match.ts'

export interface AlertsOptions {
  readonly store: AlertStore
  readonly profileId: () => string
  /** How rows are judged, but for the clock. */
  readonly reading: () => Omit<ValueReading, 'now'>
  readonly format: () => PriceFormat
  readonly nameOf: (bookId: string) => string
  readonly now?: () => number
}

/** An alert that has just fired, for a row of the desk. */
export interface Firing {
  readonly alert: Alert
  readonly row: Row
  readonly seen: Seen
}

interface AlertEvents {
  changed: [AlertState]
  /** All that fired in one go. */
  fired: [readonly Firing[]]
}

/** How often starts are looked at; what a sleep has passed over is found then too. */
const startsEveryMs = 15_000

export class Alerts extends EventEmitter<AlertEvents> {
  readonly #options: AlertsOptions
  readonly #now: () => number
  readonly #list: AlertList
  readonly #prices = new PriceWatch()
  readonly #rows = new Map<number, Row>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: AlertsOptions) {
    super()
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#list = new AlertList(options.store)
  }

  /** Reads the alerts of the profile in use; the desk tells its rows next. */
  open(): void {
    this.#rows.clear()
    this.#prices.clear()
    this.#list.open(this.#options.profileId(), this.#now())
    this.#timer ??= setInterval(
      () => this.#tell(this.#starting([...this.#rows.values()])),
      startsEveryMs,
    ).unref()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Takes what changed on the desk, and holds it against the alerts. */
  follow({ rows, order }: Pick<DeskChange, 'rows' | 'order'>): void {
    for (const row of rows) this.#rows.set(row.id, row)
    if (order !== null) this.#keepOnly(new Set(order))
    const priced = rows.filter(row => this.#prices.hasNews(row)).flatMap(row => this.#pricesOf(row))
    const hasToldAny = this.#tell([...priced, ...this.#starting(rows)])
    if (order !== null && !hasToldAny) this.emit('changed', this.state())
  }

  /** Of the parlays on the desk, and of every one. */
  state(): AlertState {
    const isHere = (parlayId: number | null) => parlayId === null || this.#rows.has(parlayId)
    return {
      alerts: this.#list.all().filter(({ parlayId }) => isHere(parlayId)),
      fired: this.#list.fired().filter(({ parlayId }) => isHere(parlayId)),
    }
  }

  /**
   * Adds an alert, or changes one, and tells at once what it waits for where that is there already. Throws Refusal for a price that cannot be read, and for
   * what is not there.
   */
  save(id: number | null, draft: AlertDraft): AlertState {
    if (draft.parlayId !== null && !this.#rows.has(draft.parlayId))
      throw new Refusal({ kind: 'not-found', what: 'the parlay, which is no longer on the desk' })
    const saved = this.#list.save(id, termsOf(draft))
    const isSaved = (alert: Alert) => alert.id === saved.id
    this.#tell([...this.#rows.values()].flatMap(row => this.#pricesOf(row, isSaved)))
    return this.#changed()
  }

  remove(id: number): AlertState {
    this.#list.remove(id, this.#now())
    return this.#changed()
  }

  /** Undoes a removal. */
  restore(id: number): AlertState {
    this.#list.restore(id)
    return this.#changed()
  }

  markRead(): AlertState {
    this.#list.markRead()
    return this.#changed()
  }

  #changed(): AlertState {
    const state = this.state()
    this.emit('changed', state)
    return state
  }

  #keepOnly(order: ReadonlySet<number>): void {
    for (const id of this.#rows.keys()) {
      if (order.has(id)) continue
      this.#rows.delete(id)
      this.#prices.forget(id)
    }
  }

  #pricesOf(row: Row, isAsked: (alert: Alert) => boolean = () => true): Firing[] {
    const alerts = this.#alertsOf(row)
    const reading = { ...this.#options.reading(), now: this.#now() }
    const trackedMs = Math.max(
      0,
      ...alerts.map(({ rule }) => (rule.kind === 'books-move' ? rule.withinMs : 0)),
    )
    if (alerts.filter(isAsked).every(({ rule }) => rule.kind === 'game-starts')) return []
    const scene = this.#prices.scene(row, reading, trackedMs)
    return alerts.filter(isAsked).flatMap(alert => {
      if (alert.rule.kind === 'game-starts' || this.#list.isQuiet(alert, row.id, reading.now)) return []
      const sighting = sightOf(alert.rule, scene)
      return sighting === undefined ? [] : [this.#fire(alert, row, sighting)]
    })
  }

  #starting(rows: readonly Row[]): Firing[] {
    const now = this.#now()
    return rows.flatMap(row =>
      this.#alertsOf(row).flatMap(alert => {
        if (alert.rule.kind !== 'game-starts') return []
        const toldStartAt = this.#list.toldStart(alert, row.id)
        const sighting = startSeen(alert.rule, row.legs, { now, toldStartAt })
        return sighting === undefined ? [] : [this.#fire(alert, row, sighting)]
      }),
    )
  }

  #alertsOf(row: Row): Alert[] {
    return this.#list.all().filter(({ isOn, parlayId }) => isOn && (parlayId === null || parlayId === row.id))
  }

  #fire(alert: Alert, row: Row, sighting: Sighting): Firing {
    const { format, nameOf } = this.#options
    const now = this.#now()
    const seen = {
      bookId: 'cell' in sighting ? sighting.cell.bookId : null,
      sentence: sentenceOf(sighting, alert.rule, { format: format(), nameOf, now }),
      startAt: sighting.kind === 'game-starts' ? sighting.startAt : null,
    }
    this.#list.fire({ alertId: alert.id, parlayId: row.id, at: now }, seen)
    return { alert, row, seen }
  }

  #tell(firings: readonly Firing[]): boolean {
    if (firings.length === 0) return false
    this.emit('fired', firings)
    this.emit('changed', this.state())
    return true
  }
}

function termsOf({ rule, ...draft }: AlertDraft): AlertTerms {
  if (rule.kind !== 'price-reaches') return { ...draft, rule }
  return { ...draft, rule: { ...rule, price: readTypedPrice(rule.price) } }
}
