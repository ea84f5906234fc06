/**
 * Plans the calls that price cells. A cell planned twice is priced once; each call waits for its permit in the queue of
 * the call budget, by priority, and is dropped when its row or book leaves the desk.
 */
import type { CellActivity, CellAddress } from '../../../shared/model/price/cell.ts'
import { ServiceError } from '../../odds-service/failures.ts'
import { priority, type CallRequest, type Permit, type Priority } from '../../odds-service/permits.ts'
import type { CallBudget } from '../budget/call-budget.ts'
import type { Pause } from '../budget/circuit-breakers.ts'
import { CellMap } from './cell-map.ts'

/** `again`: the cell is priced again after its host's pause, which the screen counts down. */
export type CallEnd = 'done' | 'again'

export interface ClaimingCall {
  readonly cell: CellAddress
  readonly priority: Priority
  /** Ends the wait for another desk. */
  readonly signal: AbortSignal
}

/** `answered`: another desk's answer was recorded. `yours`: this desk may ask; `release` says that no answer came. */
export type CellClaim =
  { readonly kind: 'answered' } | { readonly kind: 'yours'; readonly release: () => void }

export interface PlannerDeps {
  readonly profileId: () => string
  /** The budget of the profile in use. */
  readonly budget: () => CallBudget
  /** Host of a book, by which limits and failures of calls are counted. */
  readonly hostOf: (bookId: string) => string
  /** Asks the team before a call; undefined when that is not needed, as for a desk alone. Must not reject. */
  readonly claim?: ((call: ClaimingCall) => Promise<CellClaim> | undefined) | undefined
  /** Prices the cell with the permit granted. Must not reject. */
  readonly run: (cell: CellAddress, permit: Permit, signal: AbortSignal) => Promise<CallEnd>
  /** Called when no permit was granted, for this reason. */
  readonly onRefused: (cell: CellAddress, why: ServiceError) => CallEnd
  /** The cell's activity changed. */
  readonly onChanged: (cell: CellAddress) => void
}

/** Counts the call of a permit for who plans it; undefined when that one may spend no more. */
export type CountPermit = (permit: Permit) => Permit | undefined

interface PlannedCall extends CallRequest {
  readonly cell: CellAddress
  /** Undefined once another part of the program has planned it too. */
  count: CountPermit | undefined
  readonly budget: CallBudget
  readonly abort: AbortController
  /** Ends the wait for another desk's answer. */
  readonly endClaiming: AbortController
  readonly ended: Promise<undefined>
  readonly end: (value: undefined) => void
  priority: Priority
  /** True when done, cancelled or replaced. */
  isOver: boolean
}

const none: CellActivity = { kind: 'none' }
const pricing: CellActivity = { kind: 'pricing' }

export class Planner {
  readonly #deps: PlannerDeps
  readonly #calls = new CellMap<PlannedCall>()
  #visibleRows: ReadonlySet<number> = new Set()

  constructor(deps: PlannerDeps) {
    this.#deps = deps
  }

  /** True while no call waits or is under way. */
  get isIdle(): boolean {
    return this.#calls.isEmpty
  }

  /**
   * Plans a call; resolves when it has ended or was cancelled. A call already planned can only move ahead. `count`: the
   * call is dropped when its permit is not counted.
   */
  plan(cell: CellAddress, wanted: Priority, count?: CountPermit): Promise<undefined> {
    const known = this.#calls.get(cell)
    if (known === undefined) return this.#start(cell, { priority: wanted, waitsThrough: 'limits', count })
    if (known.priority < wanted) this.#setPriority(known, wanted)
    if (count === undefined) known.count = undefined
    return known.ended
  }

  /** Calls of these rows go before other background calls. */
  setVisibleRows(parlayIds: ReadonlySet<number>): void {
    this.#visibleRows = parlayIds
    for (const call of this.#calls.values()) {
      if (call.priority < priority.user)
        this.#setPriority(call, this.#toPriority(call.cell, priority.background))
    }
  }

  /** Drops every call that matches; those under way are aborted. */
  cancel(matches: (cell: CellAddress) => boolean): void {
    for (const call of this.#calls.values().filter(({ cell }) => matches(cell))) this.#drop(call)
  }

  /** Drops a background call that still waits, because another desk's answer has come. */
  answered(cell: CellAddress): void {
    const call = this.#calls.get(cell)
    if (call !== undefined && call.priority < priority.user && call.budget.isWaiting(call)) this.#drop(call)
  }

  /** Repeats matching calls under way, whose tokens are out of date. */
  restart(matches: (cell: CellAddress, signal: AbortSignal) => boolean): void {
    for (const call of this.#calls.values()) {
      if (call.budget.isWaiting(call) || !matches(call.cell, call.abort.signal)) continue
      this.#drop(call)
      void this.plan(call.cell, call.priority, call.count)
    }
  }

  activityOf(cell: CellAddress): CellActivity {
    const call = this.#calls.get(cell)
    if (call === undefined) return none
    return call.budget.findPlace(call) ?? pricing
  }

  /** The pause of a book's host; undefined while it may be called. */
  pauseOf(bookId: string): Pause | undefined {
    return this.#deps.budget().pauseOf(this.#deps.hostOf(bookId))
  }

  isPlanned(cell: CellAddress): boolean {
    return this.#calls.get(cell) !== undefined
  }

  /** Parlays with a call in the queue; only visible ones where those are known. */
  waitingRows(): Set<number> {
    const waiting = this.#calls.values().filter(call => call.budget.isWaiting(call))
    const rows = new Set(waiting.map(({ cell }) => cell.parlayId))
    if (this.#visibleRows.size === 0) return rows
    return new Set([...rows].filter(id => this.#visibleRows.has(id)))
  }

  #toPriority({ parlayId }: CellAddress, wanted: Priority): Priority {
    return wanted === priority.background && this.#visibleRows.has(parlayId) ? priority.visible : wanted
  }

  #setPriority(call: PlannedCall, to: Priority): void {
    call.priority = to
    // The user does not wait for a call that another desk makes in the background.
    if (to >= priority.user) call.endClaiming.abort()
    call.budget.setPriority(call, to)
  }

  #start(
    cell: CellAddress,
    wanted: Pick<PlannedCall, 'priority' | 'waitsThrough' | 'count'>,
  ): Promise<undefined> {
    const { promise: ended, resolve: end } = Promise.withResolvers<undefined>()
    const call: PlannedCall = {
      ...wanted,
      cell,
      profileId: this.#deps.profileId(),
      host: this.#deps.hostOf(cell.bookId),
      priority: this.#toPriority(cell, wanted.priority),
      budget: this.#deps.budget(),
      abort: new AbortController(),
      endClaiming: new AbortController(),
      ended,
      end,
      isOver: false,
    }
    this.#calls.set(cell, call)
    void this.#run(call)
    this.#deps.onChanged(cell)
    return ended
  }

  /** Without a team the call joins the queue at once. */
  #run(call: PlannedCall): Promise<void> {
    const claiming = this.#claim(call)
    return claiming === undefined ? this.#price(call) : this.#priceClaimed(call, claiming)
  }

  async #priceClaimed(call: PlannedCall, claiming: Promise<CellClaim>): Promise<void> {
    const claim = await claiming
    if (claim.kind === 'answered') {
      if (!call.isOver) this.#finish(call)
      return
    }
    if (!call.isOver) await this.#price(call)
    claim.release()
  }

  async #price(call: PlannedCall): Promise<void> {
    const { onRefused } = this.#deps
    let permit: Permit | undefined
    let end: CallEnd = 'done'
    try {
      permit = await call.budget.acquire(call)
      if (call.isOver) return
      const counted = call.count === undefined ? permit : call.count(permit)
      permit = counted ?? permit
      if (counted !== undefined) end = await this.#ask(call, counted)
    } catch (error) {
      if (error instanceof ServiceError && !call.isOver) end = onRefused(call.cell, error)
    } finally {
      // Returns an unused permit; a used one was released already.
      permit?.release({ kind: 'unsent' })
    }
    if (call.isOver) return
    this.#finish(call)
    if (end === 'again')
      void this.#start(call.cell, { priority: call.priority, waitsThrough: 'any', count: call.count })
  }

  #ask(call: PlannedCall, permit: Permit): Promise<CallEnd> {
    const { run, onChanged } = this.#deps
    onChanged(call.cell)
    return run(call.cell, permit, call.abort.signal)
  }

  #claim({ cell, priority: level, endClaiming }: PlannedCall): Promise<CellClaim> | undefined {
    return this.#deps.claim?.({ cell, priority: level, signal: endClaiming.signal })
  }

  #finish(call: PlannedCall): void {
    call.isOver = true
    this.#calls.delete(call.cell)
    this.#deps.onChanged(call.cell)
    call.end(undefined)
  }

  #drop(call: PlannedCall): void {
    this.#finish(call)
    call.budget.cancel(call)
    call.endClaiming.abort()
    call.abort.abort()
  }
}
