/**
 * Notices a file that another is put in place of again and again, before it ever comes to rest. It is whole each time,
 * so it need not rest; one that is still written keeps being the same file, and must.
 */
import { stat } from 'node:fs/promises'

/** How often a file that stirs is looked at. */
const lookMs = 1_000
/** In so many looks after the first it must be another file each time. */
const looksToTell = 2

interface Look {
  readonly at: number
  /** Which file it was; undefined while that is not known, or there was none. */
  mark: string | undefined
  /** Looks in a row that found another file than the one before. */
  replaced: number
}

export class RestlessFiles {
  readonly #onFile: (file: string) => void
  readonly #looks = new Map<string, Look>()

  constructor(onFile: (file: string) => void) {
    this.#onFile = onFile
  }

  /** Something happened to a file. */
  async stirred(file: string): Promise<void> {
    const before = this.#looks.get(file)
    const at = performance.now()
    if (before !== undefined && at - before.at < lookMs) return
    const look: Look = { at, mark: undefined, replaced: 0 }
    this.#looks.set(file, look)
    look.mark = await markOf(file)
    // After a pause it begins anew.
    if (before === undefined || at - before.at > 2 * lookMs) return
    if (look.mark === undefined || before.mark === undefined || look.mark === before.mark) return
    look.replaced = before.replaced + 1
    if (look.replaced < looksToTell) return
    look.replaced = 0
    this.#onFile(file)
  }
}

/** Tells a file from another of its name; numbers of files are used again, so its birth counts too. */
async function markOf(file: string): Promise<string | undefined> {
  const facts = await stat(file).catch(() => undefined)
  return facts && `${facts.ino} ${facts.birthtimeMs}`
}
