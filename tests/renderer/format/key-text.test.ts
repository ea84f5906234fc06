import { expect, it } from 'vitest'
import { ariaKeys, keyText, splitChord } from '../../../src/renderer/format/key-text.ts'

it.each([
  ['O', 'O'],
  ['Shift+R', '⇧R'],
  ['Ctrl+K', 'Ctrl K'],
  ['Ctrl+Shift+Z', 'Ctrl ⇧Z'],
  ['Alt+Shift+ArrowLeft', 'Alt ⇧←'],
  ['Ctrl+Enter', 'Ctrl ↵'],
  ['Backspace', '⌫'],
  ['Space', 'Space'],
  ['Ctrl++', 'Ctrl +'],
])('keyText writes %s as %s', (chord, text) => {
  expect(keyText(chord)).toBe(text)
})

it('splitChord takes a plus for a key where it is one', () => {
  expect([splitChord('+'), splitChord('Ctrl++')]).toEqual([
    { held: [], key: '+' },
    { held: ['Ctrl'], key: '+' },
  ])
})

it('ariaKeys writes chords as the attribute takes them', () => {
  expect(ariaKeys(['Ctrl+Shift+Z', 'Ctrl+Y'])).toBe('Control+Shift+Z Control+Y')
  expect([ariaKeys(['Ctrl++']), ariaKeys([])]).toEqual(['Control+Plus', undefined])
})
