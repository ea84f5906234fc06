import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { BoardStatus } from '../../../src/shared/model/board.ts'
import { failed, installFakeDesk, ok } from '../../fakes/desk-api.ts'
import { own } from '../account/states.ts'
import { button, buttonNames } from '../named.ts'
import { emptyBoard, feed, filledBoard, report } from './answers.ts'
import { mountLegs, openLegs } from './opened-legs.ts'

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
  const { pane } = await openLegs({ board: emptyBoard })
  expect(pane.text()).toContain('Loading the demo’s odds…')
  expect(buttonNames(pane)).not.toContain('Add odds')
})

test('the board, loading: says what, and how far', async () => {
  const loading: BoardStatus['loading'] = { kind: 'loading', source: 'Feed of Bravo', done: 130, of: 1000 }
  const { pane } = await openLegs({ board: { ...fedBoard, loading } })
  expect(pane.text()).toContain('Feed of Bravo')
  expect(pane.text()).toContain('13%')
  expect(button(pane, 'Refresh').attributes('disabled')).toBeDefined()
})

test('the board, failed: says why, and fetches again', async () => {
  const loading: BoardStatus['loading'] = {
    kind: 'failed',
    source: 'Feed',
    sentence: 'The server is down.',
  }
  const { pane, api } = await openLegs({ board: { ...emptyBoard, sources: [feed()], loading } })
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
  const { api } = installFakeDesk({ board: filledBoard })
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
