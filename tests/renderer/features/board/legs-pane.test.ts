import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { useDeskStore } from '../../../../src/renderer/features/desk/desk-store.ts'
import { lastSession, type BoardStatus } from '../../../../src/shared/model/game/board.ts'
import { failed, stubDesk, ok } from '../../../support/bridge/stub-desk.ts'
import { own } from '../../../support/renderer/account/states.ts'
import { tightenBudget } from '../../../support/renderer/desk/tight-budget.ts'
import { button, buttonNames } from '../../../support/renderer/screen.ts'
import {
  emptyBoard,
  feed,
  filledBoard,
  loading,
  report,
  source,
} from '../../../support/renderer/board/board-answers.ts'
import { chooseInMenu, mountLegs, openLegs, options } from '../../../support/renderer/board/legs-pane.ts'
import { book, plainSettings } from '../../../support/shared/desk-rows.ts'

const fedBoard: BoardStatus = { ...filledBoard, sources: [feed()] }
describe('LegsPane', () => {
  it('says how many legs there are in the tooltip of their age', async () => {
    const { pane } = await openLegs()
    expect(pane.get('.age').attributes('data-tip')).toBe('Updated just now: 41,208 legs from 12 books')
  })

  it('asks for odds on an empty board, with one button that opens the dialog', async () => {
    const { pane } = await openLegs({ account: own({ kind: 'keychain' }), board: emptyBoard })
    expect(pane.text()).toContain('Add odds to begin')
    expect(buttonNames(pane).filter(name => name === 'Add odds')).toHaveLength(1)
    await button(pane, 'Add odds').trigger('click')
    await expect.poll(() => pane.find('dialog').exists()).toBe(true)
  })

  it('on an empty board with a feed, offers to load it first', async () => {
    const sources = [feed({ state: { kind: 'never' } })]
    const { pane } = await openLegs({
      account: own({ kind: 'keychain' }),
      board: { ...emptyBoard, sources },
    })
    expect(button(pane, 'Refresh odds').classes()).toContain('primary')
    expect(button(pane, 'Add odds').classes()).not.toContain('primary')
  })

  it('says on an empty board of the demo that its odds are being loaded', async () => {
    const { pane } = await openLegs({
      board: { ...emptyBoard, sources: [feed({ state: { kind: 'never' } })] },
    })
    expect(pane.text()).toContain('Loading odds…')
    expect(buttonNames(pane)).not.toContain('Add odds')
  })

  it('asks for odds on an empty board of the demo with its feed turned off', async () => {
    const off = feed({ state: { kind: 'never' }, isOn: false })
    const { pane } = await openLegs({ board: { ...emptyBoard, sources: [off] } })
    expect(buttonNames(pane)).toContain('Add odds')
  })

  it('shows a load and its progress', async () => {
    const board: BoardStatus['loading'] = { kind: 'loading', source: 'Feed of Bravo', done: 130, of: 1000 }
    const { pane } = await openLegs({ board: { ...fedBoard, loading: board } })
    expect(pane.text()).toContain('Loading odds… 13%')
    expect(button(pane, 'Refresh').attributes('disabled')).toBeDefined()
  })

  it('shows the progress of the one source that is loading, with a button that cancels it', async () => {
    const state = loading({ done: 12e6, of: 48e6, objects: 41_208, secondsLeft: 9 })
    const sources = [source('a', { name: 'a.json', state }), source('b', { name: 'b.json' })]
    const { pane, api } = await openLegs({
      board: { ...filledBoard, sources, loading: { kind: 'loading', source: 'a.json', done: 1, of: 4 } },
    })
    expect(pane.text()).toContain('Loading odds… 25%')
    await button(pane, 'Cancel loading a.json').trigger('click')
    expect(api.board.cancelLoad).toHaveBeenCalledExactlyOnceWith({ id: 'a' })
  })

  it('shows several loads as one, whose progress never goes back', async () => {
    const sources = ['a', 'b'].map(id => source(id, { name: `${id}.json`, state: loading() }))
    const at = (done: number, of: number) => ({
      ...filledBoard,
      sources,
      loading: { kind: 'loading', source: 'a.json', done, of } as const,
    })
    const { pane, emit } = await openLegs({ board: at(2, 4) })
    expect(pane.findAll('progress')).toHaveLength(1)
    expect(buttonNames(pane).filter(name => name.startsWith('Cancel'))).toEqual([])
    emit.board.changed(at(2, 8))
    await flushPromises()
    expect(pane.text()).toContain('50%')
    emit.board.changed(at(6, 8))
    await flushPromises()
    expect(pane.text()).toContain('75%')
  })

  it('says that the last session comes back, before it says that odds load', async () => {
    const sources = [source('a', { name: 'a.json', state: loading() })]
    const kept: BoardStatus['loading'] = { kind: 'loading', source: lastSession, done: 0, of: 5 }
    const { pane } = await openLegs({ board: { ...filledBoard, sources, loading: kept } })
    expect(pane.text()).toContain('Restoring last session…')
    expect(pane.text()).not.toContain('Loading odds…')
    expect(pane.text()).not.toContain('%')
    expect(buttonNames(pane).filter(name => name.startsWith('Cancel'))).toEqual([])
  })

  it('gives no progress of the call that finds the books of a feed, which another load follows', async () => {
    const plan = { leagues: [], isLiveOnly: false, isMainOnly: false, everySeconds: null }
    const feed = source('f', { kind: { kind: 'feed', plan }, calls: null, state: loading() })
    const busy: BoardStatus['loading'] = { kind: 'loading', source: 'Odds feed', done: 3, of: 5 }
    const { pane, emit } = await openLegs({ board: { ...filledBoard, sources: [feed], loading: busy } })
    expect(pane.text()).toContain('Finding your books…')
    expect(pane.text()).not.toContain('%')
    emit.board.changed({ ...filledBoard, sources: [{ ...feed, calls: 12 }], loading: { ...busy, done: 1 } })
    await flushPromises()
    expect(pane.text()).toContain('Loading odds… 20%')
  })

  it.each([
    [0.5, 'Updated just now', false],
    [3, 'Updated 3 min ago', false],
    [12, 'Updated 12 min ago', true],
  ])('shows the age of odds of %d minutes as %s, as a warning: %s', async (minutes, says, warns) => {
    const { pane } = await openLegs({ board: { ...filledBoard, asOf: Date.now() - minutes * 60_000 } })
    expect(pane.get('.age').text()).toContain(says)
    expect(pane.get('.age').classes('warn')).toBe(warns)
  })

  it.each([
    ['the feed, whatever was pasted since', 120, 'Updated 12 min ago'],
    ['the newest load while nothing is there from the feed', 0, 'Updated just now'],
  ])('shows the age of the odds of %s', async (_, offers, says) => {
    const lastLoad = report({ source: 'Odds feed', at: Date.now() - 12 * 60_000 })
    const sources = [feed({ offers, lastLoad }), source('paste', { kind: { kind: 'paste' } })]
    const { pane } = await openLegs({ board: { ...filledBoard, sources, asOf: Date.now() } })
    expect(pane.get('.age').text()).toContain(says)
  })

  it('opens the sources from its menu, and pasting from there', async () => {
    const { pane } = await openLegs({ board: fedBoard })
    await chooseInMenu(pane, 'Sources')
    await expect.poll(() => pane.find('dialog h2').text()).toBe('Sources')
    await button(pane, 'Paste odds…').trigger('click')
    await expect.poll(() => pane.find('dialog h2').text()).toBe('Add odds')
  })

  it('says why a load failed, and fetches again', async () => {
    const failure: BoardStatus['loading'] = {
      kind: 'failed',
      source: 'Odds feed',
      sentence: 'The server is down.',
    }
    const { pane, api } = await openLegs({ board: { ...emptyBoard, sources: [feed()], loading: failure } })
    expect(pane.find('[role=alert]').text()).toContain('The server is down.')
    await button(pane, 'Refresh odds').trigger('click')
    expect(api.board.load).toHaveBeenCalledOnce()
  })

  it('dismisses a failure that a refresh cannot mend, until the next one', async () => {
    const loading: BoardStatus['loading'] = {
      kind: 'failed',
      source: 'Pasted at 6:14 PM',
      sentence: 'No odds found.',
    }
    const board = { ...fedBoard, loading }
    const { pane, emit } = await openLegs({ board })
    expect(buttonNames(pane)).not.toContain('Refresh odds')
    await button(pane, 'Dismiss').trigger('click')
    expect(pane.find('[role=alert]').exists()).toBe(false)
    emit.board.changed(fedBoard)
    await flushPromises()
    emit.board.changed(board)
    await flushPromises()
    expect(pane.get('[role=alert]').text()).toContain('No odds found.')
  })

  it('offers the feed on an empty board after pasted text without odds', async () => {
    const loading: BoardStatus['loading'] = { kind: 'failed', source: 'Pasted at 6:14 PM', sentence: 'No.' }
    const { pane } = await openLegs({ board: { ...emptyBoard, sources: [feed()], loading } })
    expect(buttonNames(pane).filter(name => name === 'Refresh odds')).toHaveLength(1)
  })

  it('refreshes by its button on a profile with a feed', async () => {
    const { pane, api } = await openLegs({ board: fedBoard })
    api.board.load.mockResolvedValueOnce(ok(report()))
    await button(pane, 'Refresh').trigger('click')
    expect(api.board.load).toHaveBeenCalledOnce()
  })

  it('has no refresh button on a profile without a feed', async () => {
    const { pane } = await openLegs({ account: own({ kind: 'keychain' }) })
    expect(buttonNames(pane)).not.toContain('Refresh')
  })

  it('says why a refresh was refused', async () => {
    const { pane, api } = await openLegs({ board: fedBoard })
    api.board.load.mockResolvedValueOnce(failed({ kind: 'key-missing' }))
    await button(pane, 'Refresh').trigger('click')
    await flushPromises()
    expect(pane.find('[role=alert]').text()).toContain('No API key yet')
  })

  it('says that the board cannot be read, and reads it again on request', async () => {
    const { api } = stubDesk({ board: filledBoard })
    api.board.snapshot.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'R9' }))
    const pane = await mountLegs()
    expect(pane.text()).toContain('R9')
    await button(pane, 'Try again').trigger('click')
    await flushPromises()
    expect(pane.find('[role=listbox]').exists()).toBe(true)
  })

  it('shows what a refresh left out until it is dismissed', async () => {
    const { pane, api } = await openLegs({ board: fedBoard })
    const leftOut = [{ reason: 'no sgp token', count: 3, example: 'bravo#evt' }]
    api.board.load.mockResolvedValueOnce(ok(report({ taken: 900, leftOut })))
    await button(pane, 'Refresh').trigger('click')
    await flushPromises()
    for (const part of ['Added 900 odds', 'Skipped 3', 'no sgp token', 'bravo#evt'])
      expect(pane.text()).toContain(part)
    await button(pane, 'Dismiss').trigger('click')
    expect(pane.text()).not.toContain('Skipped')
  })

  it('has no id twice while a dialog is open over the results', async () => {
    const { pane } = await openLegs()
    await button(pane, 'Add odds').trigger('click')
    await expect.poll(() => pane.find('dialog').exists()).toBe(true)
    const ids = pane.findAll('[id]').map(each => each.attributes('id'))
    expect(ids).toEqual([...new Set(ids)])
  })
})

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
    api.board.checkSlip.mockResolvedValue(
      ok({ completeBooks: ['a', 'b', 'c'], legs: [], warnings: [], obstacle: null }),
    )
    await options(pane)[0]?.trigger('click')
    await flushPromises()
    expect(pane.find('.slip').text()).toContain('Uses 2 calls, spread over a minute.')
  })

  it('fetches the feed only after a yes when its calls cannot be sent at once', async () => {
    const { pane, api, asked, answer } = await openTight()
    api.board.load.mockResolvedValue(ok(report()))
    await button(pane, 'Refresh').trigger('click')
    await flushPromises()
    expect(asked()).toEqual(['Refresh odds', 3, 48_000])
    await answer(false)
    expect(api.board.load).not.toHaveBeenCalled()
    await button(pane, 'Refresh').trigger('click')
    await flushPromises()
    await answer(true)
    expect(api.board.load).toHaveBeenCalledOnce()
  })
})
