import { describe, expect, it } from 'vitest'
import {
  applyLayout,
  findLayout,
  hasUniqueNames,
  listMissingBooks,
  withLayout,
  withoutLayout,
  type Arrangement,
} from '../../../../src/shared/model/settings/saved-layout.ts'
import { maxOwnOrder, plainLayout } from '../../../../src/shared/model/settings/settings.ts'
import { plainLedgerLayout, plainPanes } from '../../../../src/shared/model/settings/view.ts'

const books = (...shown: readonly string[]) =>
  shown.map(text => {
    const id = text.replace('-', '')
    return { id, name: id.toUpperCase(), isOn: !text.startsWith('-') }
  })
const arrangement = (given: Partial<Arrangement> = {}): Arrangement => ({
  profileId: 'demo',
  panes: plainPanes,
  ledger: plainLedgerLayout,
  grid: plainLayout,
  books: books('a', 'b', 'c'),
  filter: { tag: null, text: '' },
  ...given,
})
const shownBooks = ({ books: all }: Arrangement) => all.map(({ id, isOn }) => `${isOn ? '' : '-'}${id}`)

describe('applyLayout', () => {
  it('gives back what was saved, whatever came since', () => {
    const layout = arrangement({
      panes: { ...plainPanes, isCellOpen: false, legsWidth: 300 },
      ledger: { ...plainLedgerLayout, hidden: ['clv'] },
      grid: {
        density: 'compact',
        frozen: ['b'],
        widths: [{ bookId: 'a', px: 90 }],
        rowSort: 'mine',
        myOrder: [3, 1, 2],
      },
      books: books('c', '-a', 'b'),
      filter: { tag: 'props', text: 'ev>5' },
    })
    expect(applyLayout(layout, arrangement())).toEqual(layout)
  })

  it('leaves books it does not know as they are, behind, and does without those gone', () => {
    const layout = arrangement({ books: books('z', 'c', '-a'), grid: { ...plainLayout, frozen: ['z', 'c'] } })
    const current = arrangement({
      books: books('a', 'new', '-old', 'c'),
      grid: {
        ...plainLayout,
        frozen: ['a', 'new'],
        widths: [
          { bookId: 'a', px: 60 },
          { bookId: 'new', px: 70 },
        ],
      },
    })
    const next = applyLayout(layout, current)
    expect(shownBooks(next)).toEqual(['c', '-a', 'new', '-old'])
    expect(next.grid.frozen).toEqual(['c', 'new'])
    expect(next.grid.widths).toEqual([{ bookId: 'new', px: 70 }])
    expect(listMissingBooks(layout, current)).toEqual(['Z'])
  })

  it('leaves My order alone unless it was in use, in the same profile', () => {
    const mine = (rowSort: 'mine' | 'ev', myOrder: number[], profileId = 'demo') =>
      arrangement({ profileId, grid: { ...plainLayout, rowSort, myOrder } })
    const order = (layout: Arrangement, current: Arrangement) => applyLayout(layout, current).grid.myOrder
    expect(order(mine('mine', [3, 1]), mine('mine', [1, 4, 3, 5]))).toEqual([3, 1, 4, 5])
    expect(order(mine('ev', [3, 1]), mine('mine', [1, 3]))).toEqual([1, 3])
    expect(order(mine('mine', [3, 1], 'p-1'), mine('mine', [1, 3]))).toEqual([1, 3])
    expect(applyLayout(mine('mine', [3, 1], 'p-1'), mine('ev', [])).profileId).toBe('demo')
  })

  it('keeps My order within what a profile keeps', () => {
    const inOrder = (from: number) =>
      arrangement({
        grid: {
          ...plainLayout,
          rowSort: 'mine',
          myOrder: Array.from({ length: maxOwnOrder }, (_, at) => from + at),
        },
      })
    const { myOrder } = applyLayout(inOrder(1), inOrder(100)).grid
    expect([myOrder.length, myOrder[0], myOrder.at(-1)]).toEqual([maxOwnOrder, 1, maxOwnOrder])
  })
})

describe('saved layouts', () => {
  const named = (...names: string[]) => names.map(name => ({ name, arrangement: arrangement() }))

  it('are found by name in whatever case, and replaced in place', () => {
    const layouts = named('Evening', 'NBA')
    expect(findLayout(layouts, ' nba ')?.name).toBe('NBA')
    const next = withLayout(layouts, { name: 'evening', arrangement: arrangement({ profileId: 'p-1' }) })
    expect(next.map(({ name }) => name)).toEqual(['evening', 'NBA'])
    expect(withLayout(layouts, { name: 'Live', arrangement: arrangement() }).map(({ name }) => name)).toEqual(
      ['Evening', 'Live', 'NBA'],
    )
    expect(withoutLayout(layouts, 'EVENING').map(({ name }) => name)).toEqual(['NBA'])
  })

  it('have names of their own', () => {
    expect(hasUniqueNames(named('a', 'b'))).toBe(true)
    expect(hasUniqueNames(named('Live', 'live '))).toBe(false)
  })
})
