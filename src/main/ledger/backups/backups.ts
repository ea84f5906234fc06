/**
 * Keeps copies of the ledger and puts one back. Backups are made while nothing is being written; before anything takes
 * the place of the ledger's file, its bytes are kept under another name.
 */
import { EventEmitter } from 'node:events'
import { copyFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Refusal } from '../../../shared/failure.ts'
import type { Backup, BackupState } from '../../../shared/model/ticket/backup.ts'
import { copyDatabase, copyInto, lookIntoDatabase } from '../../storage/database.ts'
import { syncFile } from '../../storage/durable.ts'
import { inSlices } from '../../async/in-slices.ts'
import type { LedgerFiles } from '../opening/inspect.ts'
import { openLedgerFile } from '../opening/ledger-file.ts'
import type { Ledger } from '../ledger.ts'
import { backupsIn, BackupFiles, writeWitness } from './backup-files.ts'
import { checkWholeChain } from './check-chain.ts'
import { replaceLedger } from '../opening/replace-ledger.ts'
import { isDue, outdated } from './rotation.ts'
import { sentenceOf } from './storage-sentence.ts'

export interface BackupsOptions {
  readonly ledger: Ledger
  /** Where the ledger's file is; `backups` and `kept` are folders in it. */
  readonly folder: string
  readonly files: LedgerFiles
  readonly log: (error: unknown) => unknown
  readonly now?: () => number
}

/** How often it is looked whether a backup is due. */
const lookEveryMs = 60_000

/** `replaced`: something took the ledger's place, and the bytes that were there are in that folder of `kept`. */
interface BackupEvents {
  changed: [BackupState]
  replaced: [string]
}

export class Backups extends EventEmitter<BackupEvents> {
  readonly #options: BackupsOptions
  readonly #now: () => number
  readonly #kept: BackupFiles
  #timer: NodeJS.Timeout | undefined
  /** The newest good one, and how far the log had come in it. */
  #newest: { at: number; records: number } | null = null
  #failure: string | null = null
  #isBusy = false

  constructor(options: BackupsOptions) {
    super()
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#kept = new BackupFiles(backupsIn(options.folder))
  }

  start(): void {
    this.#newest = this.#newestGood()
    this.#timer ??= setInterval(() => void this.makeIfDue(), lookEveryMs).unref()
    this.#tell()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  state(): BackupState {
    return { newestAt: this.#newest?.at ?? null, failure: this.#failure }
  }

  /** Newest first. */
  list(): Backup[] {
    return this.#kept.names().map(each => this.#kept.look(each))
  }

  /** What went wrong is told by `changed`, and tried again later. Never rejects. */
  async makeIfDue(): Promise<void> {
    const { status } = this.#options.ledger.snapshot()
    if (this.#isBusy || status.kind !== 'open') return
    const { records, savedAt } = status
    if (!isDue({ now: this.#now(), records, savedAt, newest: this.#newest })) return
    this.#isBusy = true
    try {
      await this.#make(records)
      this.#failure = null
    } catch (error) {
      const sentence = sentenceOf(error)
      if (sentence !== this.#failure) this.#options.log(error)
      this.#failure = sentence
    } finally {
      this.#isBusy = false
    }
    this.#tell()
  }

  /** Puts a backup in the ledger's place. Answers the folder where the old bytes are. Throws Refusal. */
  async restore(name: string): Promise<string> {
    const found = this.#kept.names().find(each => each.name === name)
    if (found === undefined) throw new Refusal({ kind: 'not-found', what: 'the backup' })
    const { problem } = this.#kept.look(found)
    if (problem !== null) throw new Refusal({ kind: 'storage', sentence: problem })
    return this.#replace(async next => {
      copyFileSync(this.#kept.files(name).database, next.database)
      await this.#vouchFor(next)
    })
  }

  /** Goes on with the records that are there, although others are lost or nothing vouches for them. Throws Refusal. */
  async adopt(): Promise<string> {
    return this.#replace(async next => {
      lookIntoDatabase(this.#options.files.database, opened => copyInto(opened, next.database))
      await this.#vouchFor(next)
    })
  }

  /** Begins an empty ledger in the place of the one that is there. Throws Refusal. */
  async startAnew(): Promise<string> {
    return this.#replace(next => {
      openLedgerFile(next).close()
      syncFile(next.database)
    })
  }

  #newestGood(): { at: number; records: number } | null {
    for (const each of this.#kept.names()) {
      const { problem, records } = this.#kept.look(each)
      if (problem === null) return { at: each.at, records: records ?? 0 }
    }
    return null
  }

  async #make(records: number): Promise<void> {
    const at = this.#now()
    const { ledger, files } = this.#options
    const { tail } = ledger.transfer
    if (tail === undefined) return
    await this.#kept.make(at, tail, file => copyDatabase(files.database, file))
    this.#newest = { at, records }
    for (const { name } of outdated(this.#kept.names(), at)) this.#kept.remove(name)
  }

  /** A copy is written down to the disk once all of it was read back. */
  async #vouchFor({ database, witness }: LedgerFiles): Promise<void> {
    const end = await inSlices(checkWholeChain(database, null))
    writeWitness(witness, end)
    syncFile(database)
  }

  async #replace(prepare: (next: LedgerFiles) => Promise<void> | void): Promise<string> {
    if (this.#isBusy)
      throw new Refusal({ kind: 'storage', sentence: 'A backup is being made. Try again in a moment.' })
    this.#isBusy = true
    const { ledger, files, folder } = this.#options
    const keptAs = join('kept', `ledger-${new Date(this.#now()).toISOString().replaceAll(':', '-')}`)
    ledger.close()
    try {
      await replaceLedger(files, join(folder, keptAs), prepare)
      this.emit('replaced', basename(keptAs))
      return basename(keptAs)
    } catch (cause) {
      throw cause instanceof Refusal
        ? cause
        : new Refusal({ kind: 'storage', sentence: sentenceOf(cause) }, { cause })
    } finally {
      this.#isBusy = false
      ledger.open()
      this.start()
    }
  }

  #tell(): void {
    this.emit('changed', this.state())
  }
}
