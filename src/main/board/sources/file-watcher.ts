/**
 * Watches one file, or a folder's files of odds, by its folder: a file put in another's place keeps being seen. It
 * only says where to look; what is found there is for the one who looks.
 */
import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { watch, type FSWatcher } from 'chokidar'
import { hasOdds } from './read-source.ts'
import { RestlessFiles } from './restless-files.ts'

export interface PathWatchOptions {
  readonly path: string
  readonly isFolder: boolean
  /** A file was written, put in place or taken away. */
  readonly onFile: (file: string) => void
  /** Watching has begun, or begins again after the folder was away: look at everything. */
  readonly onBegun: () => void
  /** The folder is not there. */
  readonly onLost: () => void
  /** The system refuses to watch; the code says why. */
  readonly onRefused: (code: string) => void
}

/** A file counts as written when it has not grown for this long. */
const awaitWriteFinish = { stabilityThreshold: 200, pollInterval: 50 }
/** How often a folder that went away is looked for. */
const lookAgainMs = 2_000

export class PathWatch {
  readonly #options: PathWatchOptions
  #watcher: FSWatcher | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: PathWatchOptions) {
    this.#options = options
    void this.#begin()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#watcher?.close()
  }

  async #begin(): Promise<void> {
    const { path, isFolder, onBegun } = this.#options
    const given = isFolder ? path : dirname(path)
    const folder = await realpath(given).catch(() => undefined)
    if (this.#isClosed) return
    if (folder === undefined) {
      this.#lost()
      return
    }
    const isWanted = isFolder ? hasOdds : (file: string) => basename(file) === basename(path)
    const ignored = (file: string) => file !== folder && !isWanted(file)
    const watcher = watch(folder, { depth: 0, ignoreInitial: true, awaitWriteFinish, ignored })
    this.#watcher = watcher
    const onFile = (file: string) => {
      this.#options.onFile(join(given, basename(file)))
    }
    watcher.on('add', onFile).on('change', onFile).on('unlink', onFile)
    const restless = new RestlessFiles(onFile)
    watcher.on('raw', (_event: string, name: string | null) => {
      if (name !== null && isWanted(name)) void restless.stirred(join(given, basename(name)))
    })
    watcher.on('unlinkDir', gone => {
      if (gone === folder) this.#lost()
    })
    watcher.on('error', error => this.#refused(error))
    watcher.once('ready', onBegun)
  }

  #lost(): void {
    void this.#watcher?.close()
    this.#options.onLost()
    this.#timer = setTimeout(() => void this.#begin(), lookAgainMs)
    this.#timer.unref()
  }

  #refused(error: unknown): void {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // Others concern one file, and are told when that is read.
    if (code === 'ENOSPC' || code === 'EMFILE') this.#options.onRefused(code)
  }
}
