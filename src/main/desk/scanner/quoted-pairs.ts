/** Pairs of legs that books priced for parlays of the desk: what the scanner learns from without a call. */
import type { Row } from '../../../shared/model/parlay/desk.ts'
import type { SeenPair } from '../../../shared/value/pair-model.ts'

interface PairAt {
  readonly bookId: string
  readonly keys: readonly [string, string]
}

export interface QuotedPairsDeps {
  readonly rows: () => readonly Pick<Row, 'legs' | 'cells'>[]
  /** Older prices are not compared with the single prices of now, epoch ms. */
  readonly since: () => number
  /** As the board describes them; null for a pair that teaches nothing. */
  readonly describe: (
    pairs: readonly PairAt[],
  ) => Promise<readonly (Omit<SeenPair, 'decimal' | 'hold'> | null)[]>
  /** Hold of a book's complete partitions of two legs; undefined when none was seen. */
  readonly holdOf: (bookId: string) => number | undefined
}

/** Reads the pairs among the desk's last prices that are fresh, and those that a book did not combine. */
export async function readQuotedPairs({
  rows,
  since,
  describe,
  holdOf,
}: QuotedPairsDeps): Promise<SeenPair[]> {
  const from = since()
  const quoted = rows().flatMap(({ legs, cells }) => {
    const [one, two, ...others] = legs
    if (one === undefined || two === undefined || others.length > 0) return []
    return cells.flatMap(({ bookId, quote }) => {
      if (quote === null || quote.at < from) return []
      const { outcome } = quote
      const decimal = outcome.kind === 'priced' ? outcome.price.decimal : null
      if (decimal === null && outcome.kind !== 'cannot-combine') return []
      return [{ bookId, keys: [one.key, two.key] as const, decimal }]
    })
  })
  if (quoted.length === 0) return []
  const described = await describe(quoted.map(({ bookId, keys }) => ({ bookId, keys })))
  return described.flatMap((pair, place) => {
    const decimal = quoted[place]?.decimal ?? null
    return pair === null ? [] : [{ ...pair, decimal, hold: holdOf(pair.bookId) }]
  })
}
