/** Brings the bytes of a source, or of one file of a watched one, onto the board. */
import type { LoadReport } from '../../../shared/model/game/source.ts'
import type { StoredSource } from '../../account/stored-source.ts'
import type { Board } from '../board.ts'
import type { SourceName } from '../worker/load-progress.ts'
import type { LoadWish } from '../worker/protocol.ts'
import type { LoadResult } from './feed-loader.ts'
import type { KeptTexts } from './stored-texts.ts'
import { changedAt, readWhole } from './read-source.ts'
import { twice, type SourceLoads } from './load-queue.ts'
import type { WatchedPart } from './watched-source.ts'

export interface ByteLoaderOptions {
  readonly profileId: string
  readonly board: Pick<Board, 'load'>
  readonly texts: KeptTexts
  readonly loads: SourceLoads
}

/** How a source that is bytes is loaded. */
export interface ByteWish {
  /** Where they are at hand. */
  readonly bytes?: Uint8Array
  /** What was loaded before is read once more, for what the board no longer has of it: it is no newer for that. */
  readonly isAgain?: boolean
}

export class ByteLoader {
  readonly #options: ByteLoaderOptions

  constructor(options: ByteLoaderOptions) {
    this.#options = options
  }

  /** Loads all of a source: these bytes, else those it is read from. Throws Refusal. */
  async whole(record: StoredSource, { bytes, isAgain }: ByteWish): Promise<LoadReport> {
    const { id, name, origin, lastLoad } = record
    const { report } = await this.#options.loads.run({ sourceId: id, partId: id, name }, async signal => {
      const file = origin.kind === 'file' ? origin.path : undefined
      const loadedAt = isAgain === true ? await unchangedSince(lastLoad, file) : undefined
      const read = bytes ?? (await this.#read(record, signal))
      signal.throwIfAborted()
      return this.#load({ id, name }, { bytes: read, loadedAt })
    })
    return report
  }

  /** Loads a watched file, once more when it made no sense. Throws Refusal. */
  async part(record: StoredSource, { partId, file }: WatchedPart, isAgain: boolean): Promise<LoadReport> {
    const { id: sourceId, name, parts } = record
    const load = async (signal: AbortSignal) => {
      const loadedAt = isAgain ? await unchangedSince(parts?.[partId], file) : undefined
      const bytes = await readWhole(file, signal)
      signal.throwIfAborted()
      return this.#load({ id: partId, name }, { bytes, loadedAt })
    }
    const place = { sourceId, partId, name }
    const { report } = await this.#options.loads.run(place, signal => twice(() => load(signal), signal))
    return report
  }

  #read({ id, origin }: StoredSource, signal: AbortSignal): Promise<Uint8Array> {
    const { texts, profileId } = this.#options
    return origin.kind === 'file' ? readWhole(origin.path, signal) : texts.read(profileId, id, signal)
  }

  async #load(source: SourceName, text: Pick<LoadWish, 'bytes' | 'loadedAt'>): Promise<LoadResult> {
    const report = await this.#options.board.load({ source, ...text, replaces: { source: source.id } })
    return { report, fault: null }
  }
}

/** When a text was loaded that is to keep its place among loads; undefined for a file that has changed since. */
async function unchangedSince(
  last: LoadReport | null | undefined,
  file?: string,
): Promise<number | undefined> {
  if (file === undefined || !last) return last?.at
  return (await changedAt(file)) <= last.at ? last.at : undefined
}
