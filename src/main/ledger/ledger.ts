/**
 * The ledger: opened once it is known to be what was saved, written only by appending, and told to the window as it
 * changes. While it is closed every act and question is refused in plain words.
 */
import { EventEmitter } from 'node:events'
import { Refusal } from '../../shared/failure.ts'
import type { LedgerChange, LedgerSnapshot, LedgerStatus } from '../../shared/model/ticket/ledger-status.ts'
import type { BookPolicy } from '../../shared/model/ticket/refund-policy.ts'
import type { LegResult } from '../../shared/model/ticket/settlement.ts'
import type { TicketFacts, TicketTerms } from '../../shared/model/ticket/ticket.ts'
import type { Decision } from '../../shared/model/ticket/ticket-detail.ts'
import { changedFacts } from './tickets/changed-terms.ts'
import { writeCorrection } from './tickets/corrections.ts'
import { Following } from './projection/projection-sync.ts'
import { writeGradings, type GradedLeg } from './tickets/gradings.ts'
import { closedBy, LedgerClosed, type LedgerFiles } from './opening/inspect.ts'
import type { KeptClosing, LegNow, TicketRecord } from './log/record.ts'
import type { Opening } from './opening/ledger-file.ts'
import { openCore, type Core } from './opening/open-core.ts'
import { OpenedLedger } from './opening/opened-ledger.ts'
import { keepPolicy, type KeptPolicy } from './tickets/refund-policies.ts'
import type { LedgerReads } from './reads/ledger-reads.ts'
import type { LegQueue } from './reads/leg-queue.ts'
import { statusOf } from './opening/status.ts'
import { Told } from './pending-changes.ts'
import { takeIn, takingIn, type Incoming } from './transfer/take-in.ts'
import type { Transfer } from './transfer/transfer.ts'

export interface LedgerOptions extends Opening {
  readonly files: LedgerFiles
  /** Whether the tickets shown are the demo's. */
  readonly isDemo: () => boolean
  /** Keeps a fault of ours. */
  readonly log: (error: unknown) => unknown
  readonly now?: () => number
}

/** `opened`: it can be used. `closed`: it cannot, and its status says why. */
type LedgerEvents = { changed: [LedgerChange]; opened: []; closed: [] }

export class Ledger extends EventEmitter<LedgerEvents> {
  readonly #options: LedgerOptions
  readonly #now: () => number
  readonly #told: Told
  readonly #following: Following
  #opened: OpenedLedger | undefined
  #problem: LedgerClosed | undefined
  #savedAt: number | null = null

  constructor(options: LedgerOptions) {
    super()
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#told = new Told(() => this.#tell())
    this.#following = new Following(this.#told, options.log)
  }

  /** Reads the file; what is found is told by `opened` or `closed`, and by a change. */
  open(): void {
    this.close()
    try {
      this.#opened = new OpenedLedger(openCore(this.#options.files, this.#options.isDemo, this.#options), {
        onReady: () => {
          this.emit('opened')
          this.#told.touch()
        },
        onProgress: () => this.#told.touch(),
        onFault: problem => this.#refuse(problem),
      })
      this.#problem = undefined
      this.#opened.start()
    } catch (error) {
      this.#refuse(error instanceof LedgerClosed ? error : closedBy(error))
    }
    this.#told.touch()
  }

  /** Ends all use of the file; what is not yet in the tables follows at the next opening. */
  close(): void {
    this.#told.stop()
    this.#opened?.close()
    this.#opened = undefined
  }

  snapshot(): LedgerSnapshot {
    return { seq: this.#told.seq, status: this.#status() }
  }

  /** The tickets shown are now others: those of the demo or the user's own. */
  touchAll(): void {
    this.#told.touchAll()
  }

  /** All questions. Where nothing can be written they are answered without the newest records. Throws Refusal while closed. */
  get reads(): LedgerReads {
    return this.#readable().reads
  }

  /** The legs the service can be asked about. Throws Refusal while the ledger is closed. */
  get queue(): LegQueue {
    return this.#readable().queue
  }

  /**
   * Runs several acts as one: all of them durable or none. A uid recorded inside is not found again before the end.
   * Throws whatever `act` throws.
   */
  together<T>(act: () => T): T {
    this.#caughtUp()
    return this.#commit(act)
  }

  /** Records a ticket durably, or finds the one with this uid. Throws Refusal. */
  record(facts: TicketFacts): { ticketId: number; wasThere: boolean } {
    const there = this.#caughtUp().finder.byUid(facts.uid)
    if (there !== undefined) return { ticketId: there, wasThere: true }
    const ticketId = this.#commit(({ writer }) => writer.record(this.#now(), facts))
    return { ticketId, wasThere: false }
  }

  /** What leaves the ledger whole, and comes into it. Throws Refusal while the ledger is closed. */
  get transfer(): Transfer {
    return this.#caughtUp().transfer
  }

  /** Takes tickets in, all of them or none, over many turns of the event loop; nothing else is written meanwhile. */
  async takeIn(incoming: Incoming): Promise<void> {
    const core = this.#caughtUp()
    if (this.#following.isPaused) throw takingIn()
    const opened = this.#opened
    opened?.stopVerifying()
    this.#following.isPaused = true
    try {
      await takeIn(core, this.#now(), incoming)
      this.#savedAt = this.#now()
    } finally {
      this.#following.isPaused = false
      opened?.verify()
      this.touchAll()
    }
  }

  /** The terms as they are now, to be corrected. Throws Refusal. */
  facts(ticketId: number): TicketFacts {
    return this.#use().writer.get(ticketId).facts
  }

  /** Puts new terms, and legs where there are any, in the place of old ones. What stays the same is no correction. */
  correct(ticketId: number, terms: TicketTerms, reason: string, legs?: readonly LegNow[]): void {
    const change = changedFacts(this.facts(ticketId), terms, legs)
    if (change !== undefined)
      this.#commit(core => writeCorrection(core, this.#now(), { ticketId, ...change, reason }))
  }

  void(ticketId: number, reason: string): void {
    this.#write(ticketId, { kind: 'voided', reason })
  }

  decide(ticketId: number, decision: Decision, reason: string): void {
    this.#write(ticketId, { kind: 'decided', decision, reason })
  }

  /** A leg's result by hand; null takes that back. Throws Refusal. */
  decideLeg(ticketId: number, leg: { place: number; result: LegResult | null; reason: string }): void {
    if (this.facts(ticketId).legs[leg.place] === undefined)
      throw new Refusal({ kind: 'not-found', what: 'the leg' })
    this.#write(ticketId, { kind: 'leg-decided', ...leg })
  }

  /** Records what is new of legs, and notes how far pending ones have come. Answers the tickets that ended by it. */
  grade(legs: readonly GradedLeg[]): number[] {
    const at = this.#now()
    const ended = this.#commit(({ writer, database }) => writeGradings({ writer, database, at }, legs))
    this.#told.add(legs.map(({ ticketId }) => ticketId))
    return ended
  }

  /** The price before the start. */
  setClosing(ticketId: number, closing: KeptClosing): void {
    this.#write(ticketId, { kind: 'closed', closing })
  }

  policies(): KeptPolicy[] {
    return this.#use().policies.all()
  }

  /** Tickets of the book that are open or wait for review are judged anew, in the same transaction. */
  savePolicy(policy: BookPolicy): void {
    const at = this.#now()
    keepPolicy(this.#caughtUp(), at, { policy, commit: act => this.#commit(act) })
  }

  #write(ticketId: number, record: TicketRecord): void {
    this.#commit(({ writer }) => writer.write(this.#now(), writer.get(ticketId), record))
  }

  #commit<T>(act: (core: Core) => T): T {
    const core = this.#use()
    if (this.#following.isPaused) throw takingIn()
    const result = core.log.commit(() => act(core))
    this.#savedAt = this.#now()
    core.touch()
    this.#told.touch()
    return result
  }

  #use(): Core {
    const core = this.#opened?.core
    if (core !== undefined) return core
    const sentence = this.#problem?.sentence ?? 'The ledger is still being opened. Try again in a moment.'
    throw new Refusal({ kind: 'storage', sentence })
  }

  #caughtUp(): Core {
    return this.#following.all(this.#use())
  }

  #readable(): Core {
    return this.#following.asFarAsPossible(this.#use())
  }

  #refuse(problem: LedgerClosed): void {
    if (problem.cause !== undefined) this.#options.log(problem)
    this.close()
    this.#problem = problem
    this.#told.touch()
    this.emit('closed')
  }

  #status(): LedgerStatus {
    const [behind, savedAt] = [this.#following.problem, this.#savedAt]
    return statusOf({ problem: this.#problem, opened: this.#opened, behind, savedAt })
  }

  /** After many records the tables follow over several turns, so that nothing else waits for them. */
  #tell(): void {
    const core = this.#opened?.core
    if (core !== undefined && this.#following.some(core)) return
    const { seq, ids, isMany } = this.#told.take()
    const lines = core?.reads.lines(ids) ?? []
    const shown = new Set(lines.map(({ id }) => id))
    const gone = ids.filter(id => !shown.has(id))
    this.emit('changed', { seq, status: this.#status(), lines, gone, isMany })
  }
}
