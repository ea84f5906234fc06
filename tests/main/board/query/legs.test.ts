import { expect, describe, it, onTestFinished } from 'vitest'
import { Board } from '../../../../src/main/board/board.ts'
import { Store } from '../../../../src/main/board/store/store.ts'
import { toSelectionLine } from '../../../../src/main/board/query/legs.ts'
import type { PriceFormat } from '../../../../src/shared/odds/price.ts'
import { bytesOf, mergeInto, storeOf } from '../../../support/board/batches.ts'

const workerFile = new URL('../../../../src/main/board/worker/worker.ts', import.meta.url)
const noFilter = { league: null, bookId: null, isLiveOnly: false, isMainOnly: false, isPinnedOnly: false }
const odds = (book: string, name: string, more = {}) => ({ id: `${book}#g#Moneyline#${name}`, ...more })

describe('toSelectionLine', () => {
  it.each([
    ['american', ['-110', '+150'], '+150'],
    ['decimal', ['1.91', '1.5'], '1.91'],
    ['decimal', ['150', '151.5'], '151.5'],
    ['decimal', [2.1, 1.91], '2.1'],
    ['fractional', ['10/11', '11/10'], '11/10'],
    ['american', ['1.91', '10/11'], null],
  ] as const)('reads the best single price in the format of the user: %s, %j', (format, prices, best) => {
    const list = prices.map((price, at) => odds(`book${at}`, 'River', { price }))
    const before = new Store()
    before.readPricesIn(format)
    mergeInto(before, { value: list, load: 1 })
    const after = storeOf(list)
    after.readPricesIn(format)
    expect([before, after].map(store => toSelectionLine(store, 0).price)).toEqual([best, best])
  })

  it('follows a change of that setting', async () => {
    let format: PriceFormat = 'american'
    const board = new Board({ workerFile, singlesFormat: () => format })
    onTestFinished(() => board.close())
    const list = ['-110', '1.91'].map((price, at) => odds(`book${at}`, 'River', { price }))
    await board.load({ source: { id: 's', name: 'S' }, bytes: bytesOf(JSON.stringify(list)) })
    const best = async () =>
      (await board.search({ query: '', limit: 10, filter: noFilter, kept: { pinned: [], recent: [] } }))
        .groups[0]?.selections[0]?.price
    const typed = async () => (await board.readTyped('x#g#Moneyline#River', null)).legs[0]?.line.price
    expect([await best(), await typed()]).toEqual(['-110', '-110'])
    format = 'fractional'
    expect([await best(), await typed()]).toEqual([null, null])
    format = 'decimal'
    expect(await best()).toBe('1.91')
  })
})
