/** Brings the bytes of a source, or of one file of a watched one, onto the board. */
import type { LoadReport } from '../../../shared/model/load-report.ts'
import type { StoredSource } from '../../account/stored-source.ts'
import type { Board } from '../board.ts'
import type { LoadResult } from './feed-loader.ts'
import type { KeptTexts } from './kept-texts.ts'
import { readWhole } from './read-file.ts'
import { twice, type SourceLoads } from './source-loads.ts'
import type { WatchedPart } from './watched-source.ts'

export interface ByteLoaderOptions {
  readonly profileId: string
  readonly board: Pick<Board, 'load'>
  readonly texts: KeptTexts
  readonly loads: SourceLoads
}

export class ByteLoader {
  readonly #options: ByteLoaderOptions

  constructor(options: ByteLoaderOptions) {
    this.#options = options
  }

  /** Loads all of a source: these bytes, else those it is read from. Throws Refusal. */
  async whole(record: StoredSource, given: Uint8Array | undefined): Promise<LoadReport> {
    const place = { sourceId: record.id, partId: record.id, name: record.name }
    const { report } = await this.#options.loads.run(place, async signal =>
      this.#load(record, record.id, given ?? (await this.#read(record, signal))),
    )
    return report
  }

  /** Loads a watched file, once more when it made no sense. Throws Refusal. */
  async part(record: StoredSource, { partId, file }: WatchedPart): Promise<LoadReport> {
    const place = { sourceId: record.id, partId, name: record.name }
    const { report } = await this.#options.loads.run(place, signal =>
      twice(async () => this.#load(record, partId, await readWhole(file, signal)), signal),
    )
    return report
  }

  #read({ id, origin }: StoredSource, signal: AbortSignal): Promise<Uint8Array> {
    const { texts, profileId } = this.#options
    return origin.kind === 'file' ? readWhole(origin.path, signal) : texts.read(profileId, id, signal)
  }

  async #load({ name }: StoredSource, partId: string, bytes: Uint8Array): Promise<LoadResult> {
    const source = { id: partId, name }
    const report = await this.#options.board.load({ source, bytes, replaces: { source: partId } })
    return { report, fault: null }
  }
}
