import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, it } from 'vitest'
import { shallowRef } from 'vue'
import type { Row } from '../../../../../src/shared/model/parlay/desk.ts'
import { useBudgetStore } from '../../../../../src/renderer/features/desk/budget/budget-store.ts'
import RowName from '../../../../../src/renderer/features/desk/grid/RowName.vue'
import { leg, noon, row } from '../../../../support/shared/desk-rows.ts'
import { stubDesk } from '../../../../support/bridge/stub-desk.ts'

/** Lines of a row; every character is 6 px wide. */
function linesOf(room: number, isLive = false, own?: Row) {
  stubDesk({})
  const legs = ['Total Points', 'First Half Total Points', 'Team Total Points'].map((market, at) =>
    leg(`Over ${225 - at * 50}`, market, { isLive }),
  )
  const given = row(1, [], legs)
  const props = {
    row: shallowRef(own ?? { ...given, note: { ...given.note, tags: ['sharp'] } }),
    room,
    textWidth: (text: string) => text.length * 6,
    now: noon,
  }
  const view = mount(RowName, { props, global: { plugins: [createPinia()] } })
  return ['.main', '.note'].map(line => view.get(line).text().replaceAll(/\s+/g, ' '))
}

it('RowName has the legs without room in the first line before the tags and the game of the second', () => {
  expect(linesOf(180)).toEqual(['O225 pts · O175 1H pts', 'O125 TT · sharp' + 'RVT at HBR'])
  expect(linesOf(230)).toEqual([
    'O225 pts · O175 1H pts · O125 TT',
    'sharp' + 'River Town at Harbor City · 3 legs',
  ])
})

it('RowName counts the legs that have no room in either line', () => {
  expect(linesOf(100)).toEqual(['O225 pts', 'O175 1H pts +1 · sharp'])
  expect(linesOf(68)).toEqual(['O225 pts+2', 'sharp · 3 legs'])
})

it('RowName gives the teams by their whole names where there is room', () => {
  expect(linesOf(600)[1]).toBe('sharp' + 'River Town at Harbor City · 3 legs')
})

it('RowName keeps the phase of live games before the legs', () => {
  expect(linesOf(190, true)[1]).toBe('Live · O125 TT · sharp' + 'RVT at HBR')
  // Too little room for games that say something.
  expect(linesOf(155, true)[1]).toBe('Live · O125 TT · sharp')
})

it('RowName leaves no empty place where its game has no room, and warns of nothing that its phase says', () => {
  const gone = { ...leg('Over 225', 'Total Points', { isLive: true }), isGameListed: false, isOffered: false }
  expect(linesOf(110, true, row(1, [], [gone]))).toEqual(['O225 pts', 'No odds now · 1 leg'])
})

it('RowName marks a pinned row, with its interval, and leaves room for the mark', async () => {
  stubDesk({})
  const props = {
    ...{
      row: shallowRef(row(1, [], [leg('Over 225', 'Total Points'), leg('Over 7', 'Rebounds')])),
      now: noon,
    },
    ...{ room: 160, textWidth: (text: string) => text.length * 6 },
  }
  const view = mount(RowName, { props, global: { plugins: [createPinia()] } })
  const budget = useBudgetStore()
  await budget.start()
  expect(view.find('.pin').exists()).toBe(false)
  await budget.setAuto(1, 15)
  expect(view.get('.pin').attributes('data-tip')).toBe('Pinned: refreshes every 15s')
  await budget.setAuto(1, null)
  expect(view.find('.pin').exists()).toBe(false)
})
