/** The sources of one profile that are watched, and which of their files the board is behind. */
import type { SourceOrigin } from '../../account/stored-source.ts'
import type { Board } from '../board.ts'
import type { SourceRecords } from './source-records.ts'
import { partsOnBoard } from './source-state.ts'
import { WatchedSource, type WatchedPart } from './watched-source.ts'

export interface WatchedSourcesOptions {
  readonly board: Pick<Board, 'offersBySource'>
  readonly records: SourceRecords
  /** Loads a part's file. Never rejects. */
  readonly load: (sourceId: string, part: WatchedPart) => Promise<unknown>
  /** Takes a part off the board, whose file is no longer in its folder. Never rejects. */
  readonly drop: (sourceId: string, partId: string) => Promise<unknown>
  /** What keeps all of a source from being read, or null when that is over. */
  readonly onTrouble: (sourceId: string, sentence: string | null) => void
}

export class WatchedSources {
  readonly #options: WatchedSourcesOptions
  readonly #all = new Map<string, WatchedSource>()

  constructor(options: WatchedSourcesOptions) {
    this.#options = options
  }

  has(id: string): boolean {
    return this.#all.has(id)
  }

  begin(id: string, { path, isFolder }: Extract<SourceOrigin, { kind: 'watch' }>): void {
    const { load, drop, onTrouble } = this.#options
    const watched = new WatchedSource({
      id,
      path,
      isFolder,
      load: part => load(id, part),
      drop: partId => drop(id, partId),
      held: () => this.#held(id),
      loadedAt: partId => this.#loadedAt(id, partId),
      onTrouble: sentence => onTrouble(id, sentence),
    })
    this.#all.set(id, watched)
  }

  /** The files of a source there are now; none when it is not watched. Throws Refusal when they cannot be told. */
  parts(id: string): Promise<WatchedPart[]> {
    return this.#all.get(id)?.parts() ?? Promise.resolve([])
  }

  async end(id: string): Promise<void> {
    await this.#all.get(id)?.close()
    this.#all.delete(id)
  }

  close(): void {
    for (const watched of this.#all.values()) void watched.close()
  }

  /** With offers or without. */
  #held(id: string): string[] {
    const { board, records } = this.#options
    return [...new Set([...partsOnBoard(id, board), ...Object.keys(records.find(id)?.parts ?? {})])]
  }

  #loadedAt(id: string, partId: string): number {
    const { board, records } = this.#options
    return board.offersBySource().has(partId) ? (records.find(id)?.parts?.[partId]?.at ?? 0) : 0
  }
}
