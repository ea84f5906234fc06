/**
 * The ledger: opened after its file was found intact, written only by appending, with each change pushed to the
 * windows. While it is closed every call throws a Refusal that says why.
 */
import { EventEmitter } from 'node:events'
import { Refusal } from '../../shared/failure.ts'
import type { LedgerChange, LedgerSnapshot, LedgerStatus } from '../../shared/model/ticket/ledger-status.ts'
import type { BookPolicy } from '../../shared/model/ticket/refund-policy.ts'
import type { ManyChanges, ManyTickets, UserChange } from '../../shared/model/ticket/ticket-changes.ts'
import type { TicketFacts, TicketTerms } from '../../shared/model/ticket/ticket.ts'
import type { Decision } from '../../shared/model/ticket/ticket-detail.ts'
import { toStorageFailure } from '../storage/storage-failure.ts'
import type { AccountReads } from './accounts/account-reads.ts'
import type { LogEnd } from '../storage/witness.ts'
import type { LegRevision, RecordOf, StoredClosing, TicketRecord } from './log/record.ts'
import type { SharedLedger } from './log/shared-ledger.ts'
import { toLedgerClosed, type LedgerClosed, type LedgerFiles } from './opening/inspect.ts'
import { openCore, type LedgerCore, type OpeningOptions } from './opening/ledger-file.ts'
import { OpenedLedger } from './opening/opened-ledger.ts'
import { PendingChanges, ProjectionSync } from './projection/projection-sync.ts'
import type { LedgerReads } from './reads/ledger-reads.ts'
import type { GradableLegs } from './reads/gradable-legs.ts'
import { decideWaiting, type WaitingWord } from './sharing/decide-waiting.ts'
import { findFactChanges } from './state/corrections.ts'
import type { GradedLeg } from './tickets/gradings.ts'
import { changeTickets, undoChange, undoChanges } from './tickets/many-tickets.ts'
import type { StoredPolicy } from './tickets/refund-policies.ts'

export interface LedgerOptions extends OpeningOptions {
  readonly files: LedgerFiles
  /** True while the tickets shown are the demo's. */
  readonly isDemo: () => boolean
  /** Logs a fault of the program. */
  readonly log: (error: unknown) => unknown
  readonly now?: () => number
}

/** `accounts`: records of accounts were added. `unshared`: changes were, for the team. `begun`: there was none, and a new one was begun. `opened`: it can be used. `closed`: it cannot; its status says why. */
type LedgerEvents = {
  changed: [LedgerChange]
  accounts: []
  unshared: []
  begun: []
  opened: []
  closed: []
}

export class Ledger extends EventEmitter<LedgerEvents> {
  readonly #options: LedgerOptions
  readonly #now: () => number
  readonly #changes: PendingChanges
  readonly #sync: ProjectionSync
  #opened: OpenedLedger | undefined
  #problem: LedgerClosed | undefined
  #savedAt: number | null = null

  constructor(options: LedgerOptions) {
    super()
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#changes = new PendingChanges(() => this.#push())
    this.#sync = new ProjectionSync(this.#changes, options.log)
  }

  /** Opens the file; emits `begun` for a new one, then `opened` or `closed`, then `changed`. */
  open(): void {
    this.close()
    try {
      this.#start(this.#openCore())
    } catch (error) {
      this.#refuse(toLedgerClosed(error))
    }
    this.#changes.schedule()
  }

  /**
   * Tries again to open a ledger that could not be opened, or only for reading. An open file stays open: its name may
   * be gone.
   */
  retry(): void {
    if (this.#opened?.core?.isReadOnly === false) this.#changes.schedule()
    else this.open()
  }

  /** Closes the file. Records that are not in the tables yet are added at the next opening. */
  close(): void {
    this.#changes.stop()
    this.#opened?.close()
    this.#opened = undefined
  }

  snapshot(): LedgerSnapshot {
    return { seq: this.#changes.seq, status: this.#status() }
  }

  /** Reports that other tickets are shown from now on: the demo's, or the user's own. */
  reportAllChanged(): void {
    this.#changes.addAll()
  }

  /** All queries. When nothing can be written, their results lack the newest records. Throws Refusal while closed. */
  get reads(): LedgerReads {
    return this.#sync.tryCatchUp(this.#use()).reads
  }

  /** All queries of accounts. Throws Refusal while closed. */
  get accounts(): AccountReads {
    return this.#sync.tryCatchUp(this.#use()).accountReads
  }

  /** Writes records of accounts durably. Throws Refusal. */
  writeAccounts<T>(write: (core: Pick<LedgerCore, 'accounts' | 'accountReads'>, at: number) => T): T {
    this.#sync.catchUp(this.#useToWrite())
    const result = this.#commit(core => write(core, this.#now()))
    this.emit('accounts')
    return result
  }

  /** The changes of a ledger that a team shares. */
  readonly shared: SharedLedger = {
    unshared: limit => this.#use().shared?.unshared(limit) ?? [],
    unsharedCount: () => this.#use().shared?.unsharedCount() ?? 0,
    lastPlace: () => this.#use().shared?.lastPlace() ?? 0,
    place: changes => {
      this.#changes.add(this.#commit(({ shared }) => shared?.place(this.#now(), changes) ?? []))
      this.emit('accounts')
    },
    onUnshared: listener => void this.on('unshared', listener),
  }

  /** The legs the service can grade. Throws Refusal while closed. */
  get gradableLegs(): GradableLegs {
    return this.#sync.tryCatchUp(this.#use()).gradableLegs
  }

  /** The parts of the open ledger, with tables that have every record. Throws Refusal while closed. */
  get core(): LedgerCore {
    return this.#sync.catchUp(this.#use())
  }

  /**
   * The parts that have every record even when the tables are behind. Throws Refusal while closed, and during an
   * import.
   */
  get recorded(): Pick<LedgerCore, 'log' | 'policies' | 'accounts' | 'isDemo'> {
    const core = this.#use()
    if (this.#sync.isPaused) throw busyImporting()
    return core
  }

  /** The end of the log; undefined during a transaction, which may still be rolled back. Throws Refusal while closed. */
  get tail(): LogEnd | undefined {
    const { log } = this.#use()
    return log.isCommitting ? undefined : log.tail
  }

  /**
   * Runs a write over many turns of the event loop; all other writes are rejected meanwhile. Throws the errors of
   * `write`.
   */
  async writeInSlices(write: (core: LedgerCore, at: number) => Promise<void>): Promise<void> {
    const core = this.#sync.catchUp(this.#useToWrite())
    if (this.#sync.isPaused) throw busyImporting()
    const opened = this.#opened
    opened?.stopVerifying()
    this.#sync.isPaused = true
    try {
      await write(core, this.#now())
      this.#savedAt = this.#now()
      if (core.log.changes?.takeNew() === true) this.emit('unshared')
    } finally {
      this.#sync.isPaused = false
      opened?.verify()
      this.reportAllChanged()
    }
  }

  /** The ticket with a uid; null when it is not here. Throws Refusal while the ledger cannot be used. */
  findTicket(uid: string): number | null {
    return this.#use().writer.findByUid(uid) ?? null
  }

  /** Records a ticket durably, or finds the one with this uid. Throws Refusal. */
  record(facts: TicketFacts): { ticketId: number; wasThere: boolean } {
    const existingId = this.#sync.catchUp(this.#useToWrite()).writer.findByUid(facts.uid)
    if (existingId !== undefined) return { ticketId: existingId, wasThere: true }
    const ticketId = this.#commit(({ writer, accounts }) => {
      accounts.checkTicket(facts)
      return writer.record(this.#now(), facts)
    })
    return { ticketId, wasThere: false }
  }

  /** The ticket with all corrections. Throws Refusal. */
  facts(ticketId: number): TicketFacts {
    return this.#use().writer.get(ticketId).facts
  }

  /** Replaces terms, and legs if given. Records nothing when all values stay the same. Throws Refusal. */
  correct(ticketId: number, terms: TicketTerms, reason: string, legs?: readonly LegRevision[]): void {
    const change = findFactChanges(this.facts(ticketId), terms, legs)
    if (change === undefined) return
    this.#commit(({ writer, accounts }) => {
      if (['accountId', 'book', 'currency', 'promotionId'].some(field => field in change.terms))
        accounts.checkTicket(terms)
      writer.correct(this.#now(), ticketId, { ...change, reason })
    })
  }

  void(ticketId: number, reason: string): void {
    this.#write(ticketId, { kind: 'voided', reason })
  }

  decide(ticketId: number, decision: Decision, reason: string): void {
    this.#write(ticketId, { kind: 'decided', decision, reason })
  }

  /** Sets a leg's result for the user; null withdraws it. Throws Refusal. */
  decideLeg(ticketId: number, leg: Omit<RecordOf<'leg-decided'>, 'kind'>): void {
    if (this.facts(ticketId).legs[leg.place] === undefined)
      throw new Refusal({ kind: 'not-found', what: 'the leg' })
    this.#write(ticketId, { kind: 'leg-decided', ...leg })
  }

  /**
   * Undoes the user's last change of a ticket by a new record, or makes it again; one that waits is declined. Throws
   * Refusal.
   */
  undo(ticketId: number, change: { readonly seq: number; readonly reason: string }): void {
    this.#sync.catchUp(this.#useToWrite())
    this.#commit(core => undoChange(core, this.#now(), { ticketId, ...change }))
  }

  /** Changes several tickets in one commit. Returns the changes, by which `undoMany` undoes them. Throws Refusal. */
  changeMany(request: ManyTickets): UserChange[] {
    return this.#commit(core => changeTickets(core, this.#now(), request))
  }

  /** Undoes changes of several tickets in one commit. Throws Refusal. */
  undoMany(request: ManyChanges): void {
    this.#sync.catchUp(this.#useToWrite())
    this.#commit(core => undoChanges(core, this.#now(), request))
  }

  /** Applies a waiting change of a team again, on the ticket as it is now, or declines it. Throws Refusal. */
  decideWaiting(word: WaitingWord): void {
    this.#commit(core => decideWaiting(core, this.#now(), word))
  }

  /** Records new gradings, and stores the progress of pending legs. Returns the tickets whose outcome changed. */
  grade(legs: readonly GradedLeg[]): number[] {
    const at = this.#now()
    const changed = this.#commit(({ writer }) => writer.grade(at, legs))
    this.#changes.add(legs.map(({ ticketId }) => ticketId))
    return changed
  }

  /** Null while it has none. */
  closing(ticketId: number): StoredClosing | null {
    return this.#use().writer.get(ticketId).closing
  }

  /** Sets the closing price of a ticket. */
  setClosing(ticketId: number, closing: StoredClosing): void {
    this.#write(ticketId, { kind: 'closed', closing })
  }

  policies(): StoredPolicy[] {
    return this.#use().policies.all()
  }

  /** Settles the book's tickets that are open or need review again, in the same transaction. */
  savePolicy(policy: BookPolicy): void {
    const at = this.#now()
    this.#sync.catchUp(this.#useToWrite())
    this.#commit(({ policies, writer }) => {
      policies.write(at, policy)
      writer.judgeOpenAt(at, policy.bookId)
    })
  }

  #write(ticketId: number, record: TicketRecord): void {
    this.#commit(({ writer }) => writer.write(this.#now(), writer.get(ticketId), record))
  }

  #openCore(mustWrite = false): LedgerCore {
    const { files, isDemo } = this.#options
    return openCore(files, isDemo, { ...this.#options, mustWrite })
  }

  #start(core: LedgerCore): void {
    if (core.isNew) this.emit('begun')
    this.#opened = new OpenedLedger(core, {
      onReady: () => {
        this.emit('opened')
        this.#changes.schedule()
      },
      onProgress: () => this.#changes.schedule(),
      onFault: problem => this.#refuse(problem),
    })
    this.#problem = undefined
    this.#opened.start()
  }

  /**
   * Returns the parts for a write; reopens a ledger that could only be read. Throws Refusal while it cannot be written.
   */
  #useToWrite(): LedgerCore {
    const core = this.#use()
    if (!core.isReadOnly) return core
    let writable: LedgerCore
    try {
      writable = this.#openCore(true)
    } catch (cause) {
      throw new Refusal(toStorageFailure(toLedgerClosed(cause).sentence), { cause })
    }
    this.close()
    this.#start(writable)
    return this.#use()
  }

  #commit<T>(write: (core: LedgerCore) => T): T {
    const core = this.#useToWrite()
    if (this.#sync.isPaused) throw busyImporting()
    let result: T
    try {
      result = core.log.commit(() => write(core))
    } finally {
      // Only the status changed: it says why nothing can be recorded.
      this.#changes.schedule()
    }
    this.#savedAt = this.#now()
    core.scheduleCheckpoint()
    if (core.log.changes?.takeNew() === true) this.emit('unshared')
    return result
  }

  #use(): LedgerCore {
    const core = this.#opened?.core
    if (core !== undefined) return core
    if (this.#problem === undefined)
      throw new Refusal({
        kind: 'storage',
        sentence: 'The ledger is still opening. Try again in a moment.',
      })
    const remedy = 'See the Ledger tab for what to do.'
    throw new Refusal({ kind: 'storage', sentence: this.#problem.sentence, remedy })
  }

  #refuse(problem: LedgerClosed): void {
    if (problem.cause !== undefined) this.#options.log(problem)
    this.close()
    this.#problem = problem
    this.#changes.schedule()
    this.emit('closed')
  }

  #status(): LedgerStatus {
    const opened = this.#opened
    if (this.#problem !== undefined) {
      const { problem, sentence } = this.#problem
      return { kind: 'closed', problem, sentence }
    }
    if (opened?.core === undefined) return { kind: 'opening', ...opened?.progress }
    const { tail, lastTicketId, isWitnessed, writeProblem, changes } = opened.core.log
    return {
      kind: 'open',
      tickets: lastTicketId,
      records: tail.records,
      verified: opened.verified,
      behind: this.#sync.problem,
      isWitnessed,
      readOnly: writeProblem ?? null,
      savedAt: this.#savedAt,
      ...(changes && { waiting: changes.waitingCount() }),
    }
  }

  /** After many records the tables catch up over several turns of the event loop, and the push waits for them. */
  #push(): void {
    const core = this.#opened?.core
    if (core !== undefined && this.#sync.step(core)) return
    const { seq, ids, isMany } = this.#changes.take()
    const lines = core?.reads.list.lines(ids) ?? []
    const shown = new Set(lines.map(({ id }) => id))
    const gone = ids.filter(id => !shown.has(id))
    this.emit('changed', { seq, status: this.#status(), lines, gone, isMany })
  }
}

const busyImporting = () =>
  new Refusal({ kind: 'storage', sentence: 'An import is running. Try again when it’s done.' })
