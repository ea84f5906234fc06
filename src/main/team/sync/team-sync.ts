/**
 * One desk's side of the team's log: reads it on, gives the ledger what came, signs and sends what the ledger wrote, and
 * attests the head. Each step may be repeated at any time, so a kill or a lost answer at any point loses and doubles
 * nothing.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { Refusal } from '../../../shared/failure.ts'
import type { Role } from '../../../shared/model/team/roles.ts'
import { RecordTooLarge, type TeamCopy } from '../copy/team-copy.ts'
import { attestHead, signLeaving } from '../log/heads.ts'
import type { CheckedRecord } from '../log/log-checker.ts'
import type { LogFault } from '../log/log-fault.ts'
import type { Author } from '../log/record.ts'
import type { RunQuery } from '../postgres/connection.ts'
import { writeHead } from '../schema/log-calls.ts'
import { readOn, sendWaiting } from './read-on.ts'

/** The ledger that the team shares, as far as this service uses it. Its calls throw Refusal while it is closed. */
export interface TeamLedger {
  /** Own changes without a place, oldest first. */
  unshared(limit: number): readonly { readonly uid: string; readonly body: unknown }[]
  unsharedCount(): number
  place(changes: readonly PlacedChange[]): void
  lastPlace(): number
}

/** The ledger checks the body. */
const ChangePayload = z.strictObject({ uid: z.uuid(), body: z.record(z.string(), z.unknown()) })

/** A change of the ledger with its place in the team's log, by a member at a time of its clock. */
export interface PlacedChange extends Readonly<z.output<typeof ChangePayload>> {
  readonly place: number
  readonly member: string
  readonly at: number
}

interface TeamSyncDeps {
  readonly copy: TeamCopy
  readonly author: Author
  readonly ledger: TeamLedger
  readonly role: () => Role
  readonly now: () => number
  /** Takes records once they are stored in the copy. */
  readonly onRecords: (records: readonly CheckedRecord[]) => void
  /** Takes a change of the ledger that is too large to be shared. */
  readonly onTooLarge: (error: RecordTooLarge) => void
}

export interface SyncQueries {
  readonly reader: { readonly query: RunQuery }
  readonly writer: { readonly query: RunQuery }
}

const changesPerSend = 100
/** A commit waits for the disk, however little is in it: on a busy one smaller slices would take for ever. */
const minPerSlice = 32
const maxPerSlice = 500
/** Time of one commit of the ledger, by which the size of the next is chosen. */
const sliceMs = 6
const attestEveryMs = 5_000

export class TeamSync {
  readonly #deps: TeamSyncDeps
  readonly #tooLarge = new Set<string>()
  /** Place up to which the ledger has all changes; undefined until it was asked. */
  #applied: number | undefined
  #perSlice = minPerSlice
  #attested = { place: 0, at: -Infinity }

  constructor(deps: TeamSyncDeps) {
    this.#deps = deps
  }

  /** The ledger's file may be another one now. */
  forgetLedger(): void {
    this.#applied = undefined
    this.#tooLarge.clear()
  }

  /** Reads what the server has. Returns the fault at which that stopped. Throws as `readOn`. */
  async readOn({ reader }: SyncQueries): Promise<LogFault | undefined> {
    const { copy, role, onRecords } = this.#deps
    await this.#apply()
    return readOn(reader.query, copy, {
      role: role(),
      onPage: onRecords,
      onSynced: () => this.#apply(),
    })
  }

  /** Sends all that waits and reads it back. Returns the fault at which that stopped. Throws as `sendWaiting`. */
  async send(queries: SyncQueries): Promise<LogFault | undefined> {
    const { copy } = this.#deps
    for (;;) {
      this.#enqueueChanges()
      const unsent = copy.countUnsent()
      if (unsent === 0) return undefined
      await sendWaiting(queries.writer.query, copy)
      const fault = await this.readOn(queries)
      if (fault !== undefined) return fault
      // The server has them, and does not show them yet.
      if (copy.countUnsent() >= unsent) return undefined
    }
  }

  /** Signs the head for the other desks. */
  async attest({ writer }: SyncQueries): Promise<void> {
    const { copy, author, now } = this.#deps
    const isNew = copy.head.place !== this.#attested.place
    if (!isNew || now() - this.#attested.at < attestEveryMs) return
    this.#attested = { place: copy.head.place, at: now() }
    await writeHead(writer.query, attestHead(copy.team, author, copy.head))
  }

  /** Says to the other desks that this one leaves. Throws as `writeHead`. */
  async leave({ writer }: SyncQueries): Promise<void> {
    const { copy, author } = this.#deps
    await writeHead(writer.query, signLeaving(copy.team, author, copy.head))
  }

  /** True if the last head was not attested yet. */
  get hasUnattested(): boolean {
    return this.#deps.copy.head.place !== this.#attested.place
  }

  /** Gives the ledger the changes that it lacks, in slices. A ledger that is closed now gets them later. */
  async #apply(): Promise<void> {
    const { copy, ledger } = this.#deps
    try {
      this.#applied ??= ledger.lastPlace()
      for (;;) {
        const rows = copy.changesAfter(this.#applied, this.#perSlice)
        const last = rows.at(-1)
        if (last === undefined) return
        this.#place(rows)
        this.#applied = last.place
        await nextTurn()
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.#applied = undefined
    }
  }

  #place(rows: ReturnType<TeamCopy['changesAfter']>): void {
    const placed = rows.flatMap(({ payload, ...row }) => {
      const { data } = ChangePayload.safeParse(payload)
      return data === undefined ? [] : [{ ...data, ...row }]
    })
    if (placed.length === 0) return
    const begunAt = performance.now()
    this.#deps.ledger.place(placed)
    const ms = performance.now() - begunAt
    if (ms > sliceMs * 2) this.#perSlice = Math.max(minPerSlice, Math.floor(this.#perSlice / 2))
    else if (ms < sliceMs && rows.length === this.#perSlice)
      this.#perSlice = Math.min(maxPerSlice, this.#perSlice * 2)
  }

  /** Signs the ledger's next changes, if those before are sent. */
  #enqueueChanges(): void {
    const { copy, author, now } = this.#deps
    if (copy.countUnsent() >= changesPerSend) return
    const next = this.#nextChanges()
    const records = next.map(({ uid, body }) => ({ payload: { uid, body }, at: now(), changeUid: uid }))
    try {
      if (records.length > 0) copy.enqueueAll(author, 'change', records)
    } catch (error) {
      if (!(error instanceof RecordTooLarge) || error.changeUid === null) throw error
      this.#tooLarge.add(error.changeUid)
      this.#deps.onTooLarge(error)
      this.#enqueueChanges()
    }
  }

  #nextChanges(): { readonly uid: string; readonly body: unknown }[] {
    const { copy, ledger } = this.#deps
    try {
      return ledger
        .unshared(changesPerSend + copy.countUnsent() + this.#tooLarge.size)
        .filter(({ uid }) => !this.#tooLarge.has(uid) && !copy.isQueued(uid))
        .slice(0, changesPerSend)
    } catch (error) {
      if (error instanceof Refusal) return []
      throw error
    }
  }
}
