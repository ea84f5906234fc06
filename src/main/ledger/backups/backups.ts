/**
 * Makes backups of the ledger while nothing is being written, and restores them. Before a file replaces the ledger's,
 * the old file is kept under another name.
 */
import { EventEmitter } from 'node:events'
import { copyFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Refusal } from '../../../shared/failure.ts'
import type { Backup, BackupState } from '../../../shared/model/ticket/ledger-status.ts'
import { runInSlices } from '../../async/in-slices.ts'
import { copyDatabase, readDatabase, vacuumInto, type Database } from '../../storage/database.ts'
import { syncFile } from '../../storage/durable.ts'
import { toStorageFailure } from '../../storage/storage-failure.ts'
import { writeWitness } from '../../storage/witness.ts'
import type { Ledger } from '../ledger.ts'
import { hasChanges } from '../log/ledger-log.ts'
import type { LedgerFiles } from '../opening/inspect.ts'
import { ledgerFilesIn, openLedgerFile } from '../opening/ledger-file.ts'
import { replaceLedger } from '../opening/replace-ledger.ts'
import { BackupFiles, describeStorageError, toBackupFolder, verifyCopy } from './backup-files.ts'
import { findOutdated, isDue } from './rotation.ts'

export interface BackupsDeps {
  readonly ledger: Ledger
  /** Folder of the ledger's file, with `backups` and `kept` in it. */
  readonly folder: string
  readonly files: LedgerFiles
  readonly log: (error: unknown) => unknown
  readonly now?: () => number
  /** This desk in a team that shares the ledger; null without one. */
  readonly member?: () => string | null
  /** Time limit of a copy. */
  readonly maxCopyMs?: number
}

const checkEveryMs = 60_000
/** A ledger of 100 MB on a slow drive takes one or two minutes. */
const maxCopyMs = 5 * 60_000

/** Cause of a replacement: the user’s choice, or a team whose own ledger begins or is left. */
type ReplacedBy = 'user' | 'team'

/** `replaced`: another ledger is in use, and the former files are in this folder of `kept`. */
interface BackupEvents {
  changed: [BackupState]
  replaced: [keptAs: string, by: ReplacedBy]
}

export class Backups extends EventEmitter<BackupEvents> {
  readonly #deps: BackupsDeps
  readonly #now: () => number
  readonly #backups: BackupFiles
  #timer: NodeJS.Timeout | undefined
  /** The newest backup without a problem, and the records in it. */
  #newest: { at: number; records: number } | null = null
  #failure: string | null = null
  #isBusy = false
  /** The copy under way. An abandoned copy stays here until the disk responds. */
  #copy: { readonly end: AbortController } | undefined

  constructor(deps: BackupsDeps) {
    super()
    this.#deps = deps
    this.#now = deps.now ?? Date.now
    this.#backups = new BackupFiles(toBackupFolder(deps.folder))
  }

  start(): void {
    this.#newest = this.#findNewest()
    this.#timer ??= setInterval(() => void this.makeIfDue(), checkEveryMs).unref()
    this.emit('changed', this.state())
  }

  #findNewest(): { at: number; records: number } | null {
    try {
      const listed = this.#backups.names().values()
      const sound = listed.map(each => this.#backups.describe(each)).find(({ problem }) => problem === null)
      return sound === undefined ? null : { at: sound.at, records: sound.records ?? 0 }
    } catch (error) {
      this.#failure = describeStorageError(error)
      return null
    }
  }

  /** Abandons a copy under way, so that the program can end. */
  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#copy?.end.abort(storageRefusal('Parlay Desk quit during the backup.'))
  }

  state(): BackupState {
    return { newestAt: this.#newest?.at ?? null, failure: this.#failure }
  }

  /** Newest first. */
  list(): Backup[] {
    return this.#backups.names().map(each => this.#backups.describe(each))
  }

  /** Reports a failure by `changed`, and tries again later. Never rejects. */
  async makeIfDue(): Promise<void> {
    const { status } = this.#deps.ledger.snapshot()
    const isBusy = this.#isBusy || this.#copy !== undefined
    if (isBusy || status.kind !== 'open' || status.readOnly !== null) return
    const { records, savedAt } = status
    if (!isDue({ now: this.#now(), records, savedAt, newest: this.#newest })) return
    this.#isBusy = true
    try {
      await this.#make(records)
      this.#failure = null
    } catch (error) {
      const sentence = describeStorageError(error)
      if (sentence !== this.#failure) this.#deps.log(error)
      this.#failure = sentence
    } finally {
      this.#isBusy = false
    }
    this.emit('changed', this.state())
  }

  /** Replaces the ledger by a backup. Returns the folder of the former files. Throws Refusal. */
  async restore(name: string): Promise<string> {
    const found = this.#backups.names().find(each => each.name === name)
    if (found === undefined) throw new Refusal({ kind: 'not-found', what: 'the backup' })
    const { problem } = this.#backups.describe(found)
    if (problem !== null) throw storageRefusal(`${problem} Choose another backup.`)
    const { database } = this.#backups.files(name)
    this.#assertOfTeam(database)
    return this.#replaceByCopy(file => copyFileSync(database, file))
  }

  /** A ledger from before the team has tickets that the team's log may give again, and that no other desk knows. */
  #assertOfTeam(database: string): void {
    if ((this.#deps.member?.() ?? null) === null || readDatabase(database, isOfTeam)) return
    throw storageRefusal(
      'This backup is from before the team. Import its file to add what the team doesn’t have, or leave the team first.',
    )
  }

  /**
   * Continues with the present records, although others are lost or no witness confirms them. Returns the folder of the
   * former files. Throws Refusal.
   */
  async adopt(): Promise<string> {
    return this.#replaceByCopy(file =>
      readDatabase(this.#deps.files.database, opened => vacuumInto(opened, file)),
    )
  }

  /** Replaces the ledger by one that was moved aside, by its folder in `kept`. Throws Refusal. */
  async putBack(keptAs: string): Promise<string> {
    const kept = ledgerFilesIn(join(this.#deps.folder, 'kept', keptAs)).database
    return this.#replaceByCopy(file => readDatabase(kept, opened => vacuumInto(opened, file)))
  }

  /** Replaces the ledger by an empty one. Returns the folder of the former files. Throws Refusal. */
  async startNew(by: ReplacedBy = 'user'): Promise<string> {
    return this.#replace(next => {
      openLedgerFile(next).close()
      syncFile(next.database)
    }, by)
  }

  async #make(records: number): Promise<void> {
    const at = this.#now()
    const { ledger, files } = this.#deps
    const { tail } = ledger
    if (tail === undefined) return
    await this.#backups.make(at, tail, file => this.#copyWithin(files.database, file))
    this.#newest = { at, records }
    for (const { name } of findOutdated(this.#backups.names(), at)) this.#backups.remove(name)
  }

  /** Throws Refusal at the time limit or when the program ends; the copy then stops once the disk responds. */
  async #copyWithin(from: string, to: string): Promise<void> {
    const end = new AbortController()
    const ms = this.#deps.maxCopyMs ?? maxCopyMs
    const timer = setTimeout(() => end.abort(storageRefusal(describeSlowness(ms))), ms)
    this.#copy = { end }
    const ended = copyDatabase(from, to, end.signal).finally(() => (this.#copy = undefined))
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    end.signal.addEventListener('abort', () => reject(end.signal.reason))
    try {
      await Promise.race([ended, aborted])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Replaces the ledger by a copy, once it was verified, has a witness and is on the disk. */
  #replaceByCopy(copy: (file: string) => void): Promise<string> {
    return this.#replace(async ({ database, witness }) => {
      copy(database)
      writeWitness(witness, await runInSlices(verifyCopy(database, null)))
      syncFile(database)
    })
  }

  async #replace(
    prepare: (next: LedgerFiles) => Promise<void> | void,
    by: ReplacedBy = 'user',
  ): Promise<string> {
    if (this.#isBusy || this.#copy !== undefined)
      throw storageRefusal('A backup is running. Try again in a moment.')
    this.#isBusy = true
    const { ledger, files, folder } = this.#deps
    const keptAs = join('kept', `ledger-${new Date(this.#now()).toISOString().replaceAll(':', '-')}`)
    ledger.close()
    try {
      await replaceLedger(files, join(folder, keptAs), prepare)
      this.emit('replaced', basename(keptAs), by)
      return basename(keptAs)
    } catch (cause) {
      throw cause instanceof Refusal ? cause : storageRefusal(describeStorageError(cause), { cause })
    } finally {
      this.#isBusy = false
      ledger.open()
      this.start()
    }
  }
}

const storageRefusal = (sentence: string, options?: ErrorOptions) =>
  new Refusal(toStorageFailure(sentence), options)

const describeSlowness = (ms: number): string =>
  `The ledger backup didn’t finish within ${Math.ceil(ms / 60_000)} minutes and was stopped.`

const isOfTeam = (database: Database): boolean =>
  hasChanges(database) || database.prepare('SELECT 1 FROM log LIMIT 1').get() === undefined
