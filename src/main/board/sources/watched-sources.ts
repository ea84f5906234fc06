/** The sources of one profile that are watched: which of their files the board is behind, and loads of these. */
import type { LoadReport } from '../../../shared/model/game/source.ts'
import type { SourceOrigin, StoredSource } from '../../account/stored-source.ts'
import type { Board } from '../board.ts'
import type { ByteLoader } from './byte-loader.ts'
import { isOnBoard, owedTo, partsOf } from './covering.ts'
import { summed } from './feed-loader.ts'
import type { SourceLoads } from './load-queue.ts'
import type { SourceRecords } from './source-records.ts'
import { WatchedSource, type WatchedPart } from './watched-source.ts'

export interface WatchedSourcesOptions {
  readonly board: Pick<Board, 'offersBySource' | 'covers'>
  readonly records: SourceRecords
  readonly bytes: ByteLoader
  readonly loads: SourceLoads
  /** Takes a part off the board, whose file is no longer in its folder. */
  readonly drop: (partId: string) => Promise<unknown>
  readonly onChanged: () => void
}

export class WatchedSources {
  readonly #options: WatchedSourcesOptions
  readonly #all = new Map<string, WatchedSource>()
  #isClosed = false

  constructor(options: WatchedSourcesOptions) {
    this.#options = options
  }

  has(id: string): boolean {
    return this.#all.has(id)
  }

  begin(id: string, { path, isFolder }: Extract<SourceOrigin, { kind: 'watch' }>): void {
    const watched = new WatchedSource({
      id,
      path,
      isFolder,
      load: part => this.#loadByItself(id, part, owedTo(part.partId, this.#options.board) > 0),
      drop: partId => this.#drop(id, partId),
      held: () => this.#held(id),
      loadedAt: partId => this.#loadedAt(id, partId),
      onTrouble: sentence => this.#note(id, `${id} itself`, sentence),
    })
    this.#all.set(id, watched)
  }

  /** Loads all files of a source there are now. Throws Refusal when there are none, or one cannot be loaded. */
  async load(record: StoredSource): Promise<LoadReport> {
    const parts = await this.#parts(record.id)
    const reports = await Promise.all(parts.map(part => this.#load(record, part, false)))
    return summed(record.name, reports)
  }

  /** Reads files again whose offers were covered by a source that has gone; of those that are not there it tells. */
  async readAgain(id: string): Promise<void> {
    const parts = await this.#parts(id).catch(() => [])
    const owed = parts.filter(({ partId }) => owedTo(partId, this.#options.board) > 0)
    await Promise.all(owed.map(part => this.#loadByItself(id, part, true)))
  }

  async end(id: string): Promise<void> {
    await this.#all.get(id)?.close()
    this.#all.delete(id)
  }

  close(): void {
    this.#isClosed = true
    for (const watched of this.#all.values()) void watched.close()
  }

  /** None when it is not watched. */
  #parts(id: string): Promise<WatchedPart[]> {
    return this.#all.get(id)?.parts() ?? Promise.resolve([])
  }

  async #load(record: StoredSource, part: WatchedPart, isAgain: boolean): Promise<LoadReport> {
    const report = await this.#options.bytes.part(record, part, isAgain)
    this.#change(record.id, part.partId, report)
    return report
  }

  async #loadByItself(id: string, part: WatchedPart, isAgain: boolean): Promise<void> {
    try {
      await this.#load(this.#options.records.get(id), part, isAgain)
    } catch {
      // Told by its state.
    }
  }

  async #drop(id: string, partId: string): Promise<void> {
    await this.#options.drop(partId).catch(() => {})
    this.#change(id, partId, null)
    this.#note(id, partId, null)
  }

  #change(id: string, partId: string, report: LoadReport | null): void {
    if (this.#isClosed) return
    this.#options.records.changePart(id, partId, report)
    this.#options.onChanged()
  }

  #note(sourceId: string, partId: string, sentence: string | null): void {
    if (!this.#isClosed) this.#options.loads.note({ sourceId, partId }, sentence)
  }

  /** With offers or without. */
  #held(id: string): string[] {
    const { board, records } = this.#options
    return [...new Set([...partsOf(id, board), ...Object.keys(records.find(id)?.parts ?? {})])]
  }

  /** A file that is owed offers is looked at whenever it was loaded. */
  #loadedAt(id: string, partId: string): number {
    const { board, records } = this.#options
    const isThere = isOnBoard(partId, board) && owedTo(partId, board) === 0
    return isThere ? (records.find(id)?.parts?.[partId]?.at ?? 0) : 0
  }
}
