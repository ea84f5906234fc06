import { expect, it } from 'vitest'
import {
  findAction,
  findGridAction,
  keyList,
  findStep,
} from '../../../../src/renderer/features/desk/desk-keys.ts'

const press = (key: string, held: { ctrl?: boolean; shift?: boolean; alt?: boolean } = {}) => ({
  key,
  ctrlKey: held.ctrl ?? false,
  shiftKey: held.shift ?? false,
  altKey: held.alt ?? false,
  metaKey: false,
})

it.each([
  ['ArrowUp', 'up'],
  ['k', 'up'],
  ['ArrowDown', 'down'],
  ['j', 'down'],
  ['ArrowLeft', 'left'],
  ['h', 'left'],
  ['ArrowRight', 'right'],
  ['l', 'right'],
  ['Home', 'row-start'],
  ['End', 'row-end'],
  ['PageUp', 'page-up'],
  ['PageDown', 'page-down'],
])('findStep: %s steps %s', (key, step) => {
  expect(findStep(press(key))).toBe(step)
})

it('findStep goes to the first and last cell on Ctrl with Home and End', () => {
  expect([findStep(press('Home', { ctrl: true })), findStep(press('End', { ctrl: true }))]).toEqual([
    'top',
    'bottom',
  ])
})

it.each([
  ['r', {}, 'reprice-row'],
  ['R', {}, 'reprice-row'],
  ['R', { shift: true }, 'reprice-all'],
  ['o', {}, 'recheck'],
  ['c', {}, 'copy-link'],
  ['p', {}, 'phone-qr'],
  ['x', {}, 'hide-book'],
  ['/', {}, 'search'],
  ['/', { shift: true }, 'search'],
  ['?', { shift: true }, 'show-keys'],
])('findAction: %s with %o is %s', (key, held, act) => {
  expect(findAction(press(key, held))).toBe(act)
})

it('findAction knows neither Enter nor the delete keys: they work in the grid only', () => {
  const keys = ['Enter', 'Delete', 'Backspace']
  expect(keys.map(key => findGridAction(press(key)))).toEqual(['recheck-best', 'remove', 'remove'])
  expect(keys.map(key => findAction(press(key)))).toEqual([undefined, undefined, undefined])
})

it.each([
  [' ', {}, 'mark-row'],
  ['a', { ctrl: true }, 'mark-all'],
  ['Escape', {}, 'mark-none'],
  ['ArrowLeft', { alt: true }, 'column-left'],
  ['ArrowRight', { alt: true }, 'column-right'],
  ['ArrowLeft', { alt: true, shift: true }, 'column-narrower'],
  ['ArrowRight', { alt: true, shift: true }, 'column-wider'],
])('findGridAction: %j with %o is %s', (key, held, act) => {
  expect(findGridAction(press(key, held))).toBe(act)
  expect(findStep(press(key, held))).toBeUndefined()
})

it('findStep steps with Shift held too, so that the grid can mark the rows passed', () => {
  expect([findStep(press('ArrowDown', { shift: true })), findStep(press('J', { shift: true }))]).toEqual([
    'down',
    'down',
  ])
})

it('keyList has every key of an action', () => {
  const shown = keyList.flatMap(({ keys }) => keys).join(' ')
  for (const key of ['R', '⇧R', 'O', 'C', 'P', 'X', '↵', '⌫', 'Space', '/', '?']) expect(shown).toContain(key)
})

it('findAction leaves keys with Ctrl or Alt to the system', () => {
  const held = [press('r', { ctrl: true }), press('c', { ctrl: true }), press('o', { alt: true })]
  expect(held.map(findAction)).toEqual([undefined, undefined, undefined])
})
