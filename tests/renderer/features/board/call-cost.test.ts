import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { useDeskStore } from '../../../../src/renderer/features/desk/desk-store.ts'
import { ok } from '../../../support/bridge/stub-desk.ts'
import { book, plainSettings } from '../../../support/shared/desk-rows.ts'
import { tightenBudget } from '../../../support/renderer/desk/tight-budget.ts'
import { button } from '../../../support/renderer/screen.ts'
import { feed, filledBoard, report } from '../../../support/renderer/board/board-answers.ts'
import { openLegs, options } from '../../../support/renderer/board/legs-pane.ts'

const books = [book('a', 'Alpha Bet'), book('b', 'Bravo', false), book('c', 'Charlie')]

/** The Legs pane with a feed of three calls, while no call may be sent. */
async function openTight() {
  const opened = await openLegs({
    board: { ...filledBoard, sources: [feed({ calls: 3 })] },
    settings: { ...plainSettings, books },
  })
  await useDeskStore().start()
  const budget = await tightenBudget(opened)
  return { ...opened, ...budget }
}
describe('LegsPane, with a used-up call budget', () => {
  it('shows the cost of adding a slip at the books that are on, and when not all calls can be sent', async () => {
    const { pane, api } = await openTight()
    api.board.checkSlip.mockResolvedValue(ok({ completeBooks: ['a', 'b', 'c'], legs: [], warnings: [] }))
    await options(pane)[0]?.trigger('click')
    await flushPromises()
    expect(pane.find('.slip').text()).toContain('Adding it makes 2 calls, not all at once.')
  })

  it('fetches the feed only after a yes when its calls cannot be sent at once', async () => {
    const { pane, api, asked, answer } = await openTight()
    api.board.load.mockResolvedValue(ok(report()))
    await button(pane, 'Refresh').trigger('click')
    await flushPromises()
    expect(asked()).toEqual(['Fetch the feed', 3, 48_000])
    await answer(false)
    expect(api.board.load).not.toHaveBeenCalled()
    await button(pane, 'Refresh').trigger('click')
    await flushPromises()
    await answer(true)
    expect(api.board.load).toHaveBeenCalledOnce()
  })
})
