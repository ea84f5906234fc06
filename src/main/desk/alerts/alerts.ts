/**
 * Alerts on the desk. Price rules are checked when a parlay gets new quotes, start rules by the clock. Alerts of a
 * parlay that was removed are silent until it is restored.
 */
import { EventEmitter } from 'node:events'
import { Refusal } from '../../../shared/failure.ts'
import { rowTitle } from '../../../shared/model/game/leg-short.ts'
import type { Alert, AlertDraft, AlertState, AlertTerms } from '../../../shared/model/parlay/alert.ts'
import type { DeskChange, Row } from '../../../shared/model/parlay/desk.ts'
import { parseTypedPrice } from '../../../shared/model/price/quote.ts'
import type { ValueContext } from '../../../shared/model/price/row-value.ts'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import type { Notify } from '../../notices/desktop-notice.ts'
import { findMatch, findStart, type AlertMatch } from './alert-match.ts'
import type { AlertStore, FiringDetails } from './alert-store.ts'
import { describeMatch } from './alert-text.ts'
import { PriceTracker } from './price-tracker.ts'

export interface AlertsDeps {
  readonly store: AlertStore
  readonly profileId: () => string
  /** Settings that rows are valued with. */
  readonly display: () => Omit<ValueContext, 'now'>
  readonly format: () => PriceFormat
  readonly nameOf: (bookId: string) => string
  readonly now?: () => number
}

/** An alert that has just fired, for a row of the desk. */
export interface Firing {
  /** Undefined when it could not be written. */
  readonly id: number | undefined
  readonly alert: Alert
  readonly row: Row
  readonly details: FiringDetails
}

/** `fired`: all that fired at one change of the desk. */
interface AlertEvents {
  changed: [AlertState]
  fired: [readonly Firing[]]
}

/** Interval at which starts are checked. A check after a sleep finds starts during it. */
const startsEveryMs = 15_000

export class Alerts extends EventEmitter<AlertEvents> {
  readonly #deps: AlertsDeps
  readonly #now: () => number
  readonly #prices = new PriceTracker()
  readonly #rows = new Map<number, Row>()
  #timer: NodeJS.Timeout | undefined

  constructor(deps: AlertsDeps) {
    super()
    this.#deps = deps
    this.#now = deps.now ?? Date.now
  }

  /** Reads the alerts of the profile in use; the desk pushes its rows next. */
  open(): void {
    this.#rows.clear()
    this.#prices.clear()
    this.#deps.store.open(this.#deps.profileId(), this.#now())
    this.#timer ??= setInterval(
      () => this.#push(this.#checkStarts([...this.#rows.values()])),
      startsEveryMs,
    ).unref()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Checks the alerts against a change of the desk. */
  follow({ rows, order }: Pick<DeskChange, 'rows' | 'order'>): void {
    for (const row of rows) this.#rows.set(row.id, row)
    if (order !== null) this.#keepOnly(new Set(order))
    const priced = rows.filter(row => this.#prices.hasNewQuote(row)).flatMap(row => this.#checkPrices(row))
    const hasFired = this.#push([...priced, ...this.#checkStarts(rows)])
    if (order !== null && !hasFired) this.emit('changed', this.state())
  }

  /** Alerts of the parlays on the desk, and those that apply to every parlay. */
  state(): AlertState {
    const isHere = (parlayId: number | null) => parlayId === null || this.#rows.has(parlayId)
    return {
      alerts: this.#deps.store.all().filter(({ parlayId }) => isHere(parlayId)),
      fired: this.#deps.store.fired().filter(({ parlayId }) => isHere(parlayId)),
    }
  }

  /** Price alerts of a parlay on the desk that could fire now. */
  countWaiting(parlayId: number): number {
    const row = this.#rows.get(parlayId)
    if (row === undefined) return 0
    const now = this.#now()
    const isWaiting = (alert: Alert) =>
      alert.rule.kind !== 'game-starts' && !this.#deps.store.isQuiet(alert, parlayId, now)
    return this.#alertsOf(row).filter(isWaiting).length
  }

  /**
   * Adds an alert, or changes one; it fires now when its rule is met already. Throws Refusal for an invalid price, and
   * for a missing alert or parlay.
   */
  save(id: number | null, draft: AlertDraft): AlertState {
    if (draft.parlayId !== null && !this.#rows.has(draft.parlayId))
      throw new Refusal({ kind: 'not-found', what: 'this parlay' })
    const saved = this.#deps.store.save(id, toTerms(draft))
    const isSaved = (alert: Alert) => alert.id === saved.id
    this.#push([...this.#rows.values()].flatMap(row => this.#checkPrices(row, isSaved)))
    return this.#pushState()
  }

  remove(id: number): AlertState {
    this.#deps.store.remove(id, this.#now())
    return this.#pushState()
  }

  /** Undoes a removal. */
  restore(id: number): AlertState {
    this.#deps.store.restore(id)
    return this.#pushState()
  }

  markRead(): AlertState {
    this.#deps.store.markRead()
    return this.#pushState()
  }

  #pushState(): AlertState {
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

  /** Checks the row's price alerts that `isWanted` accepts. */
  #checkPrices(row: Row, isWanted: (alert: Alert) => boolean = () => true): Firing[] {
    const alerts = this.#alertsOf(row)
    const display = { ...this.#deps.display(), now: this.#now() }
    const trackedMs = Math.max(
      0,
      ...alerts.map(({ rule }) => (rule.kind === 'books-move' ? rule.withinMs : 0)),
    )
    if (alerts.filter(isWanted).every(({ rule }) => rule.kind === 'game-starts')) return []
    const input = this.#prices.toInput(row, display, trackedMs)
    return alerts.filter(isWanted).flatMap(alert => {
      if (alert.rule.kind === 'game-starts' || this.#deps.store.isQuiet(alert, row.id, display.now)) return []
      const match = findMatch(alert.rule, input)
      return match === undefined ? [] : [this.#fire(alert, row, match)]
    })
  }

  #checkStarts(rows: readonly Row[]): Firing[] {
    const now = this.#now()
    return rows.flatMap(row =>
      this.#alertsOf(row).flatMap(alert => {
        if (alert.rule.kind !== 'game-starts') return []
        const lastStartAt = this.#deps.store.lastStartAt(alert, row.id)
        const match = findStart(alert.rule, row.legs, { now, lastStartAt })
        return match === undefined ? [] : [this.#fire(alert, row, match)]
      }),
    )
  }

  #alertsOf(row: Row): Alert[] {
    return this.#deps.store
      .all()
      .filter(({ isOn, parlayId }) => isOn && (parlayId === null || parlayId === row.id))
  }

  #fire(alert: Alert, row: Row, match: AlertMatch): Firing {
    const { format, nameOf } = this.#deps
    const now = this.#now()
    const details = {
      bookId: 'cell' in match ? match.cell.bookId : null,
      sentence: describeMatch(match, alert.rule, { format: format(), nameOf, now }),
      startAt: match.kind === 'game-starts' ? match.startAt : null,
    }
    const id = this.#deps.store.fire({ alertId: alert.id, parlayId: row.id, at: now }, details)
    return { id, alert, row, details }
  }

  /** Returns whether any has fired. */
  #push(firings: readonly Firing[]): boolean {
    if (firings.length === 0) return false
    this.emit('fired', firings)
    this.emit('changed', this.state())
    return true
  }
}

function toTerms({ rule, ...draft }: AlertDraft): AlertTerms {
  if (rule.kind !== 'price-reaches') return { ...draft, rule }
  return { ...draft, rule: { ...rule, price: parseTypedPrice(rule.price) } }
}

export interface FiringNotices {
  readonly notify: Notify
  /** The user clicked a notification: show the parlay, and the book of the price. */
  readonly onAnswered: (parlayId: number, bookId: string | null) => void
}

const maxNotices = 3

/** A message about alerts that fired: on the desktop and on phones. */
export interface FiringMessage {
  /** The firing it leads to, the first of those it is about. */
  readonly firing: Firing
  readonly firedIds: readonly number[]
  readonly title: string
  readonly body: string
}

/** Describes firings of alerts that notify: one message each, or one for all when many fire together. */
export function describeFirings(firings: readonly Firing[]): FiringMessage[] {
  const wanted = firings.filter(({ alert }) => alert.hasNotice)
  const groups = wanted.length > maxNotices ? [wanted] : wanted.map(firing => [firing])
  return groups.flatMap(group => {
    const [firing] = group
    if (firing === undefined) return []
    const more = group.length === 1 ? '' : ` And ${group.length - 1} more alerts went off.`
    const firedIds = group.map(({ id }) => id).filter(id => id !== undefined)
    return [{ firing, firedIds, title: rowTitle(firing.row), body: `${firing.details.sentence}${more}` }]
  })
}

/**
 * Shows desktop notifications. They are silent, because the window plays the sound, also when the system shows no
 * notifications.
 */
export function notifyFirings(
  messages: readonly FiringMessage[],
  { notify, onAnswered }: FiringNotices,
): void {
  for (const { firing, title, body } of messages)
    notify({ title, body, isSilent: true }, () => onAnswered(firing.row.id, firing.details.bookId))
}
