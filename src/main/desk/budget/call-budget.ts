/**
 * The budget of one profile's key: the one line in which every keyed call waits for its turn, by priority and age, and
 * when a turn is given: the limit of any 60 s, the calls at once, and the hosts at rest.
 */
import { learnedAtOnce, type CallLimits } from '../../../shared/model/settings/budget.ts'
import { Refused, Unreachable } from '../../odds-service/failures.ts'
import { priority, type Priority, type Seeker, type Turn, type TurnEnd } from '../../odds-service/permits.ts'
import type { KeptCalls } from './budget-store.ts'
import type { Clock } from './clock.ts'
import { CallLine, type InLine } from './call-queue.ts'
import { Gates } from './circuit-breakers.ts'
import { GivenTurn, type EndTurn } from './given-turn.ts'
import type { Rest } from './host-gate.ts'
import { SentCalls } from './sent-calls.ts'

export interface BudgetOptions {
  readonly limits: () => CallLimits
  /** What an earlier run left, and where this one's is put; writing may throw. */
  readonly kept: KeptCalls | undefined
  readonly write: (kept: KeptCalls) => void
  readonly clock: Clock
  /** What the meter or a place in line shows has changed. */
  readonly onChanged: () => void
}

export interface Waiting extends InLine {
  readonly seeker: Seeker
  readonly give: (end: EndTurn) => void
  readonly refuse: (why: Error) => void
  readonly leave: () => void
}

/** What setTimeout can count; longer ones would end at once. */
const longestTimerMs = 2 ** 31 - 1

export class CallBudget {
  readonly line = new CallLine<Waiting>()
  readonly gates = new Gates()
  readonly sent: SentCalls
  readonly #options: BudgetOptions
  readonly #waiting = new Map<Seeker, Waiting>()
  #inFlight = 0
  #isServing = false
  #count = 0
  #wake: NodeJS.Timeout | undefined

  constructor(options: BudgetOptions) {
    this.#options = options
    const { limits, clock, kept, write } = options
    this.sent = new SentCalls({
      limits,
      steady: clock.steady,
      write: sent => write({ uptimeMs: clock.uptime(), ...sent, ...this.gates.kept(clock.steady()) }),
    })
    if (kept === undefined) return
    this.sent.restore(kept, clock.uptime())
    this.gates.restore(kept, { steady: clock.steady(), epoch: clock.epoch() })
  }

  get inFlight(): number {
    return this.#inFlight
  }

  get limits(): CallLimits {
    return this.#options.limits()
  }

  get clock(): Clock {
    return this.#options.clock
  }

  /** Waits for a turn. Throws Refused (limited, host-failing) as TakeTurn says, Unreachable when it leaves the line. */
  take(seeker: Seeker): Promise<Turn> {
    return this.#join(seeker, end => new GivenTurn(end, withinMs => this.#joinWithin(seeker, withinMs)))
  }

  /** Takes a seeker out of the line; nothing where it is not in it. */
  leave(seeker: Seeker): void {
    this.waitingOf(seeker)?.leave()
  }

  /** Gives a seeker in line another priority. */
  move(seeker: Seeker, to: Priority): void {
    const waiting = this.#waiting.get(seeker)
    if (waiting === undefined || waiting.priority === to) return
    this.line.move(waiting, to)
    // Only what a user asks for now may try a failing host.
    if (to >= priority.act) this.serve()
  }

  /** A seeker's place in line, while it has one. */
  waitingOf(seeker: Seeker): Waiting | undefined {
    return this.#waiting.get(seeker)
  }

  /** Why a host is not asked now; undefined while it may be. */
  restOf(host: string): Rest | undefined {
    return this.gates.rest(host, this.clock.steady())
  }

  /** The key changed: what the service said of the old one says nothing of this one. What was sent still counts. */
  keyChanged(): void {
    this.gates.forgetLimits()
    this.sent.forgetLearned()
    this.sent.save()
    this.serve()
  }

  /** Nothing is sent any more. */
  close(): void {
    for (const { leave } of [...this.#waiting.values()]) leave()
    clearTimeout(this.#wake)
    this.sent.close()
  }

  /** Gives turns while there are some, and comes back when the next may be given. */
  serve(): void {
    clearTimeout(this.#wake)
    this.line.forgetPlaces()
    const { inFlight, perHost } = this.limits.kind === 'learned' ? learnedAtOnce : this.limits
    while (this.line.size > 0 && this.#inFlight < inFlight) {
      const now = this.clock.steady()
      if (this.gates.keyRest(now) !== undefined) break
      const next = this.line.first((host, level) => this.#isOpen(host, level, { perHost, now }))
      if (next === undefined) break
      const freeAt = this.sent.freeAt(1, now)
      if (freeAt <= now) this.#give(next)
      else if (!this.sent.raise()) {
        this.#wakeAt(freeAt)
        return
      }
    }
    if (this.line.size > 0) this.#wakeAt(this.gates.nextEnd(this.line.hosts(), this.clock.steady()))
    this.sent.fillReserveSoon()
  }

  /** Those that join in one breath are served together. */
  #serveSoon(): void {
    if (this.#isServing) return
    this.#isServing = true
    queueMicrotask(() => {
      this.#isServing = false
      this.serve()
    })
  }

  #isOpen(host: string, level: Priority, { perHost, now }: { perHost: number; now: number }): boolean {
    const gate = this.gates.of(host)
    if (gate.inFlight >= perHost) return false
    return level >= priority.act ? gate.isOpenToAct(now) : gate.isOpen(now)
  }

  #give(next: Waiting): void {
    this.#remove(next)
    this.#inFlight += 1
    this.gates.of(next.host).inFlight += 1
    const stamp = this.sent.send(this.line.size)
    next.give(how => this.#ended(next.host, stamp, how))
    this.#options.onChanged()
  }

  #ended(host: string, stamp: number, how: TurnEnd): void {
    const { clock, gates, sent } = this
    const gate = gates.of(host)
    const now = { steady: clock.steady(), epoch: clock.epoch() }
    this.#inFlight -= 1
    gate.inFlight -= 1
    if (how.kind === 'unsent') sent.giveBack(stamp)
    if (how.kind === 'answered' || how.kind === 'limited') gate.succeeded()
    if (how.kind === 'answered') sent.answered(this.#inFlight)
    if (how.kind === 'failed' && gate.failed(now)) this.#dismiss(this.line.at(host))
    if (how.kind === 'limited') {
      sent.limited(gates.limited(host, now, how.untilAt), this.#inFlight)
      this.#dismiss([...this.#waiting.values()].filter(({ seeker }) => this.#refusalOf(seeker)))
    }
    this.#options.onChanged()
    this.serve()
  }

  /** Answers what `as` makes of the turn that came. */
  #join<T>(seeker: Seeker, as: (end: EndTurn) => T): Promise<T> {
    return new Promise((answer, refuse) => {
      const { host, priority: level, signal } = seeker
      const isOff = signal?.aborted === true
      const obstacle = isOff ? new Unreachable(host, 'called off') : this.#refusalOf(seeker)
      if (obstacle !== undefined) {
        refuse(obstacle)
        return
      }
      this.#count += 1
      const leave = () => this.#refuse(waiting, new Unreachable(host, 'called off'))
      const give = (end: EndTurn) => answer(as(end))
      const waiting: Waiting = { host, number: this.#count, priority: level, seeker, give, refuse, leave }
      this.#waiting.set(seeker, waiting)
      this.line.add(waiting)
      signal?.addEventListener('abort', leave)
      this.#serveSoon()
    })
  }

  async #joinWithin(seeker: Seeker, withinMs: number): Promise<EndTurn | undefined> {
    const now = this.clock.steady()
    if (this.sent.freeAt(1, now) > now + withinMs) return undefined
    const timer = setTimeout(() => this.leave(seeker), withinMs)
    try {
      return await this.#join(seeker, end => end)
    } catch {
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }

  /** Why a seeker neither waits for the end of the rest that its host has, nor tries it before; undefined if it does. */
  #refusalOf({ host, patience, priority: level }: Seeker): Refused | undefined {
    const rest = this.restOf(host)
    if (rest === undefined || patience === 'any') return undefined
    const isWorthIt = rest.why === 'limited' ? patience === 'limits' : level >= priority.act
    return isWorthIt ? undefined : refusal(host, rest)
  }

  #dismiss(all: readonly Waiting[]): void {
    for (const waiting of all) {
      const rest = this.restOf(waiting.host)
      if (rest !== undefined) this.#refuse(waiting, refusal(waiting.host, rest))
    }
  }

  #refuse(waiting: Waiting, why: Error): void {
    this.#remove(waiting)
    waiting.refuse(why)
    this.#options.onChanged()
  }

  #remove(waiting: Waiting): void {
    this.#waiting.delete(waiting.seeker)
    this.line.remove(waiting)
    waiting.seeker.signal?.removeEventListener('abort', waiting.leave)
  }

  #wakeAt(steady: number): void {
    if (steady === Infinity) return
    const waitMs = Math.min(Math.max(0, Math.ceil(steady - this.clock.steady())), longestTimerMs)
    this.#wake = setTimeout(() => this.serve(), waitMs).unref()
  }
}

const refusal = (host: string, { why, untilAt }: Rest): Refused =>
  new Refused(why === 'limited' ? { kind: 'limited', untilAt } : { kind: 'host-failing', host, untilAt })
