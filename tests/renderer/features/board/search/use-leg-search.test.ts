import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { useLegSearch } from '../../../../../src/renderer/features/board/search/useLegSearch.ts'
import type { SearchAnswer } from '../../../../../src/shared/model/game/board.ts'
import type { Outcome } from '../../../../../src/shared/failure.ts'
import { failed, stubDesk, ok } from '../../../../support/bridge/stub-desk.ts'
import { found } from '../../../../support/renderer/board/board-answers.ts'

/** A board whose searches are answered by hand, in the order they came. */
function slowBoard() {
  const { api } = stubDesk()
  const waiting: ((outcome: Outcome<SearchAnswer>) => void)[] = []
  api.board.search.mockImplementation(() => new Promise(resolve => waiting.push(resolve)))
  const answer = async (outcome: Outcome<SearchAnswer>) => {
    waiting.shift()?.(outcome)
    await flushPromises()
  }
  const asked = () => api.board.search.mock.calls.map(([request]) => request.query)
  const sent = () => api.board.search.mock.calls.map(([request]) => request.sent)
  return { answer, asked, sent }
}
describe('useLegSearch', () => {
  it('sends one request at a time, and then only the newest text', async () => {
    const { answer, asked } = slowBoard()
    const { searchFor } = useLegSearch()
    for (const text of ['n', 'no', 'nor']) void searchFor(text)
    expect(asked()).toEqual(['n'])
    await answer(ok(found({})))
    expect(asked()).toEqual(['n', 'nor'])
    await answer(ok(found({})))
    expect(asked()).toEqual(['n', 'nor'])
  })

  it('drops an answer to an older text', async () => {
    const { answer } = slowBoard()
    const { search, searchFor } = useLegSearch()
    void searchFor('old')
    void searchFor('new')
    await answer(ok(found({ g1: ['Old'] })))
    expect(search.value.kind).toBe('idle')
    await answer(ok(found({ g1: ['New'] })))
    expect(search.value).toMatchObject({ kind: 'ready', query: 'new', answer: { total: 1 } })
  })

  it('says why a search failed, and searches again for the next text', async () => {
    const { answer, asked } = slowBoard()
    const { search, searchFor } = useLegSearch()
    void searchFor('x')
    await answer(failed({ kind: 'internal', reference: 'R1' }))
    expect(search.value).toMatchObject({ kind: 'failed', failure: { reference: 'R1' } })
    void searchFor('y')
    expect(asked()).toEqual(['x', 'y'])
  })

  it('asks for the legs that fill the list, and for more below them once', async () => {
    const { answer, sent } = slowBoard()
    const { searchFor, searchBelow, listHeight } = useLegSearch()
    listHeight.value = 360
    void searchFor('x')
    // Ten rows of 36 pixels, and one that makes the list scroll.
    expect(sent()).toEqual([11])
    await answer(ok(found({ g1: Array.from({ length: 11 }, (_, at) => `Leg ${at}`) })))
    void searchBelow(11)
    void searchBelow(11)
    expect(sent()).toEqual([11, 22])
  })

  it('cuts the text to the length that the bridge accepts', () => {
    const { asked } = slowBoard()
    void useLegSearch().searchFor('x'.repeat(300))
    expect(asked()).toEqual(['x'.repeat(200)])
  })
})
