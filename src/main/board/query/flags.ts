/** What may be wrong with a leg's match across books, in plain words: a wrong match costs money. */
import type { Store } from '../store/store.ts'
import { teamIn, toldByName, toldLineOf, type ToldLine } from '../facts/line-facts.ts'
import { twinsOf } from './duplicate-tokens.ts'
import { wordsOf } from './views.ts'

/** The flags of these selections, by row; one without flags is left out. */
export function flagsOf(store: Store, selections: readonly number[]): Map<number, string[]> {
  const rows = [...new Set(selections)]
  const flags = new Map<number, string[]>()
  const add = (row: number, flag: string) => flags.set(row, [...(flags.get(row) ?? []), flag])
  const nameAt = (row: number) => wordsOf(store, row).name
  for (const { bookName, selection, other } of twinsOf(store, rows))
    add(
      selection,
      `${bookName} has one token for “${nameAt(selection)}” and “${nameAt(other)}”: one is wrong.`,
    )
  for (const row of rows) {
    const own = { ...toldByName(nameAt(row)), team: teamIn(nameAt(row)) }
    for (const part of ['side', 'line', 'team'] as const)
      for (const flag of disagreements(store, row, { part, own: own[part] })) add(row, flag)
  }
  return flags
}

interface Asked {
  readonly part: keyof ToldLine
  /** What the selection's name tells of it. */
  readonly own: string
}

/** Books that tell another side, line or team than the name does, or than most books where it tells none. */
function disagreements(store: Store, row: number, { part, own }: Asked): string[] {
  const told = toldBy(store, row, part)
  const usual = own === '' ? mostFrequent([...told.values()]) : own
  const others = [...told].filter(([, each]) => each !== usual)
  const says = own === '' ? 'others say' : 'its name says'
  return others.map(
    ([book, each]) => `${book} says “${each}” here, ${says} “${usual}”: this may be another bet.`,
  )
}

/** By the book's name, of those that tell something of it beside the id. */
function toldBy(store: Store, row: number, part: keyof ToldLine): Map<string, string> {
  const told = new Map<string, string>()
  for (const offer of store.offersOf(row)) {
    const text = store.told.list[store.offers.told[offer] ?? 0] ?? ''
    const each = text === '' ? '' : toldLineOf(text)[part]
    if (each !== '') told.set(store.books[store.bookOf(offer)]?.name ?? '', each)
  }
  return told
}

/** The first of them where several are. */
function mostFrequent(texts: readonly string[]): string {
  const times = new Map<string, number>()
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1)
  const most = Math.max(0, ...times.values())
  return [...times].find(([, count]) => count === most)?.[0] ?? ''
}
