/**
 * Warnings that a leg's match across books may be wrong, in plain words: a wrong match costs money. Books may give
 * different lines for one selection, or one sgp token for two selections.
 */
import type { Store } from '../store/store.ts'
import { none } from '../columns/columns.ts'
import { parseTeam, parseLineName, parseOwnLine, type LineFacts } from '../facts/line-facts.ts'

/** Returns the flags of these selections by row, without rows that have none. */
export function findFlags(store: Store, selections: readonly number[]): Map<number, string[]> {
  const rows = [...new Set(selections)]
  const flags = new Map<number, string[]>()
  const add = (row: number, flag: string) => flags.set(row, [...(flags.get(row) ?? []), flag])
  const nameAt = (row: number) => store.keyPartsOf(row).name
  for (const offers of findDuplicateTokens(store, rows)) {
    const [own, other] = [selectionOf(store, offers[0]), selectionOf(store, offers[1])]
    const book = bookNameOf(store, offers[0])
    add(own, `${book} uses the same ID for “${nameAt(own)}” and “${nameAt(other)}”; one is wrong.`)
  }
  for (const row of rows) {
    const own = { ...parseLineName(nameAt(row)), team: parseTeam(nameAt(row)) }
    for (const part of ['side', 'line', 'team'] as const)
      for (const flag of findDisagreements(store, row, part, own[part])) add(row, flag)
  }
  return flags
}

const bookNameOf = (store: Store, offer: number) => store.books[store.bookOf(offer)]?.name ?? ''
const selectionOf = (store: Store, offer: number) => store.offers.selection[offer] ?? none

/**
 * Compares the books with `own`, the part in the selection's name, or with most books when the name has no such part.
 */
function findDisagreements(store: Store, row: number, part: keyof LineFacts, own: string): string[] {
  const given = parseOwnLines(store, row, part)
  const usual = own === '' ? findMostFrequent([...given.values()]) : own
  const others = [...given].filter(([, each]) => each !== usual)
  const says = own === '' ? 'others say' : 'its name says'
  return others.map(
    ([book, each]) => `${book} says “${each}” here, ${says} “${usual}”; may not be the same bet.`,
  )
}

/** Values of the books whose odds objects give this part beside the id, by the book's name. */
function parseOwnLines(store: Store, row: number, part: keyof LineFacts): Map<string, string> {
  const given = new Map<string, string>()
  for (const offer of store.offersOf(row)) {
    const text = store.ownLines.list[store.offers.ownLine[offer] ?? 0] ?? ''
    const each = text === '' ? '' : parseOwnLine(text)[part]
    if (each !== '') given.set(bookNameOf(store, offer), each)
  }
  return given
}

/** Returns the first of several. */
function findMostFrequent(texts: readonly string[]): string {
  const repeated = [...Map.groupBy(texts, text => text).values()]
  return repeated.toSorted((a, b) => b.length - a.length)[0]?.[0] ?? ''
}

/** Bins of token marks; a token in a bin without a wanted mark is skipped. */
const binCount = 1 << 16

/**
 * Finds offers whose sgp token the same book has for another selection too, each with the other offer. One pass over the
 * marks of all tokens, made when a leg is checked.
 */
function findDuplicateTokens(store: Store, selections: readonly number[]): [own: number, other: number][] {
  const { sgpMark, count } = store.offers
  const wanted = collectMarks(store, selections)
  const isWanted = new Uint8Array(binCount)
  for (const mark of wanted.keys()) isWanted[mark & (binCount - 1)] = 1
  const duplicates: [own: number, other: number][] = []
  for (let offer = 0; offer < count && wanted.size > 0; offer++) {
    const mark = sgpMark[offer] ?? 0
    if (mark === 0 || isWanted[mark & (binCount - 1)] === 0) continue
    for (const own of wanted.get(mark) ?? [])
      if (isDuplicateToken(store, own, offer)) duplicates.push([own, offer])
  }
  return duplicates
}

/** Offers of these selections by the mark of their sgp token. */
function collectMarks(store: Store, selections: readonly number[]): Map<number, number[]> {
  const offers = selections.flatMap(selection => [...store.offersOf(selection)])
  const withToken = offers.filter(offer => store.offers.hasSgp(offer))
  return Map.groupBy(withToken, offer => store.offers.sgpMark[offer] ?? 0)
}

function isDuplicateToken(store: Store, offer: number, other: number): boolean {
  const { offers } = store
  if (offers.selection[offer] === offers.selection[other] || store.bookOf(offer) !== store.bookOf(other))
    return false
  return offers.sgpOf(offer) === offers.sgpOf(other)
}
