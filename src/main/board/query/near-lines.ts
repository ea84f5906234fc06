/** Finds the lines nearest to one that was typed and that no selection has: `o21.5 pts` where 20.5 and 22.5 are offered. */
import type { QueryWord } from '../store/search-index.ts'
import type { Store } from '../store/store.ts'
import { parseNamedLine } from './neighbors.ts'
import type { Query } from './parse-query.ts'
import { findPhrases } from './trade-terms.ts'

const line = /^[+-]?\d+(?:\.\d+)?$/
const sides: ReadonlySet<string> = new Set(['over', 'under', 'o', 'u'])
export const isLine = (word: string): boolean => line.test(word)

/**
 * The query without its line, and that line; undefined unless it has one line and names something else too. `20+` is a
 * line of over 19.5.
 */
export function takeLine(query: Query): { readonly query: Query; readonly line: number } | undefined {
  const lines = query.words.filter(({ typed }) => isLine(typed))
  const [word] = lines
  const named = query.words.filter(({ typed }) => !isLine(typed) && !sides.has(typed))
  if (word === undefined || lines.length > 1 || named.length === 0) return undefined
  const { typed, isMinimum } = word
  const words = query.words.flatMap(each => (each === word ? (isMinimum ? [over] : []) : [each]))
  return { query: { ...query, words }, line: isMinimum ? Number(typed) - 0.5 : Number(typed) }
}

const over: QueryWord = {
  typed: 'over',
  phrases: findPhrases('over'),
  guesses: [],
  isMinimum: false,
  isWhole: false,
}

/** More lines than these are no help. */
const maxNear = 4

/**
 * Finds among these selections the nearest one below and above the line, of each bet and with the same sign; in the
 * order of their lines.
 */
export function findNearest(store: Store, rows: readonly number[], wanted: number): NearRow[] {
  const bets = Map.groupBy(
    rows.flatMap(row => {
      const { market, name } = store.keyPartsOf(row)
      const parsed = parseNamedLine(name)
      return parsed && parsed.line < 0 === wanted < 0 ? [{ row, ...parsed, market }] : []
    }),
    ({ market, before, after }) => JSON.stringify([market, before, after]),
  )
  const near = [...bets.values()].flatMap(lines => {
    const sorted = lines.toSorted((a, b) => a.line - b.line)
    const below = sorted.findLast(each => each.line < wanted)
    const above = sorted.find(each => each.line > wanted)
    return [below ?? [], above ?? []].flat()
  })
  near.sort((a, b) => Math.abs(a.line - wanted) - Math.abs(b.line - wanted))
  return near.slice(0, maxNear).sort((a, b) => a.line - b.line)
}

interface NearRow {
  readonly row: number
  readonly line: number
}
