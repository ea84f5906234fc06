import { describe, expect, it, vi } from 'vitest'
import { readQuotedPairs, type QuotedPairsDeps } from '../../../../src/main/desk/scanner/quoted-pairs.ts'
import { pairClass } from '../../../support/desk/scripted-scanner.ts'
import { cell, leg, noon, priced, quote, row } from '../../../support/shared/desk-rows.ts'

const [one, two, three] = [leg('One', 'Total'), leg('Two', 'Moneyline'), leg('Three', 'Spread')]
const described = { ...pairClass, fair: [0.5, 0.5] as const, product: 4 }

describe('readQuotedPairs', () => {
  it('reads the fresh prices of parlays of two legs, and refusals to combine', async () => {
    const describe = vi.fn<QuotedPairsDeps['describe']>(pairs =>
      Promise.resolve(pairs.map(({ bookId }) => (bookId === 'd' ? null : { ...described, bookId }))),
    )
    const cells = [
      cell('a', { quote: priced(250) }),
      cell('b', { quote: quote({ kind: 'cannot-combine' }) }),
      cell('c', { quote: priced(250, noon - 60_000) }),
      cell('d', { quote: priced(250) }),
      cell('e', { quote: quote({ kind: 'no-price' }) }),
      cell('f'),
    ]
    const pairs = await readQuotedPairs({
      rows: () => [row(1, cells, [one, two]), row(2, cells, [one, two, three]), row(3, cells, [one])],
      since: () => noon - 30_000,
      describe,
      holdOf: bookId => (bookId === 'a' ? 0.2 : undefined),
    })
    expect(describe.mock.calls[0]?.[0]).toEqual(
      ['a', 'b', 'd'].map(bookId => ({ bookId, keys: [one.key, two.key] })),
    )
    expect(pairs).toEqual([
      { ...described, bookId: 'a', decimal: 3.5, hold: 0.2 },
      { ...described, bookId: 'b', decimal: null, hold: undefined },
    ])
  })

  it('asks nothing of the board without any', async () => {
    const describe = vi.fn<QuotedPairsDeps['describe']>()
    const deps = { since: () => 0, describe, holdOf: () => undefined }
    expect(await readQuotedPairs({ rows: () => [], ...deps })).toEqual([])
    expect(describe).not.toHaveBeenCalled()
  })
})
