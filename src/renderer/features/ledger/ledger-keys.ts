/** The keys of the ledger as one table: what each does, and the line of it that `?` shows. */
import { type LedgerAction, useNavigationStore } from '../../navigation-store.ts'
import { useCommands } from '../palette/palette-store.ts'
import { useLedgerStore } from './ledger-store.ts'

export type GridAct = 'up' | 'down' | 'first' | 'last' | 'toggle' | 'open'

interface KeyLine {
  readonly keys: readonly string[]
  readonly does: string
  /** On a ticket of the grid. */
  readonly inGrid?: Readonly<Record<string, GridAct>>
  readonly anywhere?: Readonly<Record<string, LedgerAction>>
  /** What the act is called among the commands. */
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

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

const find = <T>(
  table: Readonly<Record<string, T>>,
  { key, ctrlKey, metaKey, altKey }: Pressed,
): T | undefined =>
  ctrlKey || metaKey || altKey ? undefined : table[key.length === 1 ? key.toLowerCase() : key]

const merged = <T>(
  parts: readonly (Readonly<Record<string, T>> | undefined)[],
): Readonly<Record<string, T>> => Object.fromEntries(parts.flatMap(part => Object.entries(part ?? {})))
const gridActs = merged(lines.map(line => line.inGrid))
const acts = merged(lines.map(line => line.anywhere))

export const gridActOf = (pressed: Pressed): GridAct | undefined => find(gridActs, pressed)
export const ledgerActOf = (pressed: Pressed): LedgerAction | undefined => find(acts, pressed)

export const ledgerKeys = lines.map(({ keys, does }) => ({ keys, does }))

/** The acts by name, with their keys. */
export const ledgerActs = lines.flatMap(({ keys, does, anywhere, title }) =>
  title === undefined
    ? []
    : Object.values(anywhere ?? {}).map(act => ({ act, title, keys: keys[0], words: does })),
)

export function useLedgerCommands(): void {
  const ledger = useLedgerStore()
  const navigation = useNavigationStore()

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
      const acts = ledgerActs.map(({ act, ...named }) => ({
        ...named,
        run: () => navigation.runInLedger(act),
      }))
      return [...acts, ...transfers].map(command => ({ ...command, blocked }))
    },
  })
}
