/**
 * Keys that systems and Electron's menus use: a command gets such a press first, so the user loses what it usually does.
 * Chords as in chord.ts, where Ctrl stands for Cmd on a Mac.
 */
const isMac = /mac/i.test(navigator.platform)

const everywhere: Readonly<Record<string, string>> = {
  'Ctrl+W': 'closes the window',
  'Ctrl+Q': 'quits the app',
  'Ctrl+A': 'selects all',
  'Ctrl+C': 'copies',
  'Ctrl+V': 'pastes',
  'Ctrl+X': 'cuts',
  'Ctrl+Z': 'undoes typing',
  'Ctrl+Y': 'redoes typing',
}
const onMac: Readonly<Record<string, string>> = {
  'Ctrl+H': 'hides the app',
  'Ctrl+M': 'minimizes the window',
}
const elsewhere: Readonly<Record<string, string>> = {
  'Alt+F4': 'closes the window',
  'Alt+Space': 'opens the window menu',
  F10: 'opens the menu bar',
  F11: 'makes the window full screen',
}
const systemUses = { ...everywhere, ...(isMac ? onMac : elsewhere) }

/** The usual effect of a press, as a verb; undefined for one without. */
export const findSystemUse = (chord: string): string | undefined => systemUses[chord]
