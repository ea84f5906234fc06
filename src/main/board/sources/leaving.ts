/**
 * Takes what has gone off the board. Sources whose offers it covered are read again for them where that makes no
 * call: a feed waits until somebody asks it, and says so.
 */
import type { StoredSource } from '../../account/stored-source.ts'
import type { Board } from '../board.ts'
import { Covering, partsOnBoard, sourceOf } from './covering.ts'
import type { SourceRecords } from './source-records.ts'

export interface LeavingOptions {
  readonly board: Board
  readonly records: SourceRecords
  /** Reads once more what was loaded before. Never rejects. */
  readonly readAgain: (record: StoredSource) => Promise<unknown>
}

export class Leaving {
  readonly #options: LeavingOptions
  #isClosed = false

  constructor(options: LeavingOptions) {
    this.#options = options
  }

  close(): void {
    this.#isClosed = true
  }

  /** Takes parts off the board; what others have of the same comes back in time. */
  async drop(parts: readonly string[]): Promise<void> {
    const { board } = this.#options
    await Promise.all(parts.map(part => board.drop(part)))
    if (parts.length > 0 && !this.#isClosed) this.#giveBack()
  }

  /** Drops what is of no source that is on: the program may have ended before the board was stored without it. */
  async dropStrays(): Promise<void> {
    const { board, records } = this.#options
    const strays = partsOnBoard(board).filter(part => records.find(sourceOf(part))?.isOn !== true)
    // What ends the board meanwhile leaves them to the next start.
    await this.drop(strays).catch(() => {})
  }

  #giveBack(): void {
    const { board, records, readAgain } = this.#options
    const covering = new Covering(board)
    const owed = records.all().filter(({ id, isOn }) => isOn && covering.owedTo(id) > 0)
    for (const record of owed) if (record.origin.kind !== 'feed') void readAgain(record)
  }
}
