import { expect, it, onTestFinished } from 'vitest'
import { Board } from '../../../../src/main/board/board.ts'
import { bytesOf } from '../../../support/board/batches.ts'

const workerFile = new URL('../../../../src/main/board/worker/worker.ts', import.meta.url)
const noFilter = { league: null, bookId: null, isLiveOnly: false, isMainOnly: false, isPinnedOnly: false }
const kept = { pinned: [], recent: [] }
const odds = (book: string, event: string, name: string, price: string) => ({
  ...{ id: `${book}#${event}#Moneyline#${name}`, price, sgp: `${book}-${name}` },
})

/** River at alpha and bravo, Town at bravo alone; the game of Port is only at bravo. */
async function openBoard() {
  let hidden: ReadonlySet<string> = new Set()
  const board = new Board({ workerFile, hiddenBooks: () => hidden })
  onTestFinished(() => board.close())
  const list = [
    odds('alpha', 'g1', 'River', '-110'),
    odds('bravo', 'g1', 'River', '+150'),
    odds('bravo', 'g1', 'Town', '+120'),
    odds('bravo', 'g2', 'Port', '+130'),
    { id: 'alpha#g1#Moneyline#Alone', price: '+140' },
  ]
  await board.load({ source: { id: 's', name: 'S' }, bytes: bytesOf(JSON.stringify(list)) })
  const lines = async (query = '') =>
    (await board.search({ query, limit: 10, filter: noFilter, kept })).groups
      .flatMap(({ selections }) => selections)
      .map(({ name, books, price }) => [name, books, price])
  const key = (event: string, name: string) => `${event}#Moneyline#${name}`
  return { board, lines, key, hide: (...ids: string[]) => (hidden = new Set(ids)) }
}

it('A hidden book is not counted among those with odds, until it is shown again', async () => {
  const { board, hide } = await openBoard()
  expect(board.status().books).toBe(2)
  hide('bravo', 'never seen')
  expect(board.status().books).toBe(1)
  hide()
  expect(board.status().books).toBe(2)
})

it('The odds of a hidden book are neither found, nor counted, nor the best, until it is shown again', async () => {
  const { board, lines, key, hide } = await openBoard()
  const all = await lines()
  expect(all).toHaveLength(4)
  expect(all[0]).toEqual(['River', 2, '+150'])
  hide('bravo')
  expect(await lines()).toEqual([
    ['River', 1, '-110'],
    ['Alone', 0, '+140'],
  ])
  expect(await lines('town')).toEqual([])
  const kept = { pinned: [key('g1', 'Town')], recent: [key('g2', 'Port'), key('g1', 'River')] }
  const { pinned, recent } = await board.search({ query: '', limit: 10, filter: noFilter, kept })
  expect(pinned).toEqual([])
  expect(recent.flatMap(({ selections }) => selections).map(({ name }) => name)).toEqual(['River'])
  hide()
  expect(await lines()).toEqual(all)
})

it('A leg that only a hidden book offers counts as gone, and so does its game', async () => {
  const { board, key, hide } = await openBoard()
  hide('bravo')
  expect(await board.legs([key('g1', 'Town'), key('g2', 'Port')])).toEqual([
    { leg: null, isGameKnown: true },
    { leg: null, isGameKnown: false },
  ])
  const [river] = await board.legs([key('g1', 'River')])
  // The desk keeps a hidden book's tokens for when it is shown again.
  expect(river?.leg?.offers.map(({ bookId }) => bookId).toSorted()).toEqual(['alpha', 'bravo'])
  const slip = await board.checkSlip([key('g1', 'River')])
  expect(slip).toMatchObject({ completeBooks: ['alpha'], legs: [{ books: 1 }] })
})
