/** The board's copy on disk: when it is written, and what becomes of one that cannot be used. */
import { rename } from 'node:fs/promises'
import { readSections, UnusableFile, writeSections } from './board-file.ts'
import { compacted, isMostlyGone } from '../store/compact.ts'
import { sectionsOf, storeFrom } from './snapshot.ts'
import { Store } from '../store/store.ts'

/** The board has been left alone for this long before it is written. */
const idleMs = 1_000
/** From one writing to the next, so that a feed fetched every few seconds does not wear the disk. */
const restMs = 30_000

export interface StoredCopyOptions {
  readonly file: string
  /** It is time to call `write`; the caller sees to it that the board does not change meanwhile. */
  readonly onDue: () => void
}

export interface RestoredStore {
  readonly store: Store
  /** A sentence for the person, when there was a file that could not be used. */
  readonly fault: string | null
}

export class StoredCopy {
  readonly #options: StoredCopyOptions
  #timer: NodeJS.Timeout | undefined
  #writtenAt = -restMs
  #isBehind = false

  constructor(options: StoredCopyOptions) {
    this.#options = options
  }

  /** Reads the file; an unusable one gets another name. */
  async read(): Promise<RestoredStore> {
    const { file } = this.#options
    try {
      const store = storeFrom(await readSections(file))
      return { store: isMostlyGone(store) ? compacted(store) : store, fault: null }
    } catch (error) {
      if (isMissing(error)) return { store: new Store(), fault: null }
      await rename(file, `${file}.unusable`).catch(() => {})
      return { store: new Store(), fault: `${sentenceFor(error)} Load the odds again.` }
    }
  }

  /** The board has changed. */
  touch(): void {
    this.#isBehind = true
    clearTimeout(this.#timer)
    const wait = Math.max(idleMs, this.#writtenAt + restMs - performance.now())
    this.#timer = setTimeout(this.#options.onDue, wait)
  }

  /** Writes the board if it has changed since the last time. Throws when that fails: the older copy stays, and it is tried again. */
  async write(store: Store): Promise<void> {
    clearTimeout(this.#timer)
    if (!this.#isBehind) return
    this.#isBehind = false
    try {
      await writeSections(this.#options.file, sectionsOf(store))
      this.#writtenAt = performance.now()
    } catch (error) {
      this.#writtenAt = performance.now()
      this.touch()
      throw error
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

const sentenceFor = (error: unknown) =>
  error instanceof UnusableFile ? error.message : 'The stored board could not be read and was set aside.'
