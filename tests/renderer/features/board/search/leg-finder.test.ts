import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { describe, expect, test } from 'vitest'
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

describe('the results', () => {
  test('stand under their games, each with market, best price and coverage', async () => {
    const answer = {
      ...found({}, 1),
      groups: [
        {
          game: game('g1', { title: 'Ice Port at Granite', isLive: true }),
          selections: [
            line('g1', 'Ada North Over 27.5', { market: 'Player Points', books: 11, price: '-115' }),
          ],
        },
      ],
    }
    const { pane } = await openLegs({}, answer)
    expect(pane.find('[role=listbox] [role=group]').attributes('aria-label')).toBe('Ice Port at Granite')
    expect(pane.find('[role=listbox] [role=group]').text()).toContain('Live')
    const texts = ['Ada North Over 27.5', 'Player Points', '−115', '11 of 12 books']
    for (const text of texts) expect(options(pane)[0]?.text()).toContain(text)
  })

  test('show prices in the format of the settings, and a dash where there is none', async () => {
    const answer = {
      ...found({}, 2),
      groups: [
        {
          game: game('g1'),
          selections: [line('g1', 'A', { price: '+425' }), line('g1', 'B', { price: null })],
        },
      ],
    }
    const { pane } = await openLegs({ settings: { ...plainSettings, priceFormat: 'decimal' } }, answer)
    expect(options(pane).map(each => each.find('.price').text())).toEqual(['5.25', '—'])
  })

  test('take prices for what the settings say they are written in', async () => {
    const answer = {
      ...found({}, 1),
      groups: [{ game: game('g1'), selections: [line('g1', 'A', { price: '150' })] }],
    }
    const value = { ...plainSettings.value, singlesFormat: 'decimal' as const }
    const { pane } = await openLegs({ settings: { ...plainSettings, value } }, answer)
    expect(options(pane).map(each => each.find('.price').text())).toEqual(['+14900'])
  })

  test('say how many more there are', async () => {
    const { pane } = await openLegs({}, { ...three, total: 1203 })
    expect(pane.text()).toContain('1,200 more: type more letters.')
  })

  test('say that nothing matches, with the words that were typed', async () => {
    const { pane, api } = await openLegs()
    api.board.search.mockResolvedValue(ok(found({})))
    await type(pane, 'qqq')
    expect(pane.text()).toContain('No selection matches “qqq”')
  })

  test('say why a search failed', async () => {
    const { pane, api } = await openLegs()
    api.board.search.mockResolvedValue(failed({ kind: 'internal', reference: 'R7' }))
    await type(pane, 'x')
    expect(pane.find('[role=alert]').text()).toContain('R7')
  })
})

describe('the keyboard', () => {
  test('arrows walk the results across games and stop at both ends', async () => {
    const { pane } = await openLegs()
    expect(active(pane)).toBeUndefined()
    const visited = []
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp']) {
      await press(pane, key)
      visited.push(active(pane))
    }
    expect(visited).toEqual(['A', 'B', 'C', 'C', 'B', 'A', 'A'])
  })

  test('typing stands on the best match', async () => {
    const { pane } = await openLegs()
    await type(pane, 'b')
    expect(active(pane)).toBe('A')
  })

  test('Enter chooses the leg and takes it off again', async () => {
    const { pane } = await openLegs()
    await type(pane, 'a')
    await press(pane, 'Enter')
    expect(chosen(pane)).toEqual(['A'])
    expect(slipLegs(pane)).toEqual(['A'])
    await press(pane, 'Enter')
    expect(slipLegs(pane)).toEqual([])
  })

  test('Ctrl+Enter adds the slip to the desk and chooses nothing', async () => {
    const { pane, api } = await openLegs()
    await type(pane, 'a')
    await press(pane, 'Enter')
    await press(pane, 'ArrowDown')
    await press(pane, 'Enter', { ctrlKey: true })
    await flushPromises()
    expect(api.desk.addParlay).toHaveBeenCalledExactlyOnceWith({ selections: ['g1#Points#A'], note: noNote })
    expect(slipLegs(pane)).toEqual([])
  })

  test('Ctrl+Enter on an empty slip adds nothing', async () => {
    const { pane, api } = await openLegs()
    await press(pane, 'Enter', { ctrlKey: true })
    expect(api.desk.addParlay).not.toHaveBeenCalled()
  })

  test('Escape empties the search', async () => {
    const { pane, api } = await openLegs()
    await type(pane, 'north')
    await press(pane, 'Escape')
    await flushPromises()
    expect(search(pane).element).toHaveProperty('value', '')
    expect(api.board.search.mock.lastCall?.[0].query).toBe('')
  })

  test('the list under focus takes the same keys', async () => {
    const { pane } = await openLegs()
    await pane.find('[role=listbox]').trigger('keydown', { key: 'ArrowDown' })
    await pane.find('[role=listbox]').trigger('keydown', { key: 'Enter' })
    expect(chosen(pane)).toEqual(['A'])
  })

  test('a click chooses and leaves the focus in the search field', async () => {
    const { pane } = await openLegs()
    const option = options(pane)[2]
    const down = new MouseEvent('mousedown', { cancelable: true, bubbles: true })
    option?.element.dispatchEvent(down)
    await option?.trigger('click')
    expect(down.defaultPrevented).toBe(true)
    expect(chosen(pane)).toEqual(['C'])
  })
})
