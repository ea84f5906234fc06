/** The board's copy on disk: read at start, written a while after a change, moved aside when unusable. */
import { rename } from 'node:fs/promises'
import { errorCode } from '../../files/error-code.ts'
import { Timer } from '../../async/timer.ts'
import { readSections, UnusableFile, writeSections } from './board-file.ts'
import { compact, isMostlyGone } from '../store/compact.ts'
import { toSections, fromSections } from './store-sections.ts'
import { Store } from '../store/store.ts'

/** Time without a change before the copy is written. */
const idleMs = 1_000
/** Time between two writes, so that a feed fetched every few seconds does not wear the disk. */
const minIntervalMs = 30_000

export interface StoredCopyOptions {
  readonly file: string
  /** Requests a call of `write` at a moment when the store does not change. */
  readonly onDue: () => void
}

export class StoredCopy {
  readonly #options: StoredCopyOptions
  readonly #timer: Timer
  #writtenAt = -minIntervalMs
  #isBehind = false

  constructor(options: StoredCopyOptions) {
    this.#options = options
    this.#timer = new Timer(options.onDue)
  }

  /** Reads the file. Renames an unusable one; `fault` is then a sentence for the user. */
  async read(): Promise<{ store: Store; fault: string | null }> {
    const { file } = this.#options
    try {
      const store = fromSections(await readSections(file))
      return { store: isMostlyGone(store) ? compact(store) : store, fault: null }
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return { store: new Store(), fault: null }
      await rename(file, `${file}.unusable`).catch(() => {})
      const isKnown = error instanceof UnusableFile
      const reason = isKnown ? error.message : 'The saved odds couldn’t be read and were moved aside.'
      return { store: new Store(), fault: `${reason} Reload your odds.` }
    }
  }

  /** Plans a write after a change of the store. */
  scheduleWrite(): void {
    this.#isBehind = true
    this.#timer.start(Math.max(idleMs, this.#writtenAt + minIntervalMs - performance.now()))
  }

  /** Writes the store if it has changed since the last write. Throws when that fails; the older copy stays, and a retry is planned. */
  async write(store: Store): Promise<void> {
    this.#timer.stop()
    if (!this.#isBehind) return
    this.#isBehind = false
    try {
      await writeSections(this.#options.file, toSections(store))
      this.#writtenAt = performance.now()
    } catch (error) {
      this.#writtenAt = performance.now()
      this.scheduleWrite()
      throw error
    }
  }
}
