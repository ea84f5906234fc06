/** The sources of the profile in use, oldest first; every change is kept at once. */
import { Refusal } from '../../../shared/failure.ts'
import { type LoadReport, SourceId } from '../../../shared/model/game/source.ts'
import type { StoredSource } from '../../account/stored-source.ts'
import { summed } from './feed-loader.ts'

/** Where sources are kept between runs. */
export interface SourceShelf {
  read(profileId: string): readonly StoredSource[]
  write(profileId: string, sources: readonly StoredSource[]): void
}

export class SourceRecords {
  readonly profileId: string
  readonly #shelf: SourceShelf
  #list: readonly StoredSource[]

  constructor(shelf: SourceShelf, profileId: string) {
    this.#shelf = shelf
    this.profileId = profileId
    this.#list = shelf.read(profileId)
  }

  all(): readonly StoredSource[] {
    return this.#list
  }

  find(id: string): StoredSource | undefined {
    return this.#list.find(source => source.id === id)
  }

  /** Throws Refusal when there is none of this id. */
  get(id: string): StoredSource {
    const found = this.find(id)
    if (found === undefined) throw new Refusal({ kind: 'not-found', what: 'this source of odds' })
    return found
  }

  add(source: StoredSource): void {
    this.#write([...this.#list, { ...source, id: SourceId.parse(source.id) }])
  }

  /** Changes a source; one that was removed meanwhile stays so. */
  change(id: string, change: Partial<Omit<StoredSource, 'id'>>): void {
    if (this.find(id) === undefined) return
    this.#write(this.#list.map(source => (source.id === id ? { ...source, ...change } : source)))
  }

  /** Notes a load of one part of a source, or with null that the part is no more. */
  changePart(id: string, partId: string, report: LoadReport | null): void {
    const source = this.find(id)
    if (source === undefined) return
    const others = Object.entries(source.parts ?? {}).filter(([part]) => part !== partId)
    const parts = Object.fromEntries(report === null ? others : [...others, [partId, report]])
    const all = Object.values(parts)
    this.change(id, { parts, lastLoad: all.length === 0 ? null : summed(source.name, all) })
  }

  remove(id: string): void {
    this.#write(this.#list.filter(source => source.id !== id))
  }

  #write(list: readonly StoredSource[]): void {
    this.#list = list
    this.#shelf.write(this.profileId, list)
  }
}
