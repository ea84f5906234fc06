import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { noNote } from '../../../../../src/shared/model/parlay/parlay.ts'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import { plainSettings } from '../../../../support/shared/desk-rows.ts'
import { found, game, line } from '../../../../support/renderer/board/board-answers.ts'
import {
  openLegs,
  options,
  search,
  slipLegs,
  three,
  type,
} from '../../../../support/renderer/board/legs-pane.ts'

const press = (pane: VueWrapper, key: string, given = {}) =>
  search(pane).trigger('keydown', { key, ...given })
const chosen = (pane: VueWrapper) => pane.findAll('[aria-selected=true]').map(each => each.find('bdi').text())
const active = (pane: VueWrapper) => {
  const id = search(pane).attributes('aria-activedescendant')
  return id === undefined ? undefined : pane.find(`#${id} bdi`).text()
}

describe('LegFinder, results', () => {
  it('are under their games, each with market, best price and coverage', async () => {
    const answer = {
      ...found({}, 1),
      groups: [
        {
          game: game('g1', { title: 'Ice Port at Granite', isLive: true }),
          isFinal: false,
          selections: [
            line('g1', 'Ada North Over 27.5', { market: 'Player Points', books: 11, price: '-115' }),
          ],
        },
      ],
    }
    const { pane } = await openLegs({}, answer)
    expect(pane.find('[role=listbox] [role=group]').attributes('aria-label')).toBe('Ice Port at Granite')
    expect(pane.find('[role=listbox] [role=group]').text()).toContain('Live')
    const texts = ['Ada North Over 27.5', 'Points', '−115', '11 books']
    for (const text of texts) expect(options(pane)[0]?.text()).toContain(text)
  })

  it('are busy while they still belong to an earlier text', async () => {
    const { pane, api } = await openLegs()
    const isBusy = () => pane.get('.finder').attributes('aria-busy')
    expect(isBusy()).toBe('false')
    const answer = Promise.withResolvers<typeof three>()
    api.board.search.mockImplementation(() => answer.promise.then(ok))
    await type(pane, 'later')
    expect(isBusy()).toBe('true')
    answer.resolve(three)
    await flushPromises()
    expect(isBusy()).toBe('false')
  })

  it('show prices in the format of the settings, and a dash where there is none', async () => {
    const answer = {
      ...found({}, 2),
      groups: [
        {
          game: game('g1'),
          isFinal: false,
          selections: [line('g1', 'A', { price: '+425' }), line('g1', 'B', { price: null })],
        },
      ],
    }
    const { pane } = await openLegs({ settings: { ...plainSettings, priceFormat: 'decimal' } }, answer)
    expect(options(pane).map(each => each.find('.price').text())).toEqual(['5.25', '—'])
  })

  it('mark a final game whose odds are still there, also where those say that it is live', async () => {
    const live = { game: { ...game('g1'), isLive: true }, selections: [line('g1', 'A')] }
    const groups = [
      { ...live, isFinal: false },
      { ...live, isFinal: true },
    ]
    const { pane } = await openLegs({}, { ...found({}, 2), groups })
    expect(pane.findAll('.game').map(each => each.text())).toEqual([
      'Away g1 at Home g1● Live',
      'Away g1 at Home g1Final',
    ])
  })

  it('read prices in the format that the settings name', async () => {
    const answer = {
      ...found({}, 1),
      groups: [{ game: game('g1'), isFinal: false, selections: [line('g1', 'A', { price: '150' })] }],
    }
    const value = { ...plainSettings.value, singlesFormat: 'decimal' as const }
    const { pane } = await openLegs({ settings: { ...plainSettings, value } }, answer)
    expect(options(pane).map(each => each.find('.price').text())).toEqual(['+14900'])
  })

  it('say how many more there are', async () => {
    const { pane } = await openLegs({}, { ...three, total: 1203 })
    expect(pane.text()).toContain('1,200 more. Keep typing to narrow it down.')
  })

  it('come as far as the user may see, then on as the list is scrolled or walked to its end', async () => {
    const many = Array.from({ length: 200 }, (_, at) => `Leg ${at}`)
    const { pane } = await openLegs({}, found({ g1: many.slice(0, 30), g2: many.slice(30) }, 1203))
    const drawn = options(pane).length
    expect(drawn).toBeGreaterThanOrEqual(innerHeight / 43)
    expect(drawn).toBeLessThan(100)
    expect(pane.text()).not.toContain('more. Keep typing')
    await pane.find('.list').trigger('scroll')
    await flushPromises()
    expect(options(pane)).toHaveLength(2 * drawn)
    let steps = 0
    for (; options(pane).length < 200; steps++) {
      await press(pane, 'ArrowDown')
      await flushPromises()
    }
    expect(active(pane)).toBe(`Leg ${steps - 1}`)
    expect(pane.text()).toContain('1,003 more. Keep typing to narrow it down.')
    await type(pane, 'leg')
    expect(options(pane).length).toBeLessThan(100)
  })

  it('say that nothing matches, with the query', async () => {
    const { pane, api } = await openLegs()
    api.board.search.mockResolvedValue(ok(found({})))
    await type(pane, 'qqq')
    expect(pane.text()).toContain('No legs match “qqq”. Try a player, team or market.')
  })

  it('say why a search failed', async () => {
    const { pane, api } = await openLegs()
    api.board.search.mockResolvedValue(failed({ kind: 'internal', reference: 'R7' }))
    await type(pane, 'x')
    expect(pane.find('[role=alert]').text()).toContain('R7')
  })
})

describe('LegFinder, keyboard and mouse', () => {
  it('walks the results across games with arrows, and stops at both ends', async () => {
    const { pane } = await openLegs()
    expect(active(pane)).toBeUndefined()
    const visited = []
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp']) {
      await press(pane, key)
      visited.push(active(pane))
    }
    expect(visited).toEqual(['A', 'B', 'C', 'C', 'B', 'A', 'A'])
  })

  it('moves the cursor to the best match while typing', async () => {
    const { pane } = await openLegs()
    await type(pane, 'b')
    expect(active(pane)).toBe('A')
  })

  it('chooses a leg with Enter and removes it again', async () => {
    const { pane } = await openLegs()
    await type(pane, 'a')
    await press(pane, 'Enter')
    expect(chosen(pane)).toEqual(['A'])
    expect(slipLegs(pane)).toEqual(['A'])
    await press(pane, 'Enter')
    expect(slipLegs(pane)).toEqual([])
  })

  it('adds the slip to the desk with Ctrl+Enter, and chooses nothing', async () => {
    const { pane, api } = await openLegs()
    await type(pane, 'a')
    await press(pane, 'Enter')
    await press(pane, 'ArrowDown')
    await press(pane, 'Enter', { ctrlKey: true })
    await flushPromises()
    expect(api.desk.addParlay).toHaveBeenCalledExactlyOnceWith({ selections: ['g1#Points#A'], note: noNote })
    expect(slipLegs(pane)).toEqual([])
  })

  it('adds nothing with Ctrl+Enter on an empty slip', async () => {
    const { pane, api } = await openLegs()
    await press(pane, 'Enter', { ctrlKey: true })
    expect(api.desk.addParlay).not.toHaveBeenCalled()
  })

  it('empties the search with Escape', async () => {
    const { pane, api } = await openLegs()
    await type(pane, 'north')
    await press(pane, 'Escape')
    await flushPromises()
    expect(search(pane).element).toHaveProperty('value', '')
    expect(api.board.search.mock.lastCall?.[0].query).toBe('')
  })

  it('takes the same keys while the list has the focus', async () => {
    const { pane } = await openLegs()
    await pane.find('[role=listbox]').trigger('keydown', { key: 'ArrowDown' })
    await pane.find('[role=listbox]').trigger('keydown', { key: 'Enter' })
    expect(chosen(pane)).toEqual(['A'])
  })

  it('chooses a leg by a click, and leaves the focus in the search field', async () => {
    const { pane } = await openLegs()
    const option = options(pane)[2]
    const down = new MouseEvent('mousedown', { cancelable: true, bubbles: true })
    option?.element.dispatchEvent(down)
    await option?.trigger('click')
    expect(down.defaultPrevented).toBe(true)
    expect(chosen(pane)).toEqual(['C'])
  })
})

const withOwn = {
  ...found({ g1: ['A', 'B'] }),
  pinned: [{ game: game('g1'), isFinal: false, selections: [line('g1', 'A', { isPinned: true })] }],
  recent: [{ game: game('g2'), isFinal: false, selections: [line('g2', 'C')] }],
}
const groups = (pane: VueWrapper) =>
  pane.findAll('[role=listbox] [role=group]').map(each => each.attributes('aria-label'))
describe('LegFinder, pinned legs', () => {
  it('shows pinned and recent legs before the games for an empty search', async () => {
    const { pane } = await openLegs({}, withOwn)
    expect(groups(pane)).toEqual([
      'Pinned: Away g1 at Home g1',
      'Recent: Away g2 at Home g2',
      'All games: Away g1 at Home g1',
    ])
    expect(options(pane)[0]?.text()).toContain('pinned')
  })

  it('has no section titles when there is only one section', async () => {
    const { pane } = await openLegs()
    expect(groups(pane)).toEqual(['Away g1 at Home g1', 'Away g2 at Home g2'])
  })

  it('walks a selection twice that is pinned and found, and marks one of them', async () => {
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

  it('counts only found legs against the matches', async () => {
    const { pane } = await openLegs({}, { ...withOwn, total: 12 })
    expect(pane.text()).toContain('10 more')
  })

  it('pins the result under the cursor with Ctrl+P, and searches again', async () => {
    const { pane, api } = await openLegs()
    await type(pane, 'a')
    api.board.search.mockClear()
    await press(pane, 'p', { ctrlKey: true })
    await flushPromises()
    expect(api.board.pin).toHaveBeenCalledExactlyOnceWith({ key: 'g1#Points#A', isPinned: true })
    expect(api.board.search).toHaveBeenCalledOnce()
  })

  it('takes P alone as a letter in the field, and as a pin in the list', async () => {
    const { pane, api } = await openLegs()
    await press(pane, 'ArrowDown')
    await press(pane, 'p')
    expect(api.board.pin).not.toHaveBeenCalled()
    await pane.find('[role=listbox]').trigger('keydown', { key: 'p' })
    expect(api.board.pin).toHaveBeenCalledOnce()
  })

  it('pins a leg by a click on its star, and does not choose it', async () => {
    const { pane, api } = await openLegs()
    await options(pane)[1]?.find('.star').trigger('click')
    expect(api.board.pin).toHaveBeenCalledExactlyOnceWith({ key: 'g1#Points#B', isPinned: true })
    expect(pane.find('[aria-selected=true]').exists()).toBe(false)
  })

  it('says why a pin was refused', async () => {
    const { pane, api } = await openLegs()
    api.board.pin.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    await options(pane)[0]?.find('.star').trigger('click')
    await flushPromises()
    expect(pane.find('[role=alert]').text()).toContain('The disk is full.')
  })
})

describe('Ctrl+C in the legs pane', () => {
  it('copies the highlighted leg, and not while text is selected in the field', async () => {
    const { pane, api } = await openLegs()
    await type(pane, 'a')
    await press(pane, 'ArrowDown')
    const input = search(pane).element
    if (!(input instanceof HTMLInputElement)) throw new Error('no field')
    input.focus()
    input.setSelectionRange(0, 1)
    await press(pane, 'c', { ctrlKey: true })
    expect(api.view.copyText).not.toHaveBeenCalled()
    input.setSelectionRange(1, 1)
    await press(pane, 'c', { ctrlKey: true })
    expect(api.view.copyText).toHaveBeenCalledExactlyOnceWith({ text: `${active(pane)} (Points)` })
  })
})

it('LegFinder selects what was typed once Enter has chosen a leg, which goes to the end of the slip', async () => {
  const { pane } = await openLegs()
  await options(pane)[2]?.trigger('click')
  await type(pane, 'a')
  const input = search(pane).element
  if (!(input instanceof HTMLInputElement)) throw new Error('no field')
  input.focus()
  await press(pane, 'Enter')
  await flushPromises()
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, 1])
  expect(document.activeElement).toBe(input)
  expect(slipLegs(pane).at(-1)).toBe(active(pane))
})
