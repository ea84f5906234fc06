/** Keys of the ledger as one table: their actions, and the lines that `?` shows. */
import { type LedgerAction, useNavigationStore } from '../../navigation-store.ts'
import { useCommands } from '../palette/palette-store.ts'
import { useLedgerStore } from './ledger-store.ts'

export type GridAction = 'up' | 'down' | 'first' | 'last' | 'toggle' | 'open'

interface KeyLine {
  readonly keys: readonly string[]
  readonly does: string
  /** On a ticket of the grid. */
  readonly inGrid?: Readonly<Record<string, GridAction>>
  readonly anywhere?: Readonly<Record<string, LedgerAction>>
  /** Name of the action among the commands. */
  readonly title?: string
}

const lines: readonly KeyLine[] = [
  {
    keys: ['↑', '↓'],
    does: 'Move in the grid (also K, J)',
    inGrid: { ArrowUp: 'up', k: 'up', ArrowDown: 'down', j: 'down' },
  },
  { keys: ['Home', 'End'], does: 'First or last ticket', inGrid: { Home: 'first', End: 'last' } },
  {
    keys: ['↵', 'Space'],
    does: 'Show the legs of the ticket, or hide them',
    inGrid: { Enter: 'toggle', ' ': 'toggle' },
  },
  { keys: ['O'], does: 'Open the ticket: facts, decisions, history', inGrid: { o: 'open' } },
  { keys: ['N'], does: 'New ticket, by hand', anywhere: { n: 'new-ticket' }, title: 'New ticket' },
  {
    keys: ['S'],
    does: 'Settle pending: ask the service how bets ended',
    anywhere: { s: 'settle' },
    title: 'Settle pending',
  },
  { keys: ['/'], does: 'Filter by text', anywhere: { '/': 'filter' }, title: 'Filter tickets' },
  { keys: ['Ctrl K'], does: 'Commands: all of this and more by name, also while you type' },
  { keys: ['?'], does: 'Show these keys', anywhere: { '?': 'show-keys' }, title: 'Keys of the ledger' },
]

const gridActions = new Map(lines.flatMap(({ inGrid = {} }) => Object.entries(inGrid)))
const actions = new Map(lines.flatMap(({ anywhere = {} }) => Object.entries(anywhere)))

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

export const findGridAction = (pressed: Pressed): GridAction | undefined =>
  gridActions.get(toKeyName(pressed))
export const findLedgerAction = (pressed: Pressed): LedgerAction | undefined =>
  actions.get(toKeyName(pressed))

/** Letters without case; a key with a modifier has no action here. */
function toKeyName({ key, ctrlKey, metaKey, altKey }: Pressed): string {
  if (ctrlKey || metaKey || altKey) return ''
  return key.length === 1 ? key.toLowerCase() : key
}

export const ledgerKeys = lines.map(({ keys, does }) => ({ keys, does }))

/** Commands of the ledger, also before its view was ever shown. */
export function useLedgerCommands(): void {
  const ledger = useLedgerStore()
  const navigation = useNavigationStore()

  const named = lines.flatMap(({ keys, does, anywhere, title }) =>
    title === undefined
      ? []
      : Object.values(anywhere ?? {}).map(action => {
          const run = () => navigation.runInLedger(action)
          return { title, keys: keys[0], words: does, run }
        }),
  )
  const transfers = [
    {
      title: 'Import tickets',
      words: 'CSV JSON',
      run: () => navigation.openDialog({ kind: 'import-tickets' }),
    },
    {
      title: 'Export tickets',
      words: 'CSV JSON save',
      run: () => navigation.openDialog({ kind: 'export-tickets' }),
    },
  ]
  useCommands({
    group: 'Ledger',
    commands: () => {
      const blocked = ledger.isOpen ? undefined : 'The ledger is not open'
      return [...named, ...transfers].map(command => ({ ...command, blocked }))
    },
  })
}
