import { describe, expect, it } from 'vitest'
import {
  findAction,
  findGridAction,
  keyList,
  findStep,
} from '../../../../src/renderer/features/desk/desk-keys.ts'
import { isTyping } from '../../../../src/renderer/ui/useWindowKeys.ts'

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
])('%s steps %s', (key, step) => {
  expect(findStep(press(key))).toBe(step)
})

it('Ctrl with Home and End goes to the first and last cell', () => {
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
])('%s with %o asks for %s', (key, held, act) => {
  expect(findAction(press(key, held))).toBe(act)
})

it('Enter and the delete keys act in the grid only', () => {
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
])('%j with %o asks for %s in the grid', (key, held, act) => {
  expect(findGridAction(press(key, held))).toBe(act)
  expect(findStep(press(key, held))).toBeUndefined()
})

it('steps with Shift held too, which the grid takes to select what is passed', () => {
  expect([findStep(press('ArrowDown', { shift: true })), findStep(press('J', { shift: true }))]).toEqual([
    'down',
    'down',
  ])
})

it('lists every key that acts', () => {
  const shown = keyList.flatMap(({ keys }) => keys).join(' ')
  for (const key of ['R', '⇧R', 'O', 'C', 'P', 'X', '↵', '⌫', 'Space', '/', '?']) expect(shown).toContain(key)
})

it('leaves keys with Ctrl or Alt to the system', () => {
  const held = [press('r', { ctrl: true }), press('c', { ctrl: true }), press('o', { alt: true })]
  expect(held.map(findAction)).toEqual([undefined, undefined, undefined])
})

describe('isTyping', () => {
  it.each(['input', 'textarea', 'select', 'dialog'])('is true in a %s', tag => {
    expect(isTyping(document.createElement(tag))).toBe(true)
  })

  it('is false on a button and on nothing', () => {
    expect([isTyping(document.createElement('button')), isTyping(null)]).toEqual([false, false])
  })
})
