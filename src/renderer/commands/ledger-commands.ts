/** Commands of the ledger and of accounts. */
import type { CommandSpec } from './command-spec.ts'

export const ledgerCommands = {
  'ledger.new': { group: 'Ledger', title: 'New ticket', keys: ['N'], words: 'record bet' },
  'ledger.settle': { group: 'Ledger', title: 'Settle pending', keys: ['S'], words: 'check results grade' },
  'ledger.filter': { group: 'Ledger', title: 'Filter tickets', keys: ['F', '/'], words: 'search' },
  'ledger.focus-tickets': {
    group: 'Ledger',
    title: 'Go to tickets',
    keys: ['Escape'],
    whileTyping: true,
    words: 'table grid',
  },
  'ledger.charts': { group: 'Ledger', title: 'Show or hide charts', words: 'fold reports' },
  'ledger.import': { group: 'Ledger', title: 'Import tickets', words: 'CSV JSON' },
  'ledger.export': { group: 'Ledger', title: 'Export tickets', words: 'CSV JSON save' },
  'ticket.toggle': {
    group: 'Ledger',
    title: 'Show or hide legs of ticket',
    scope: 'tickets',
    keys: ['Enter', 'Space'],
  },
  'ticket.open': { group: 'Ledger', title: 'Open ticket', scope: 'tickets', keys: ['O'] },
  'ticket.hedge': {
    group: 'Ledger',
    title: 'Hedge ticket',
    scope: 'tickets',
    keys: ['H'],
    words: 'middle free roll bonus bet convert other side',
  },
  'ticket.undo': { group: 'Ledger', title: 'Undo last change of ticket', scope: 'tickets', keys: ['Ctrl+Z'] },
  'ticket.select': { group: 'Ledger', title: 'Select ticket', scope: 'tickets', keys: ['X', 'Ctrl+Space'] },
  'tickets.select-all': { group: 'Ledger', title: 'Select all tickets', scope: 'tickets', keys: ['Ctrl+A'] },
  'tickets.clear-selection': {
    group: 'Ledger',
    title: 'Deselect all tickets',
    scope: 'tickets',
    keys: ['Escape'],
    words: 'clear selection',
  },
  'tickets.copy': {
    group: 'Ledger',
    title: 'Copy tickets',
    scope: 'tickets',
    keys: ['Ctrl+C'],
    words: 'table',
  },

  'accounts.new': { group: 'Accounts', title: 'Add account', keys: ['N'], words: 'bankroll book holder' },
  'accounts.deposit': { group: 'Accounts', title: 'Deposit', keys: ['D'], words: 'money in account' },
  'accounts.withdraw': { group: 'Accounts', title: 'Withdrawal', keys: ['W'], words: 'money out account' },
  'accounts.reconcile': {
    group: 'Accounts',
    title: 'Reconcile balance',
    keys: ['R'],
    words: 'account check difference book page',
  },
  'accounts.promotion': {
    group: 'Accounts',
    title: 'Add promotion',
    words: 'profit odds boost bonus free bet no sweat insurance deposit match account',
  },
  'accounts.use-promotions': {
    group: 'Desk',
    title: 'Use promotions',
    words: 'best boost bonus free bet parlay plan assign',
  },
  'accounts.tax': { group: 'Accounts', title: 'Tax report', words: 'year gains losses IRS CSV' },
  'accounts.limit': { group: 'Accounts', title: 'Set account limit', words: 'maximum stake limited' },

  'tickets.up': { group: 'Move in tickets', title: 'Ticket above', keys: ['ArrowUp', 'K'], isMove: true },
  'tickets.down': { group: 'Move in tickets', title: 'Ticket below', keys: ['ArrowDown', 'J'], isMove: true },
  'tickets.page-up': { group: 'Move in tickets', title: 'Tickets page up', keys: ['PageUp'], isMove: true },
  'tickets.page-down': {
    group: 'Move in tickets',
    title: 'Tickets page down',
    keys: ['PageDown'],
    isMove: true,
  },
  'tickets.first': { group: 'Move in tickets', title: 'First ticket', keys: ['Home'], isMove: true },
  'tickets.last': { group: 'Move in tickets', title: 'Last ticket', keys: ['End'], isMove: true },
} as const satisfies Readonly<Record<string, CommandSpec>>
