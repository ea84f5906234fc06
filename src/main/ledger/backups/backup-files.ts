/**
 * Backups on the disk: `ledger-2026-11-20T18-05-11.123Z.db`, each with its witness beside it, so that one that goes bad
 * later is noticed. The name is the moment it was made.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Backup } from '../../../shared/model/ticket/backup.ts'
import { lookIntoDatabase } from '../../storage/database.ts'
import { syncFile, syncFolder } from '../../storage/durable.ts'
import { inSlices } from '../../async/in-slices.ts'
import { Witness, type Testimony } from '../../storage/witness.ts'
import { inspect, LedgerClosed, type LedgerFiles } from '../opening/inspect.ts'
import { newestVersion } from '../opening/ledger-file.ts'
import { checkWholeChain } from './check-chain.ts'

const nameOf = (at: number) => `ledger-${new Date(at).toISOString().replaceAll(':', '-')}.db`
const shape = /^ledger-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.db$/
const part = '.part'

/** Undefined for a file that is none of ours. */
function momentOf(name: string): number | undefined {
  const [, day, hour, minute, second] = shape.exec(name) ?? []
  return day === undefined ? undefined : Date.parse(`${day}T${hour}:${minute}:${second}`)
}

export const backupsIn = (folder: string): string => join(folder, 'backups')

export class BackupFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  files(name: string): LedgerFiles {
    const database = join(this.#folder, name)
    return { database, witness: database.replace(/\.db$/, '.witness') }
  }

  /** Newest first. */
  names(): { name: string; at: number }[] {
    if (!existsSync(this.#folder)) return []
    const found = readdirSync(this.#folder).flatMap(name => {
      const at = momentOf(name)
      return at === undefined ? [] : [{ name, at }]
    })
    return found.toSorted((a, b) => b.at - a.at)
  }

  /** What a backup holds, and why it cannot be used, if so. */
  look({ name, at }: { name: string; at: number }): Backup {
    const files = this.files(name)
    const bytes = statSync(files.database).size
    try {
      const end = inspect(files, newestVersion)
      const tickets = lookIntoDatabase(
        files.database,
        database => Tickets.parse(database.prepare(count).get()).n,
      )
      return { name, at, bytes, tickets, records: end?.records ?? 0, problem: null }
    } catch (error) {
      const problem = error instanceof LedgerClosed ? error.sentence : 'It cannot be read.'
      return { name, at, bytes, tickets: null, records: null, problem }
    }
  }

  /**
   * Makes one: `copy` writes a database into the file it is given, whose log must go at least as far as `least`. It goes by
   * its name only once it was read back whole. Throws what kept it from that; nothing of it is left then.
   */
  async make(at: number, least: Testimony, copy: (file: string) => Promise<void>): Promise<string> {
    const beside = this.#begin(at)
    try {
      await copy(beside)
      return await inSlices(this.#finish(at, least))
    } catch (error) {
      this.#sweep()
      throw error
    }
  }

  /** As `make`, at once: for the moment before the ledger's file is changed by an update of the program. */
  makeNow(at: number, least: Testimony, copy: (file: string) => void): void {
    const beside = this.#begin(at)
    try {
      copy(beside)
      const steps = this.#finish(at, least)
      while (steps.next().done !== true);
    } catch (error) {
      this.#sweep()
      throw error
    }
  }

  /** The file that a backup is written to before it has its name. */
  #begin(at: number): string {
    mkdirSync(this.#folder, { recursive: true })
    this.#sweep()
    return this.files(nameOf(at)).database + part
  }

  *#finish(at: number, least: Testimony): Generator<void, string> {
    const name = nameOf(at)
    const { database, witness } = this.files(name)
    const end = yield* checkWholeChain(database + part, least)
    writeWitness(witness, end)
    syncFile(database + part)
    renameSync(database + part, database)
    syncFolder(this.#folder)
    return name
  }

  remove(name: string): void {
    const { database, witness } = this.files(name)
    rmSync(database, { force: true })
    rmSync(witness, { force: true })
  }

  /** Takes away what a backup that was cut short left. */
  #sweep(): void {
    const names = readdirSync(this.#folder)
    const databases = new Set(names.filter(name => momentOf(name) !== undefined))
    const isLeft = (name: string) =>
      /^ledger-.*\.db\.part(-journal|-wal|-shm)?$/.test(name) ||
      (/^ledger-.*\.witness$/.test(name) && !databases.has(name.replace(/\.witness$/, '.db')))
    for (const name of names.filter(isLeft)) rmSync(join(this.#folder, name), { force: true })
  }
}

const Tickets = z.object({ n: z.number() })
const count = 'SELECT coalesce(max(ticket_id), 0) AS n FROM log WHERE ticket_id IS NOT NULL'

export function writeWitness(file: string, end: Testimony): void {
  rmSync(file, { force: true })
  const witness = new Witness(file)
  try {
    witness.write(end)
  } finally {
    witness.close()
  }
}
