import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { failed } from '../../../../support/bridge/stub-desk.ts'
import { button } from '../../../../support/renderer/screen.ts'
import { found, game, line } from '../../../../support/renderer/board/board-answers.ts'
import { openLegs, options, search, type } from '../../../../support/renderer/board/legs-pane.ts'

const withOwn = {
  ...found({ g1: ['A', 'B'] }),
  pinned: [{ game: game('g1'), selections: [line('g1', 'A', { isPinned: true })] }],
  recent: [{ game: game('g2'), selections: [line('g2', 'C')] }],
}
const press = (pane: VueWrapper, key: string, given = {}) =>
  search(pane).trigger('keydown', { key, ...given })
const groups = (pane: VueWrapper) =>
  pane.findAll('[role=listbox] [role=group]').map(each => each.attributes('aria-label'))

test('an empty search shows what is pinned and recent before the games', async () => {
  const { pane } = await openLegs({}, withOwn)
  expect(groups(pane)).toEqual([
    'Pinned: Away g1 at Home g1',
    'Recent: Away g2 at Home g2',
    'All games: Away g1 at Home g1',
  ])
  expect(options(pane)[0]?.text()).toContain('pinned')
})

test('sections are not named where there is but one', async () => {
  const { pane } = await openLegs()
  expect(groups(pane)).toEqual(['Away g1 at Home g1', 'Away g2 at Home g2'])
})

test('the same selection pinned and found is walked twice, and stands out once', async () => {
  const { pane } = await openLegs({}, withOwn)
  const active = () => options(pane).findIndex(each => each.classes('active'))
  const visited = []
  for (let step = 0; step < 4; step++) {
    await press(pane, 'ArrowDown')
    visited.push(active())
  }
  expect(visited).toEqual([0, 1, 2, 3])
  expect(pane.findAll('.active')).toHaveLength(1)
})

test('only what is found counts against the matches', async () => {
  const { pane } = await openLegs({}, { ...withOwn, total: 12 })
  expect(pane.text()).toContain('10 more')
})

test('Ctrl+P pins the result under the cursor, and the search is asked again', async () => {
  const { pane, api } = await openLegs()
  await type(pane, 'a')
  api.board.search.mockClear()
  await press(pane, 'p', { ctrlKey: true })
  await flushPromises()
  expect(api.board.pin).toHaveBeenCalledExactlyOnceWith({ key: 'g1#Points#A', isPinned: true })
  expect(api.board.search).toHaveBeenCalledOnce()
})

test('P alone is a letter in the field and pins in the list', async () => {
  const { pane, api } = await openLegs()
  await press(pane, 'ArrowDown')
  await press(pane, 'p')
  expect(api.board.pin).not.toHaveBeenCalled()
  await pane.find('[role=listbox]').trigger('keydown', { key: 'p' })
  expect(api.board.pin).toHaveBeenCalledOnce()
})

test('the pin button tells and changes the state of the result under the cursor', async () => {
  const { pane, api } = await openLegs({}, withOwn)
  expect(button(pane, 'Pin').attributes('disabled')).toBeDefined()
  await press(pane, 'ArrowDown')
  expect(button(pane, 'Pin A').attributes('aria-pressed')).toBe('true')
  await button(pane, 'Pin A').trigger('click')
  expect(api.board.pin).toHaveBeenCalledExactlyOnceWith({ key: 'g1#Points#A', isPinned: false })
})

test('a click on the star pins the leg and does not choose it', async () => {
  const { pane, api } = await openLegs()
  await options(pane)[1]?.find('.star').trigger('click')
  expect(api.board.pin).toHaveBeenCalledExactlyOnceWith({ key: 'g1#Points#B', isPinned: true })
  expect(pane.find('[aria-selected=true]').exists()).toBe(false)
})

test('a pin that is refused says why', async () => {
  const { pane, api } = await openLegs()
  api.board.pin.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
  await options(pane)[0]?.find('.star').trigger('click')
  await flushPromises()
  expect(pane.find('[role=alert]').text()).toContain('The disk is full.')
})
