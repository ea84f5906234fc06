/** Short ways for tests to read texts into a board without workers. */
import type { Batch } from '../../../src/main/board/batch/batch.ts'
import { merge, type MergeResult, ReaderTexts } from '../../../src/main/board/store/merge.ts'
import { readOdds } from '../../../src/main/board/read/read-odds.ts'
import { toSections, fromSections } from '../../../src/main/board/stored-copy/store-sections.ts'
import { Store } from '../../../src/main/board/store/store.ts'
import { toLeg } from '../../../src/main/board/query/legs.ts'
import type { MergeOrder, Scope, TextFormat } from '../../../src/main/board/facts/load.ts'

export const bytesOf = (text: string) => new TextEncoder().encode(text)

export const read = (value: unknown) => readOdds(bytesOf(JSON.stringify(value)), 'json')

export const readText = (text: string, format: TextFormat = 'auto') => readOdds(bytesOf(text), format)

export interface TestLoad {
  readonly value: unknown
  readonly load: number
  readonly at?: number
  readonly replaces?: Scope
  readonly source?: string
  readonly isAgain?: boolean
}

/** Merges one load to its end. Loads are at 10^15 ms or later, after every `updated` of the tests. */
export function mergeInto(
  store: Store,
  { value, load, at = 1e15 + load, replaces, source = 'test', isAgain = false }: TestLoad,
): MergeResult {
  return mergeBatch(store, read(value), {
    load,
    at,
    source: { id: source, name: source },
    isAgain,
    ...(replaces && { replaces }),
  })
}

/** Merges a text of whatever form. */
export function mergeText(store: Store, text: string, load = 1, replaces?: Scope): MergeResult {
  const order = { load, at: 1e15 + load, source: { id: 'test', name: 'test' } }
  return mergeBatch(store, readText(text), { ...order, ...(replaces && { replaces }) })
}

function mergeBatch(store: Store, batch: Batch, order: MergeOrder): MergeResult {
  const steps = merge(store, { batch, texts: new ReaderTexts().addFrom(batch) }, order)
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}

/** Drops a source's offers to the end. */
export function dropFrom(store: Store, source: string): void {
  for (const steps = store.dropSource(source); steps.next().done !== true;);
}

/** The board as restored at the next start. */
export function restored(store: Store): Store {
  const sections = [...toSections(store)].map(
    ({ name, bytes }) => [name, Uint8Array.from(bytes).buffer] as const,
  )
  return fromSections(new Map(sections))
}

export function storeOf(...values: readonly unknown[]): Store {
  const store = new Store()
  for (const [at, value] of values.entries()) mergeInto(store, { value, load: at + 1 })
  return store
}

/** All offers of the board as `odds id = sgp`, sorted. */
export function offersIn(store: Store): string[] {
  const offers: string[] = []
  for (let row = 0; row < store.selections.count; row++)
    for (const { oddsId, sgp } of toLeg(store, row).offers) offers.push(`${oddsId} = ${sgp}`)
  return offers.sort()
}
