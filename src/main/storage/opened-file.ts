/**
 * Detects that an open file was moved, removed or replaced at its path. Writing to it would continue without an error,
 * and the data would be lost for the next start. So before each acknowledgement the path must still lead to the open
 * file.
 */
import { readdirSync, readlinkSync, statSync } from 'node:fs'

type Place = 'in-place' | 'gone' | 'replaced'

interface Identity {
  readonly dev: bigint
  readonly ino: bigint
}

export class OpenedFile {
  readonly #path: string
  readonly #ifGone: string
  readonly #opened: Identity | undefined

  /**
   * The file must be open already, as a new file has no identity before. `ifGone`: advice for the user when a removed
   * file cannot be put back.
   */
  constructor(path: string, ifGone = 'restart Parlay Desk without it') {
    this.#path = path
    this.#ifGone = ifGone
    this.#opened = readIdentity(path)
  }

  /** A file that did not exist when this was created is never reported missing. */
  findPlace(): Place {
    if (this.#opened === undefined) return 'in-place'
    const found = readIdentity(this.#path)
    if (found === undefined) return 'gone'
    return isSame(found, this.#opened) ? 'in-place' : 'replaced'
  }

  /** Sentence that says where the file is now, and how to mend that; undefined while it is in its place. */
  findProblem(): string | undefined {
    const place = this.findPlace()
    if (place === 'in-place' || this.#opened === undefined) return undefined
    if (place === 'replaced')
      return `Another file replaced ${this.#path} while Parlay Desk was open. Nothing more is saved: restart to use the new file.`
    const now = findPath(this.#opened)
    if (now === undefined)
      return `${this.#path} was moved or deleted while Parlay Desk was open. Nothing more is saved: put it back, or ${this.#ifGone}.`
    return `${this.#path} was moved to ${now} while Parlay Desk was open. Nothing more is saved until you move it back.`
  }
}

function readIdentity(path: string): Identity | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** File systems without file ids, such as some network drives on Windows, give 0: there only a missing file is noticed. */
const isSame = (a: Identity, b: Identity): boolean =>
  a.ino === 0n || b.ino === 0n || (a.ino === b.ino && a.dev === b.dev)

const openFiles = '/proc/self/fd'
/** Suffix that Linux gives the name of a removed file that is still open. */
const removed = ' (deleted)'

/** Present path of a file that this process has open; undefined when it was removed. Linux only. */
function findPath(file: Identity): string | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const link = readdirSync(openFiles)
      .map(name => `${openFiles}/${name}`)
      .find(name => {
        const found = readIdentity(name)
        return found !== undefined && isSame(found, file)
      })
    const path = link && readlinkSync(link)
    return path?.endsWith(removed) === true ? undefined : path
  } catch {
    return undefined
  }
}
