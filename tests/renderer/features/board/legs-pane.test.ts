import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { BoardStatus } from '../../../../src/shared/model/game/board.ts'
import { failed, stubDesk, ok } from '../../../support/bridge/stub-desk.ts'
import { own } from '../../../support/renderer/account/states.ts'
import { button, buttonNames } from '../../../support/renderer/screen.ts'
import {
  emptyBoard,
  feed,
  filledBoard,
  loading,
  report,
  source,
} from '../../../support/renderer/board/board-answers.ts'
import { mountLegs, openLegs } from '../../../support/renderer/board/legs-pane.ts'

const fedBoard: BoardStatus = { ...filledBoard, sources: [feed()] }

test('the board says its size', async () => {
  const { pane } = await openLegs()
  expect(pane.text()).toContain('41,208 selections · 12 books')
})

test('the board, empty, on an own profile: asks for odds, with one button that opens the dialog', async () => {
  const { pane } = await openLegs({ account: own({ kind: 'keychain' }), board: emptyBoard })
  expect(pane.text()).toContain('Add odds to begin')
  expect(buttonNames(pane).filter(name => name === 'Add odds')).toHaveLength(1)
  await button(pane, 'Add odds').trigger('click')
  await expect.poll(() => pane.find('dialog').exists()).toBe(true)
})

test('the board, empty, in the demo: says that its odds are being loaded', async () => {
  const { pane } = await openLegs({ board: { ...emptyBoard, sources: [feed({ state: { kind: 'never' } })] } })
  expect(pane.text()).toContain('Loading the demo’s odds…')
  expect(buttonNames(pane)).not.toContain('Add odds')
})

test('the board, empty, in the demo with its feed turned off: asks for odds', async () => {
  const off = feed({ state: { kind: 'never' }, isOn: false })
  const { pane } = await openLegs({ board: { ...emptyBoard, sources: [off] } })
  expect(buttonNames(pane)).toContain('Add odds')
})

test('the board, loading: says what, and how far', async () => {
  const board: BoardStatus['loading'] = { kind: 'loading', source: 'Feed of Bravo', done: 130, of: 1000 }
  const { pane } = await openLegs({ board: { ...fedBoard, loading: board } })
  expect(pane.text()).toContain('Feed of Bravo')
  expect(pane.text()).toContain('13%')
  expect(button(pane, 'Refresh').attributes('disabled')).toBeDefined()
})

test('the board, loading sources: each tells how far it is, and can be cancelled', async () => {
  const state = loading({ done: 12e6, of: 48e6, objects: 41_208, secondsLeft: 9 })
  const sources = [source('a', { name: 'a.json', state }), source('b', { name: 'b.json', state: loading() })]
  const { pane, api } = await openLegs({
    board: { ...filledBoard, sources, loading: { kind: 'loading', source: 'a.json', done: 1, of: 4 } },
  })
  expect(pane.text()).toContain('41,208 objects · 12 of 48 MB · 9 s left')
  expect(pane.findAll('progress')).toHaveLength(2)
  await button(pane, 'Cancel loading b.json').trigger('click')
  expect(api.board.cancelLoad).toHaveBeenCalledExactlyOnceWith({ id: 'b' })
})

test('a load that belongs to no source cannot be cancelled', async () => {
  const kept: BoardStatus['loading'] = { kind: 'loading', source: 'The board of last time', done: 1, of: 4 }
  const { pane } = await openLegs({ board: { ...filledBoard, loading: kept } })
  expect(buttonNames(pane).filter(name => name.startsWith('Cancel'))).toEqual([])
})

test.each([
  [0.5, undefined, false],
  [3, 'odds from 3 min ago', false],
  [12, 'odds from 12 min ago', true],
])('odds of %d minutes ago say so: %s, as a warning: %s', async (minutes, says, warns) => {
  const { pane } = await openLegs({ board: { ...filledBoard, asOf: Date.now() - minutes * 60_000 } })
  expect(pane.find('.age').exists()).toBe(says !== undefined)
  if (says === undefined) return
  expect(pane.find('.age').text()).toContain(says)
  expect(pane.find('.age').classes('warn')).toBe(warns)
})

test('the sources are one button away, and lead on to pasting', async () => {
  const { pane } = await openLegs({ board: fedBoard })
  await button(pane, 'Sources').trigger('click')
  await expect.poll(() => pane.find('dialog h2').text()).toBe('Sources')
  await button(pane, 'Paste odds…').trigger('click')
  await expect.poll(() => pane.find('dialog h2').text()).toBe('Add odds')
})

test('the board, failed: says why, and fetches again', async () => {
  const failure: BoardStatus['loading'] = {
    kind: 'failed',
    source: 'Feed',
    sentence: 'The server is down.',
  }
  const { pane, api } = await openLegs({ board: { ...emptyBoard, sources: [feed()], loading: failure } })
  expect(pane.find('[role=alert]').text()).toContain('The server is down.')
  await button(pane, 'Fetch the feed').trigger('click')
  expect(api.board.load).toHaveBeenCalledOnce()
})

test('the board refreshes by its button where there is a feed', async () => {
  const { pane, api } = await openLegs({ board: fedBoard })
  api.board.load.mockResolvedValueOnce(ok(report()))
  await button(pane, 'Refresh').trigger('click')
  expect(api.board.load).toHaveBeenCalledOnce()
})

test('the board has nothing to refresh on a profile without a feed', async () => {
  const { pane } = await openLegs({ account: own({ kind: 'keychain' }) })
  expect(buttonNames(pane)).not.toContain('Refresh')
})

test('the board says why a refresh was refused', async () => {
  const { pane, api } = await openLegs({ board: fedBoard })
  api.board.load.mockResolvedValueOnce(failed({ kind: 'key-missing' }))
  await button(pane, 'Refresh').trigger('click')
  await flushPromises()
  expect(pane.find('[role=alert]').text()).toContain('no API key')
})

test('a board that cannot be read says so and is read again on request', async () => {
  const { api } = stubDesk({ board: filledBoard })
  api.board.snapshot.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'R9' }))
  const pane = await mountLegs()
  expect(pane.text()).toContain('R9')
  await button(pane, 'Try again').trigger('click')
  await flushPromises()
  expect(pane.text()).toContain('41,208 selections')
})

test('the board tells what a refresh left out, until it is dismissed', async () => {
  const { pane, api } = await openLegs({ board: fedBoard })
  const leftOut = [{ reason: 'no sgp token', count: 3, example: 'bravo#evt' }]
  api.board.load.mockResolvedValueOnce(ok(report({ taken: 900, leftOut })))
  await button(pane, 'Refresh').trigger('click')
  await flushPromises()
  for (const part of ['Took 900 odds objects', 'Left out 3', 'no sgp token', 'bravo#evt'])
    expect(pane.text()).toContain(part)
  await button(pane, 'Dismiss').trigger('click')
  expect(pane.text()).not.toContain('Left out')
})

test('no two parts share an id while the dialog is open over the results', async () => {
  const { pane } = await openLegs()
  await button(pane, 'Add odds').trigger('click')
  await expect.poll(() => pane.find('dialog').exists()).toBe(true)
  const ids = pane.findAll('[id]').map(each => each.attributes('id'))
  expect(ids).toEqual([...new Set(ids)])
})
