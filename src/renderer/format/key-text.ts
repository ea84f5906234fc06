/**
 * Text of a chord, for people and for screen readers. A chord is one key with the keys held beside it, written as
 * `Ctrl+Shift+Z` or `Alt+ArrowLeft`; on a Mac, Ctrl stands for Cmd.
 */
const isMac = /mac/i.test(navigator.platform)

const keyNames: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page ↑',
  PageDown: 'Page ↓',
  Enter: '↵',
  Escape: 'Esc',
  Backspace: '⌫',
  Delete: 'Del',
}
const heldNames: Readonly<Record<string, string>> = isMac
  ? { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' }
  : { Ctrl: 'Ctrl ', Alt: 'Alt ', Shift: '⇧' }

/** The key pressed and those held; `+` alone is a key too. */
export function splitChord(chord: string): { readonly held: readonly string[]; readonly key: string } {
  const parts = chord.split(/(?<=\w)\+(?=.)/)
  return { held: parts.slice(0, -1), key: parts.at(-1) ?? chord }
}

/** `Ctrl+Shift+Z` as “Ctrl ⇧Z”. */
export function keyText(chord: string): string {
  const { held, key } = splitChord(chord)
  return held.map(name => heldNames[name] ?? name).join('') + (keyNames[key] ?? key)
}

/** For `aria-keyshortcuts`: chords with one space between. */
export function ariaKeys(chords: readonly string[]): string | undefined {
  const names: Readonly<Record<string, string>> = { Ctrl: isMac ? 'Meta' : 'Control', '+': 'Plus' }
  const toAria = (chord: string): string => {
    const { held, key } = splitChord(chord)
    return [...held, key].map(name => names[name] ?? name).join('+')
  }
  return chords.length === 0 ? undefined : chords.map(toAria).join(' ')
}
