import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { listLegend } from '../../../../../src/renderer/features/desk/cell/cell-legend.ts'
import { cellState } from '../../../../../src/shared/model/price/cell.ts'
import { display, states } from '../../../../support/renderer/desk/cell-states.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'
import { cell, row } from '../../../../support/shared/desk-rows.ts'

useStillScreen()

it('listLegend explains each state of the closed list, with a drawing and a name of its own', () => {
  const lines = listLegend(display)
  const kinds = new Set(states.map(([, given, at]) => cellState(given, at.now, at.staleAfterMs).kind))
  const own = lines.slice(0, kinds.size)
  expect(new Set(own.map(({ face }) => face.kind))).toEqual(kinds)
  expect(new Set(own.map(({ face }) => `${face.short} ${face.note}`)).size).toBe(own.length)
  expect(new Set(lines.map(({ name }) => name)).size).toBe(lines.length)
  expect(lines.every(({ says }) => /^\S.{5,70}\.$/.test(says))).toBe(true)
})

it.each(['–', '×', '·', '…', '!'])('listLegend explains the mark %s', mark => {
  expect(listLegend(display).filter(({ face }) => face.isMark && face.short === mark)).toHaveLength(1)
})

it('LegendDialog opens from the menu of the prices and draws a mark by the classes of the grid', async () => {
  const desk = await openDesk([row(1, [cell('alpha', { missingLegs: 1 })])])
  await desk.chooseInMenu('What the cells show')
  await flushPromises()
  const sample = document.querySelector('dialog .sample > .no-token')
  expect(sample?.textContent.trim()).toBe('–')
  expect(sample?.className).toBe(desk.cell('alpha').classes().join(' '))
})
