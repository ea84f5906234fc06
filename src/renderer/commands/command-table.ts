/**
 * Every command of the window: its id, title, group and default keys. Keys, buttons, menus, palette, shortcuts dialog
 * and Settings › Keys are made from this table; components handle the commands (`useCommands`).
 */
import type { Scope } from './scopes.ts'

/** In the order of lists, with the scope of their commands. */
export const commandGroups = {
  Recent: 'window',
  Build: 'desk',
  Price: 'desk',
  Parlay: 'desk',
  Desk: 'desk',
  Legs: 'desk',
  'Order of rows': 'desk',
  Layouts: 'desk',
  'Bet slip': 'betslip',
  Ledger: 'ledger',
  Accounts: 'accounts',
  Scanner: 'scanner',
  Settings: 'settings',
  General: 'window',
  Views: 'window',
  'Show prices as': 'window',
  Window: 'window',
  'Move in prices': 'grid',
  'Move in tickets': 'tickets',
  'Go to parlay': 'desk',
  'Legs found': 'desk',
  'Tickets found': 'ledger',
  Help: 'window',
  Books: 'desk',
} as const satisfies Readonly<Record<string, Scope>>
export type CommandGroup = keyof typeof commandGroups
export const commandGroupNames = Object.keys(commandGroups).filter(
  (name): name is CommandGroup => name in commandGroups,
)

export interface CommandSpec {
  readonly title: string
  readonly group: CommandGroup
  /** Replaces the group's scope. */
  readonly scope?: Scope
  /** Default chords; the first is shown on buttons. */
  readonly keys?: readonly string[]
  /** Set if its keys work in text fields too; `until-input`: until the user changes the field. */
  readonly whileTyping?: true | 'until-input'
  /** A move in a grid: by keys only. With Shift, rows passed are selected. */
  readonly isMove?: true
  /** Further words that the palette finds it by. */
  readonly words?: string
}

const table = {
  'price.open': {
    group: 'Price',
    title: 'Recheck and open',
    keys: ['O'],
    words: 'check this price bet slip',
  },
  'price.copy-link': { group: 'Price', title: 'Copy link', keys: ['C'] },
  'price.phone': { group: 'Price', title: 'Phone QR', keys: ['P'], words: 'code' },
  'price.record': { group: 'Price', title: 'Record ticket', keys: ['T'], words: 'bet' },
  'price.plan': { group: 'Price', title: 'Stake plan', keys: ['S'], words: 'kelly split bankroll' },
  'price.copy': {
    group: 'Price',
    title: 'Copy price and legs',
    keys: ['Ctrl+Shift+C'],
    words: 'text clipboard',
  },
  'price.history': { group: 'Price', title: 'Price history' },
  'price.fair': { group: 'Price', title: 'Fair price', keys: ['V'], words: 'devig vig margin hold' },
  'price.by-leg': { group: 'Price', title: 'Price by leg', words: 'leg costs' },
  'price.alt-lines': { group: 'Price', title: 'Alt lines', words: 'line steps' },
  'price.alert': { group: 'Price', title: 'Alert at this price' },
  'price.definitions': { group: 'Price', title: 'How these are calculated', words: 'help numbers ev kelly' },
  'price.hide-book': { group: 'Price', title: 'Hide this book', keys: ['X'] },
  'column.menu': {
    group: 'Price',
    title: 'Column menu',
    scope: 'grid',
    keys: ['M'],
    words: 'book header',
  },
  'column.left': { group: 'Price', title: 'Move column left', scope: 'grid', keys: ['Alt+ArrowLeft'] },
  'column.right': { group: 'Price', title: 'Move column right', scope: 'grid', keys: ['Alt+ArrowRight'] },
  'column.narrower': {
    group: 'Price',
    title: 'Make column narrower',
    scope: 'grid',
    keys: ['Alt+Shift+ArrowLeft'],
  },
  'column.wider': {
    group: 'Price',
    title: 'Make column wider',
    scope: 'grid',
    keys: ['Alt+Shift+ArrowRight'],
  },

  'row.open-best': { group: 'Parlay', title: 'Recheck and open best price', scope: 'grid', keys: ['Enter'] },
  'row.reprice': { group: 'Parlay', title: 'Reprice row', keys: ['R'], words: 'refresh' },
  'row.send': { group: 'Parlay', title: 'Send to trending', keys: ['Q'], words: 'queue' },
  'row.tickets': {
    group: 'Parlay',
    title: 'Show tickets',
    keys: ['Shift+T'],
    words: 'ledger bets of this parlay',
  },
  'row.remove': { group: 'Parlay', title: 'Remove parlay', scope: 'grid', keys: ['Delete', 'Backspace'] },
  'row.copy-image': { group: 'Parlay', title: 'Copy as image', words: 'share picture' },
  'row.up': {
    group: 'Parlay',
    title: 'Move row up',
    scope: 'grid',
    keys: ['Alt+ArrowUp'],
    words: 'order drag my',
  },
  'row.down': {
    group: 'Parlay',
    title: 'Move row down',
    scope: 'grid',
    keys: ['Alt+ArrowDown'],
    words: 'order drag my',
  },
  'row.open-window': {
    group: 'Parlay',
    title: 'Open in a window',
    keys: ['W'],
    words: 'second screen monitor group link',
  },
  'group.blue': { group: 'Parlay', title: 'Add to group blue', keys: ['Alt+1'], words: 'link color' },
  'group.green': { group: 'Parlay', title: 'Add to group green', keys: ['Alt+2'], words: 'link color' },
  'group.orange': { group: 'Parlay', title: 'Add to group orange', keys: ['Alt+3'], words: 'link color' },
  'group.purple': { group: 'Parlay', title: 'Add to group purple', keys: ['Alt+4'], words: 'link color' },
  'row.select': { group: 'Parlay', title: 'Select row', scope: 'grid', keys: ['Space'] },
  'row.copy': {
    group: 'Parlay',
    title: 'Copy prices',
    scope: 'grid',
    keys: ['Ctrl+C'],
    words: 'table spreadsheet clipboard',
  },
  'row.select-all': { group: 'Parlay', title: 'Select all rows', scope: 'grid', keys: ['Ctrl+A'] },
  'row.clear-selection': { group: 'Parlay', title: 'Clear selection', scope: 'grid', keys: ['Escape'] },

  'desk.reprice-all': { group: 'Desk', title: 'Reprice all', keys: ['Shift+R'], words: 'refresh' },
  'desk.filter': { group: 'Desk', title: 'Filter parlays', keys: ['F'], words: 'rows' },
  'desk.auto': { group: 'Desk', title: 'Auto-refresh', words: 'reprice interval' },
  'desk.columns': { group: 'Desk', title: 'Columns', words: 'books width order' },
  'layout.save': {
    group: 'Layouts',
    title: 'Save layout as…',
    keys: ['Ctrl+S'],
    words: 'workspace arrangement',
  },
  'layout.list': { group: 'Layouts', title: 'Layouts', keys: ['.'], words: 'workspace rename delete manage' },
  'desk.show-ended': { group: 'Desk', title: 'Show ended parlays', words: 'final over games' },
  'desk.remove-ended': { group: 'Desk', title: 'Remove ended parlays', words: 'final over games' },
  'desk.export': { group: 'Desk', title: 'Export prices', words: 'CSV save' },
  'desk.alerts': { group: 'Desk', title: 'Alerts', words: 'fired notify' },
  'desk.trending': { group: 'Desk', title: 'Trending list', words: 'queue sent' },
  'desk.toggle-legs': {
    group: 'Desk',
    title: 'Show or hide legs',
    keys: ['Ctrl+B'],
    whileTyping: true,
    words: 'fold pane',
  },
  'desk.toggle-cell': {
    group: 'Desk',
    title: 'Show or hide price details',
    keys: ['Ctrl+J'],
    whileTyping: true,
    words: 'fold cell pane',
  },
  'desk.toggle-tickets': { group: 'Desk', title: 'Show or hide recent tickets', words: 'fold strip' },
  'strip.copy': {
    group: 'Desk',
    title: 'Copy recent tickets',
    scope: 'strip',
    keys: ['Ctrl+C'],
    words: 'table clipboard',
  },
  'desk.toggle-trending': { group: 'Desk', title: 'Show or hide trending', words: 'fold queue' },
  'trending.open': { group: 'Desk', title: 'Open sent parlay' },
  'trending.copy': {
    group: 'Desk',
    title: 'Copy sent parlays',
    scope: 'trending',
    keys: ['Ctrl+C'],
    words: 'table clipboard trending',
  },
  'desk.focus-grid': {
    group: 'Desk',
    title: 'Go to prices',
    keys: ['Escape'],
    whileTyping: true,
    words: 'grid',
  },

  'legs.search': { group: 'Legs', title: 'Search legs', keys: ['/'] },
  'legs.choose': { group: 'Legs', title: 'Add or remove leg', scope: 'search' },
  'legs.pin': {
    group: 'Legs',
    title: 'Pin highlighted leg',
    scope: 'search',
    keys: ['Ctrl+P'],
    whileTyping: true,
  },
  'slip.add': {
    group: 'Legs',
    title: 'Add to desk',
    keys: ['Ctrl+Enter'],
    whileTyping: true,
    words: 'new parlay',
  },
  'legs.copy': {
    group: 'Legs',
    title: 'Copy highlighted leg',
    scope: 'search',
    keys: ['Ctrl+C'],
    whileTyping: true,
    words: 'text clipboard',
  },
  'slip.copy': {
    group: 'Legs',
    title: 'Copy legs',
    scope: 'slip',
    keys: ['Ctrl+C'],
    words: 'text slip clipboard',
  },
  'slip.copy-image': { group: 'Legs', title: 'Copy slip as image', words: 'share picture' },
  'slip.clear': { group: 'Legs', title: 'Clear new parlay', words: 'slip' },
  'legs.type': { group: 'Legs', title: 'Enter legs by ID', words: 'type paste token' },
  'odds.add': { group: 'Legs', title: 'Add odds', words: 'paste JSON' },
  'odds.sources': { group: 'Legs', title: 'Sources', words: 'odds files folder feed' },
  'odds.refresh': { group: 'Legs', title: 'Refresh odds feed', words: 'fetch load' },

  'betslip.same': { group: 'Bet slip', title: 'Same price', keys: ['1'] },
  'betslip.moved': { group: 'Bet slip', title: 'New price', keys: ['2'] },
  'betslip.rejected': { group: 'Bet slip', title: 'Rejected', keys: ['3'] },
  'betslip.limited': { group: 'Bet slip', title: 'Limited', keys: ['4'] },
  'betslip.close': { group: 'Bet slip', title: 'Close', keys: ['Escape'] },

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
    title: 'Show or hide legs',
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
    title: 'Clear selection',
    scope: 'tickets',
    keys: ['Escape'],
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
  'accounts.tax': { group: 'Accounts', title: 'Tax report', words: 'year gains losses IRS CSV' },
  'accounts.limit': { group: 'Accounts', title: 'Set account limit', words: 'maximum stake limited' },

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
  'tour.next': { group: 'General', title: 'Next step of the tour', scope: 'tour', keys: ['Shift+N'] },
  'tour.back': { group: 'General', title: 'Previous step of the tour', scope: 'tour', keys: ['Shift+B'] },
  'app.help': {
    group: 'General',
    title: 'Help',
    keys: ['F1'],
    whileTyping: true,
    words: 'guide manual docs',
  },
  'desk.legend': { group: 'Desk', title: 'What the cells show', words: 'legend marks states help' },
  'app.shortcuts': { group: 'General', title: 'Keyboard shortcuts', keys: ['?'], words: 'keys help' },
  'app.undo': { group: 'Desk', title: 'Undo', keys: ['Ctrl+Z'], whileTyping: 'until-input' },
  'app.redo': {
    group: 'Desk',
    title: 'Redo',
    keys: ['Ctrl+Shift+Z', 'Ctrl+Y'],
    whileTyping: 'until-input',
  },
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

  'grid.up': { group: 'Move in prices', title: 'Up', keys: ['ArrowUp', 'K'], isMove: true },
  'grid.down': { group: 'Move in prices', title: 'Down', keys: ['ArrowDown', 'J'], isMove: true },
  'grid.left': { group: 'Move in prices', title: 'Left', keys: ['ArrowLeft', 'H'], isMove: true },
  'grid.right': { group: 'Move in prices', title: 'Right', keys: ['ArrowRight', 'L'], isMove: true },
  'grid.row-start': { group: 'Move in prices', title: 'First book', keys: ['Home'], isMove: true },
  'grid.row-end': { group: 'Move in prices', title: 'Last book', keys: ['End'], isMove: true },
  'grid.page-up': { group: 'Move in prices', title: 'Page up', keys: ['PageUp'], isMove: true },
  'grid.page-down': { group: 'Move in prices', title: 'Page down', keys: ['PageDown'], isMove: true },
  'grid.top': { group: 'Move in prices', title: 'First cell', keys: ['Ctrl+Home'], isMove: true },
  'grid.bottom': { group: 'Move in prices', title: 'Last cell', keys: ['Ctrl+End'], isMove: true },
  'tickets.up': { group: 'Move in tickets', title: 'Up', keys: ['ArrowUp', 'K'], isMove: true },
  'tickets.down': { group: 'Move in tickets', title: 'Down', keys: ['ArrowDown', 'J'], isMove: true },
  'tickets.page-up': { group: 'Move in tickets', title: 'Page up', keys: ['PageUp'], isMove: true },
  'tickets.page-down': { group: 'Move in tickets', title: 'Page down', keys: ['PageDown'], isMove: true },
  'tickets.first': { group: 'Move in tickets', title: 'First ticket', keys: ['Home'], isMove: true },
  'tickets.last': { group: 'Move in tickets', title: 'Last ticket', keys: ['End'], isMove: true },
} as const satisfies Readonly<Record<string, CommandSpec>>

export type CommandId = keyof typeof table
export const commandTable: Readonly<Record<CommandId, CommandSpec>> = table
export const commandIds = Object.keys(table).filter((id): id is CommandId => id in table)

export const scopeOf = (id: CommandId): Scope =>
  commandTable[id].scope ?? commandGroups[commandTable[id].group]
