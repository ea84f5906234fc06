/** Commands of every view, of the windows, the scanner and the settings. */
import type { CommandSpec } from './command-spec.ts'

export const appCommands = {
  'scanner.start': { group: 'Scanner', title: 'Scan', keys: ['S'], words: 'find parlays proposals value ev' },
  'scanner.stop': { group: 'Scanner', title: 'Stop', keys: ['X'], words: 'scan cancel' },
  'scanner.put-on-desk': { group: 'Scanner', title: 'Put on desk', keys: ['Enter'], words: 'add proposal' },

  'settings.search': { group: 'Settings', title: 'Search settings', keys: ['/'], words: 'filter' },

  'app.palette': { group: 'General', title: 'Command palette', keys: ['Ctrl+K'], whileTyping: true },
  'tour.start': { group: 'General', title: 'Take the tour', words: 'help learn demo first steps' },
  'tour.skip': {
    group: 'General',
    title: 'Skip or leave the tour',
    scope: 'tour',
    keys: ['Escape'],
    whileTyping: true,
  },
  'tour.next': {
    group: 'General',
    title: 'Next step of the tour',
    scope: 'tour',
    keys: ['F8'],
    whileTyping: true,
  },
  'tour.back': {
    group: 'General',
    title: 'Previous step of the tour',
    scope: 'tour',
    keys: ['Shift+F8'],
    whileTyping: true,
  },
  'app.help': {
    group: 'General',
    title: 'Help',
    keys: ['F1'],
    whileTyping: true,
    words: 'guide manual docs',
  },
  'app.shortcuts': { group: 'General', title: 'Keyboard shortcuts', keys: ['?'], words: 'keys help' },
  'app.next-pane': { group: 'General', title: 'Next pane', keys: ['F6'], whileTyping: true },
  'app.previous-pane': { group: 'General', title: 'Previous pane', keys: ['Shift+F6'], whileTyping: true },

  'view.desk': { group: 'Views', title: 'Go to Desk', keys: ['Ctrl+1'], whileTyping: true },
  'view.ledger': { group: 'Views', title: 'Go to Ledger', keys: ['Ctrl+2'], whileTyping: true },
  'view.accounts': {
    group: 'Views',
    title: 'Go to Accounts',
    keys: ['Ctrl+3'],
    whileTyping: true,
    words: 'money balance bankroll',
  },
  'view.scanner': { group: 'Views', title: 'Go to Scanner', keys: ['Ctrl+4'], whileTyping: true },
  'view.settings': { group: 'Views', title: 'Go to Settings', keys: ['Ctrl+,'], whileTyping: true },

  'window.ledger': {
    group: 'Window',
    title: 'Open ledger in a window',
    keys: ['Ctrl+Shift+L'],
    whileTyping: true,
    words: 'second screen monitor',
  },
  'window.zoom-in': {
    group: 'Window',
    title: 'Zoom in',
    keys: ['Ctrl+=', 'Ctrl++'],
    whileTyping: true,
    words: 'larger bigger',
  },
  'window.zoom-out': {
    group: 'Window',
    title: 'Zoom out',
    keys: ['Ctrl+-'],
    whileTyping: true,
    words: 'smaller',
  },
  'window.zoom-reset': {
    group: 'Window',
    title: 'Actual size',
    keys: ['Ctrl+0'],
    whileTyping: true,
    words: 'zoom reset 100%',
  },
} as const satisfies Readonly<Record<string, CommandSpec>>
