/**
 * Watches one file, or a folder's files of odds. It always watches the folder, so that it notices a file that replaces
 * another. It reports paths and reads nothing.
 */
import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { watch, type FSWatcher } from 'chokidar'
import { errorCode } from '../../files/error-code.ts'
import { Timer } from '../../async/timer.ts'
import { isOddsFile } from './read-source.ts'

export interface FileWatcherOptions {
  readonly path: string
  readonly isFolder: boolean
  /** A file was written, put in place or taken away. */
  readonly onFile: (file: string) => void
  /** Watching began, or began again after the folder was away: any file may have changed before. */
  readonly onStarted: () => void
  /** The folder does not exist. */
  readonly onMissing: () => void
  /** The system cannot watch any more files; the code says why. */
  readonly onRefused: (code: string) => void
}

/** A file counts as written when it has not grown for this long. */
const awaitWriteFinish = { stabilityThreshold: 200, pollInterval: 50 }
/** Pause between two checks for a folder that is missing. */
const missingCheckMs = 2_000

export class FileWatcher {
  readonly #options: FileWatcherOptions
  readonly #retry = new Timer(() => void this.#start())
  #watcher: FSWatcher | undefined
  #isClosed = false

  constructor(options: FileWatcherOptions) {
    this.#options = options
    void this.#start()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#retry.stop()
    await this.#watcher?.close()
  }

  async #start(): Promise<void> {
    const { path, isFolder } = this.#options
    const given = isFolder ? path : dirname(path)
    const folder = await realpath(given).catch(() => undefined)
    if (this.#isClosed) return
    if (folder === undefined) this.#onMissing()
    else this.#watch(folder, given)
  }

  /** `folder` is the real path of `given`, the one that files are reported under. */
  #watch(folder: string, given: string): void {
    const { path, isFolder, onStarted } = this.#options
    const isWanted = isFolder ? isOddsFile : (file: string) => basename(file) === basename(path)
    const ignored = (file: string) => file !== folder && !isWanted(file)
    const watcher = watch(folder, { depth: 0, ignoreInitial: true, awaitWriteFinish, ignored })
    this.#watcher = watcher
    const onFile = (file: string) => {
      this.#options.onFile(join(given, basename(file)))
    }
    watcher.on('add', onFile).on('change', onFile).on('unlink', onFile)
    const detector = new RapidReplaceDetector(onFile)
    watcher.on('raw', (_event: string, name: string | null) => {
      if (name !== null && isWanted(name)) void detector.onFileEvent(join(given, basename(name)))
    })
    watcher.on('unlinkDir', removed => {
      if (removed === folder) this.#onMissing()
    })
    watcher.on('error', error => this.#onError(error))
    watcher.once('ready', onStarted)
  }

  #onMissing(): void {
    void this.#watcher?.close()
    this.#options.onMissing()
    this.#retry.start(missingCheckMs)
  }

  #onError(error: unknown): void {
    const code = errorCode(error)
    // Other errors concern one file and are reported when it is read.
    if (code === 'ENOSPC' || code === 'EMFILE') this.#options.onRefused(code)
  }
}

const checkIntervalMs = 1_000
/** Checks after the first one that must each find another file. */
const minReplacements = 2

interface FileCheck {
  readonly at: number
  /** Identity of the file; undefined when unknown or when there was none. */
  identity: string | undefined
  /** Checks in a row that found another file than the one before. */
  replacements: number
}

/**
 * Reports a file that is replaced so fast that `awaitWriteFinish` never fires. A file that replaces another is
 * complete, while one that is still being written keeps its identity.
 */
export class RapidReplaceDetector {
  readonly #onFile: (file: string) => void
  readonly #checks = new Map<string, FileCheck>()

  constructor(onFile: (file: string) => void) {
    this.#onFile = onFile
  }

  async onFileEvent(file: string): Promise<void> {
    const before = this.#checks.get(file)
    const at = performance.now()
    if (before !== undefined && at - before.at < checkIntervalMs) return
    const check: FileCheck = { at, identity: undefined, replacements: 0 }
    this.#checks.set(file, check)
    check.identity = await readIdentity(file)
    const isInARow = before !== undefined && at - before.at <= 2 * checkIntervalMs
    if (!isInARow || check.identity === undefined || before.identity === undefined) return
    if (check.identity === before.identity) return
    check.replacements = before.replacements + 1
    if (check.replacements < minReplacements) return
    check.replacements = 0
    this.#onFile(file)
  }
}

/** Identifies a file among others of the same name. File numbers are reused, so the creation time counts too. */
async function readIdentity(file: string): Promise<string | undefined> {
  const facts = await stat(file).catch(() => undefined)
  return facts && `${facts.ino} ${facts.birthtimeMs}`
}
