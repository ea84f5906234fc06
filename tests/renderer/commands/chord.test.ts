import { describe, expect, it } from 'vitest'
import { listChords, toChord } from '../../../src/renderer/commands/chord.ts'

interface Held {
  ctrl?: boolean
  meta?: boolean
  alt?: boolean
  shift?: boolean
  altGr?: boolean
}
const press = (key: string, code = '', held: Held = {}) => ({
  key,
  code,
  ctrlKey: held.ctrl ?? false,
  metaKey: held.meta ?? false,
  altKey: held.alt ?? false,
  shiftKey: held.shift ?? false,
  getModifierState: (name: string) => name === 'AltGraph' && (held.altGr ?? false),
})

describe('toChord', () => {
  it.each([
    ['r', {}, 'R'],
    ['R', {}, 'R'],
    ['R', { shift: true }, 'Shift+R'],
    ['z', { ctrl: true, shift: true }, 'Ctrl+Shift+Z'],
    ['k', { meta: true }, 'Ctrl+K'],
    ['ArrowLeft', { alt: true, shift: true }, 'Alt+Shift+ArrowLeft'],
    [' ', {}, 'Space'],
    [' ', { shift: true }, 'Shift+Space'],
    ['F6', { shift: true }, 'Shift+F6'],
    ['+', { ctrl: true }, 'Ctrl++'],
  ])('names %j with %o: %s', (key, held, chord) => {
    expect(toChord(press(key, '', held))).toBe(chord)
  })

  it('leaves Shift out of characters that need it on some layouts', () => {
    expect([
      toChord(press('?', 'Slash', { shift: true })),
      toChord(press('/', 'Digit7', { shift: true })),
    ]).toEqual(['?', '/'])
  })

  it.each(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'Dead'])('is undefined for %s alone', key => {
    expect(toChord(press(key))).toBeUndefined()
  })

  it('reads a character typed with AltGr without Ctrl and Alt', () => {
    expect(toChord(press('@', 'KeyQ', { ctrl: true, alt: true, altGr: true }))).toBe('@')
  })
})

describe('listChords', () => {
  it.each([
    ['Cyrillic', press('щ', 'KeyO'), 'O'],
    ['Greek with Ctrl', press('ζ', 'KeyZ', { ctrl: true }), 'Ctrl+Z'],
    ['the top row of AZERTY', press('&', 'Digit1'), '1'],
    ['Alt on a Mac', press('ø', 'KeyO', { alt: true }), 'Alt+O'],
  ])('falls back to the place of the key: %s', (_, given, chord) => {
    expect(listChords(given)[1]).toBe(chord)
  })

  it.each([
    ['a letter elsewhere, as on AZERTY', press('a', 'KeyQ')],
    ['an accented Latin letter', press('ö', 'Semicolon')],
    ['a symbol on a letter key, as on Dvorak', press(',', 'KeyW')],
    ['a shifted digit', press('!', 'Digit1', { shift: true })],
    ['a digit itself', press('1', 'Digit1')],
  ])('has no other meaning for %s', (_, given) => {
    expect(listChords(given)).toHaveLength(1)
  })
})
