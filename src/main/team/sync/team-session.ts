/**
 * The life of a desk in its team: connects, reads on and sends whenever something happened, works alone while the server
 * is away, and stops at a fault.
 */
import { EventEmitter } from 'node:events'
import { Refusal } from '../../../shared/failure.ts'
import type { Role } from '../../../shared/model/team/roles.ts'
import type { TeamConnection, TeamProblem } from '../../../shared/model/team/team-state.ts'
import { SerialQueue } from '../../async/serial-queue.ts'
import { Timer } from '../../async/timer.ts'
import type { TeamAbout } from '../copy/team-about.ts'
import type { TeamCopy } from '../copy/team-copy.ts'
import type { TeamSecrets } from '../joining/team-secrets.ts'
import type { CheckedRecord } from '../log/log-checker.ts'
import type { AttestedHead } from '../log/heads.ts'
import { LogFault, type Attester } from '../log/log-fault.ts'
import type { ConnectionOptions } from '../postgres/connection.ts'
import { ServerProblem } from '../postgres/server-problem.ts'
import { AppendRefused, readHeads, type ServerFacts } from '../schema/log-calls.ts'
import * as problems from '../team-problems.ts'
import { TeamLink } from './team-link.ts'
import { TeamSync, type TeamLedger } from './team-sync.ts'

export interface SessionTimes {
  /** First pause before another attempt to connect; doubled after each, up to `readEveryMs`. */
  readonly retryMs: number
  /** Silence after which the log is read without a notice. */
  readonly readEveryMs: number
}

export interface SessionDeps extends ConnectionOptions {
  readonly about: () => TeamAbout
  readonly secrets: TeamSecrets
  readonly copy: TeamCopy
  readonly ledger: TeamLedger
  readonly now: () => number
  readonly log: (error: unknown) => unknown
  /** An owner has let this desk in: moves the ledger from before aside. */
  readonly onAdmitted: () => Promise<void>
  readonly times: SessionTimes
}

/** `linked`: the server can be used. `notice`: the server has something new. `records`: they are in the copy. */
interface SessionEvents {
  changed: []
  linked: [TeamLink]
  unlinked: []
  notice: [text: string]
  records: [readonly CheckedRecord[]]
}

export const sessionTimes: SessionTimes = { retryMs: 1_000, readEveryMs: 30_000 }
/** Time after which a new head is attested, which is done at most once in 5 s. */
const attestSoonMs = 5_200
/** Lag from which the window shows how many records are left. */
const minShownLag = 500

export class TeamSession extends EventEmitter<SessionEvents> {
  readonly #deps: SessionDeps
  readonly #rounds = new SerialQueue()
  readonly #timer = new Timer(() => this.#wake())
  #connection: TeamConnection = { kind: 'connecting' }
  #attester: Attester | undefined
  #link: TeamLink | undefined
  #sync: TeamSync | undefined
  #isEnded = false
  #isRoundPlanned = false
  #isReadOnly = false
  /** True from the first round that read all, until the connection ends. */
  #isLinked = false
  #retryMs: number
  #served: ServerFacts | undefined
  #total = 0
  #heads: readonly (AttestedHead & { readonly seenAt: number })[] = []
  readonly #warnings = new Map<string, TeamProblem>()

  constructor(deps: SessionDeps) {
    super()
    this.#deps = deps
    this.#retryMs = deps.times.retryMs
  }

  get connection(): TeamConnection {
    return this.#connection.kind === 'catching-up'
      ? { kind: 'catching-up', done: this.#deps.copy.head.place, total: this.#total }
      : this.#connection
  }

  /** The desk whose statement about the log stopped sharing; undefined for any other reason. */
  get attester(): Attester | undefined {
    return this.#connection.kind === 'stopped' ? this.#attester : undefined
  }

  get warnings(): TeamProblem[] {
    return [...this.#warnings.values()]
  }

  /** Undefined while this desk works alone, or is not in. */
  get link(): TeamLink | undefined {
    return this.#isLinked ? this.#link : undefined
  }

  get served(): ServerFacts | undefined {
    return this.#served
  }

  get heads(): readonly (AttestedHead & { readonly seenAt: number })[] {
    return this.#heads
  }

  /** The role by the team's log, or the invitation's before it was read. */
  get role(): Role {
    const { about, copy } = this.#deps
    return copy.state.members.get(about().member)?.role ?? about().role
  }

  start(): void {
    void this.#connect()
  }

  /** Ends all connections; nothing is sent after it. */
  end(): void {
    this.#isEnded = true
    this.#timer.stop()
    this.#unlink()
  }

  /** As `end`, and says to the other desks that this one left; without the server they only see that it is silent. */
  async leave(): Promise<void> {
    const [link, sync] = [this.link, this.#sync]
    if (link !== undefined && sync !== undefined)
      await this.#rounds.run(() => sync.leave(link)).catch(this.#deps.log)
    this.end()
  }

  /** As `end`, but the connections stay open for what others have to write last. */
  release(): TeamLink | undefined {
    const link = this.#link
    this.#link = undefined
    this.end()
    return link
  }

  /** Tries again at once, also after a fault. */
  async retry(): Promise<void> {
    if (this.#link !== undefined) return this.round()
    this.#deps.copy.expectNoOther(false)
    this.#retryMs = this.#deps.times.retryMs
    await this.#connect()
  }

  /** The ledger's file may be another one, and can be used from now on. */
  ledgerOpened(): void {
    this.#sync?.forgetLedger()
    this.kick()
  }

  /** Plans a round, once for all that happens until it begins. */
  kick(): void {
    if (this.#isRoundPlanned || this.#link === undefined) return
    this.#isRoundPlanned = true
    void this.round()
  }

  /** Reads on and sends all that waits. Its problems are in the state. */
  round(): Promise<void> {
    return this.#rounds.run(async () => {
      this.#isRoundPlanned = false
      const link = this.#link
      if (link === undefined) return
      try {
        await this.#runRound(link)
      } catch (error) {
        if (this.#link === link) this.#fail(error)
      }
    })
  }

  get #mayConnect(): boolean {
    return !this.#isEnded && this.#link === undefined
  }

  async #connect(): Promise<void> {
    if (!this.#mayConnect) return
    this.#timer.stop()
    const { kind } = this.#connection
    if (kind !== 'apart' && kind !== 'asking' && this.attester === undefined)
      this.#set({ kind: 'connecting' })
    await this.#rounds.run(() => this.#open()).catch((error: unknown) => this.#fail(error))
    await this.round()
  }

  async #open(): Promise<void> {
    if (!this.#mayConnect) return
    const { about, secrets, copy, ledger, now, connectWithinMs, answerWithinMs } = this.#deps
    const held = await secrets.read()
    if (held === undefined) {
      this.#stayApart(problems.lostKey)
      return
    }
    const { certificate, member, ...address } = about()
    const link = await TeamLink.open(
      { ...address, password: held.password },
      {
        ...(certificate !== null && { certificate }),
        ...(connectWithinMs !== undefined && { connectWithinMs }),
        ...(answerWithinMs !== undefined && { answerWithinMs }),
      },
    )
    this.#keep(link)
    this.#sync = new TeamSync({
      ...{ copy, ledger, now, author: { member, key: held.key }, role: () => this.role },
      onRecords: records => {
        this.emit('records', records)
        this.#changed()
      },
      onTooLarge: error => this.#warn(`too-large ${error.changeUid ?? ''}`, problems.tooLarge(error)),
    })
  }

  #keep(link: TeamLink): void {
    if (!this.#mayConnect) {
      link.close()
      return
    }
    this.#link = link
    link.on('notice', text => this.#onNotice(text))
    link.on('closed', problem => {
      if (this.#link === link) this.#fail(problem ?? new ServerProblem('unreachable', closedText))
    })
  }

  async #runRound(link: TeamLink): Promise<void> {
    const { now, copy } = this.#deps
    const facts = await link.readFacts(now)
    this.#served = facts
    this.#total = facts.place
    this.#warn('clock', problems.describeClock(facts.clockOffMs))
    if (!(await this.#checkEntry(facts))) return
    if (facts.place - copy.head.place > minShownLag)
      this.#set({ kind: 'catching-up', done: copy.head.place, total: facts.place })
    const fault = await this.#sync?.readOn(link)
    if (fault !== undefined) throw fault
    copy.expectNoOther(true)
    if (!(await this.#isInLog())) {
      this.#stop(problems.notInLog)
      return
    }
    if (this.#connection.kind !== 'connected') this.#set({ kind: 'connected' })
    if (!this.#isLinked) this.#greet(link)
    await this.#share(link)
  }

  /** The log is read: other parts may use the server, too. */
  #greet(link: TeamLink): void {
    this.#retryMs = this.#deps.times.retryMs
    this.#isLinked = true
    this.emit('linked', link)
  }

  /** Sends, and attests. A server that takes nothing now is a warning: what it has is still read. */
  async #share(link: TeamLink): Promise<void> {
    const sync = this.#sync
    if (sync === undefined) return
    try {
      const fault = await sync.send(link)
      if (fault !== undefined) throw fault
      await sync.attest(link)
      this.#isReadOnly = false
      this.#warn('sending', undefined)
    } catch (error) {
      if (!isRefusedNow(error) || link.isClosed) throw error
      this.#isReadOnly = error instanceof ServerProblem && error.kind === 'read-only'
      this.#warn('sending', problems.describeProblem(error, this.#facts())?.problem)
    }
    this.#heads = await readHeads(link.reader.query)
    const { readEveryMs } = this.#deps.times
    this.#timer.start(sync.hasUnattested ? Math.min(attestSoonMs, readEveryMs) : readEveryMs)
    this.#changed()
  }

  /** False while this desk is not in, or is out. */
  async #checkEntry({ member, state }: ServerFacts): Promise<boolean> {
    const about = this.#deps.about()
    if (member !== about.member || state === null) return this.#stop(problems.otherLogin)
    if (state === 'removed') return this.#stop(problems.removed(this.#facts()))
    if (state === 'active') {
      if (!about.isIn || !about.hasLedger) await this.#deps.onAdmitted()
      return true
    }
    this.#set({ kind: 'asking', problem: null })
    this.#timer.start(this.#deps.times.readEveryMs)
    return false
  }

  /** The server alone lets no one in: an owner's record does. The record that founds the team is sent first. */
  async #isInLog(): Promise<boolean> {
    const { about, copy, secrets } = this.#deps
    if (copy.head.place === 0) return true
    const held = await secrets.read()
    return copy.state.members.get(about().member)?.publicKey === held?.key.publicKey
  }

  #onNotice(text: string): void {
    if (text.startsWith('log ') || text === 'members') this.kick()
    this.emit('notice', text)
  }

  #wake(): void {
    // Sessions of a server that only accepted reads may stay so after it accepts writes again.
    if (this.#isReadOnly) this.#unlink()
    if (this.#link === undefined) void this.#connect()
    else this.kick()
  }

  #facts(): problems.ProblemFacts {
    const { copy } = this.#deps
    return { unshared: this.countUnshared(), place: copy.head.place }
  }

  /** Own records without a place: those of the ledger, and others that wait to be sent. */
  countUnshared(): number {
    const { copy, ledger } = this.#deps
    try {
      return ledger.unsharedCount() + copy.countUnsentOthers()
    } catch (error) {
      if (error instanceof Refusal) return copy.countUnsent()
      throw error
    }
  }

  #fail(error: unknown): void {
    if (this.#isEnded) return
    const found = problems.describeProblem(error, this.#facts())
    if (found === undefined) this.#deps.log(error)
    if (found?.isFault === true)
      this.#stop(found.problem, error instanceof LogFault ? error.attester : undefined)
    else this.#stayApart(found?.problem ?? problems.unknownFault)
  }

  /** Returns false. What another desk says may end without this one: by its removal. */
  #stop(problem: TeamProblem, attester?: Attester): false {
    this.#unlink()
    this.#timer.stop()
    const before = this.#connection
    const sinceAt = before.kind === 'stopped' ? before.sinceAt : this.#deps.now()
    this.#attester = attester
    if (attester !== undefined) this.#timer.start(this.#deps.times.readEveryMs)
    this.#set({ kind: 'stopped', sinceAt, problem })
    return false
  }

  #stayApart(problem: TeamProblem): void {
    this.#unlink()
    const before = this.#connection
    const sinceAt = before.kind === 'apart' ? before.sinceAt : this.#deps.now()
    this.#set(this.#deps.about().isIn ? { kind: 'apart', sinceAt, problem } : { kind: 'asking', problem })
    this.#timer.start(this.#retryMs)
    this.#retryMs = Math.min(this.#retryMs * 2, this.#deps.times.readEveryMs)
  }

  #unlink(): void {
    const link = this.#link
    this.#link = undefined
    this.#isLinked = false
    if (link === undefined) return
    link.close()
    this.emit('unlinked')
  }

  #warn(name: string, problem: TeamProblem | undefined): void {
    if (problem === undefined) this.#warnings.delete(name)
    else this.#warnings.set(name, problem)
  }

  #set(connection: TeamConnection): void {
    this.#connection = connection
    this.#changed()
  }

  #changed(): void {
    this.emit('changed')
  }
}

const closedText = {
  sentence: 'The team’s server closed the connection.',
  remedy: 'Working alone until it’s back.',
}

/** The server is there, and does not take these records now. */
const isRefusedNow = (error: unknown): boolean =>
  error instanceof ServerProblem || (error instanceof AppendRefused && error.kind === 'no-right')
