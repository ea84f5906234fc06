/** The sources of one profile that are watched, and which of their files the board is behind. */
import type { SourceOrigin } from '../../account/stored-source.ts'
import { WatchedSource, type WatchedPart } from './watched-source.ts'

export interface WatchedSourcesOptions {
  /** Loads a part's file. Never rejects. */
  readonly load: (sourceId: string, part: WatchedPart) => Promise<unknown>
  /** Takes a part off the board, whose file is no longer in its folder. Never rejects. */
  readonly drop: (sourceId: string, partId: string) => Promise<unknown>
  /** Parts of a source that the board holds. */
  readonly held: (sourceId: string) => readonly string[]
  /** When a part was last loaded, epoch ms; 0 when nothing of it is on the board. */
  readonly loadedAt: (sourceId: string, partId: string) => number
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
    const { load, drop, held, loadedAt, onTrouble } = this.#options
    const watched = new WatchedSource({
      id,
      path,
      isFolder,
      load: part => load(id, part),
      drop: partId => drop(id, partId),
      held: () => held(id),
      loadedAt: partId => loadedAt(id, partId),
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
}
