/**
 * Chords of a key press, by the character it types, so that a letter is the same on every keyboard layout. On layouts
 * without that letter or digit (Cyrillic, the top row of AZERTY) the physical key decides.
 */
type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'code' | 'getModifierState'>>

/** Modifier keys; alone they are not a chord. */
const heldKeys = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process', 'Fn'])

/** The chord of a press as stored and shown; undefined while only modifiers are down. */
export const toChord = (press: KeyPress): string | undefined => listChords(press)[0]

/** The chords that a press may mean, the likeliest first. */
export function listChords(press: KeyPress): readonly string[] {
  if (heldKeys.has(press.key)) return []
  // AltGr types a character; Windows reports Ctrl and Alt with it.
  const isTyped = (press.ctrlKey || !press.altKey) && (press.getModifierState?.('AltGraph') ?? false)
  const held = [
    (press.ctrlKey || press.metaKey) && !isTyped && 'Ctrl',
    press.altKey && !isTyped && 'Alt',
    press.shiftKey && 'Shift',
  ].filter(name => name !== false)
  const typed = toChordOf(press.key, held)
  const byPlace = findKeyAtPlace(press)
  return byPlace === undefined ? [typed] : [typed, toChordOf(byPlace, held)]
}

/** Shift is left out for characters such as `?`, which need it on some layouts only. */
function toChordOf(key: string, held: readonly string[]): string {
  const isSymbol = key.length === 1 && key !== ' ' && !/\p{L}/u.test(key)
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key
  return [...held.filter(each => !(isSymbol && each === 'Shift')), name].join('+')
}

/** The letter or digit of the physical key, when the layout types another character there. */
function findKeyAtPlace({ key, code = '', altKey, shiftKey }: KeyPress): string | undefined {
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? []
  const isLatin = /^\p{Script=Latin}$/u.test(key)
  // On a Mac, Alt types another character.
  if (letter !== undefined && !/^[a-z]$/i.test(key) && (altKey || (/^\p{L}$/u.test(key) && !isLatin)))
    return letter
  return digit !== undefined && digit !== key && !shiftKey ? digit : undefined
}
