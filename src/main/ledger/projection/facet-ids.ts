/** Facets by number. Each is written once and then known; the numbers are held in memory as they are met. */
import { z } from 'zod'
import type { Database } from '../../storage/database.ts'
import type { Facet } from './facets.ts'

const IdRow = z.object({ id: z.number() }).optional()

export class FacetIds {
  readonly #find: ReturnType<Database['prepare']>
  readonly #add: ReturnType<Database['prepare']>
  readonly #known = new Map<string, number>()

  constructor(database: Database) {
    this.#find = database.prepare('SELECT id FROM facets WHERE is_demo = ? AND kind = ? AND value = ?')
    this.#add = database.prepare(
      'INSERT INTO facets (is_demo, kind, value, label) VALUES (?, ?, ?, ?) RETURNING id',
    )
  }

  /** The number of a facet, or undefined when no ticket ever had it. */
  find(isDemo: boolean, { kind, value }: Pick<Facet, 'kind' | 'value'>): number | undefined {
    const name = nameOf(isDemo, kind, value)
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const id = IdRow.parse(this.#find.get(Number(isDemo), kind, value))?.id
    if (id !== undefined) this.#known.set(name, id)
    return id
  }

  /** The number of a facet, given to it now when it has none. Only inside a transaction. */
  give(isDemo: boolean, facet: Facet): number {
    const found = this.find(isDemo, facet)
    if (found !== undefined) return found
    const id = IdRow.parse(this.#add.get(Number(isDemo), facet.kind, facet.value, facet.label))?.id ?? 0
    this.#known.set(nameOf(isDemo, facet.kind, facet.value), id)
    return id
  }

  /** After a transaction that did not come to pass. */
  forget(): void {
    this.#known.clear()
  }
}

const nameOf = (isDemo: boolean, kind: string, value: string) => `${Number(isDemo)}${kind}\n${value}`
