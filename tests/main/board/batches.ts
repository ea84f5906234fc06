/** Short ways for tests to read texts into a board without workers. */
import { merge, type Merged, type Scope } from '../../../src/main/board/merge.ts'
import { readOdds } from '../../../src/main/board/read-odds.ts'
import { ReaderTexts } from '../../../src/main/board/reader-texts.ts'
import type { TextFormat } from '../../../src/main/board/parse-odds-text.ts'
import { Store } from '../../../src/main/board/store.ts'

export const bytesOf = (text: string) => new TextEncoder().encode(text)

export const read = (value: unknown) => readOdds(bytesOf(JSON.stringify(value)), 'json')

export const readText = (text: string, format: TextFormat = 'auto') => readOdds(bytesOf(text), format)

export interface TestLoad {
  readonly value: unknown
  readonly load: number
  readonly at?: number
  readonly replaces?: Scope
}

/** Merges one load to its end. Loads are at 10^15 ms or later, after every `updated` of the tests. */
export function mergeInto(store: Store, { value, load, at = 1e15 + load, replaces }: TestLoad): Merged {
  const batch = read(value)
  const order = { load, at, ...(replaces && { replaces }) }
  const steps = merge(store, { batch, texts: new ReaderTexts().with(batch) }, order)
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
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
    for (const { oddsId, sgp } of store.legOf(row).offers) offers.push(`${oddsId} = ${sgp}`)
  return offers.sort()
}
