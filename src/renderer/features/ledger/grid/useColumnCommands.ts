/** Commands of the column whose header was focused or clicked last; its menu has them all. */
import { useCommands } from '../../../commands/command-store.ts'
import type { ColumnKey } from '../../../../shared/model/settings/view.ts'
import type { TicketSort } from '../../../../shared/model/ticket/ledger-filter.ts'
import { isSortKey, type TicketColumn } from './ticket-columns.ts'

interface ColumnCommandsOptions {
  readonly columns: () => readonly TicketColumn[]
  readonly chosen: () => ColumnKey | undefined
  /** False while the keys of the columns belong to the rows. */
  readonly hasFocus: () => boolean
  readonly sortTo: (sort: TicketSort) => void
  readonly hide: (key: ColumnKey) => void
  readonly moveTo: (key: ColumnKey, at: ColumnKey) => void
}

export function useColumnCommands(options: ColumnCommandsOptions): void {
  const { columns, chosen, hasFocus, sortTo, hide, moveTo } = options
  const find = () => columns().find(({ key }) => key === chosen())
  const neighbor = (step: -1 | 1) => columns()[columns().findIndex(({ key }) => key === chosen()) + step]
  const explainNone = () => (find() === undefined ? 'Click a column’s header first' : undefined)
  const onChosen = (run: (key: ColumnKey) => unknown) => (press?: KeyboardEvent) => {
    const key = find()?.key
    if (key !== undefined && (press === undefined || hasFocus())) run(key)
  }
  const withName = (toTitle: (name: string) => string) => () => {
    const name = find()?.name
    return name === undefined ? undefined : toTitle(name)
  }
  const sort = (isDescending: boolean, word: string) => ({
    run: onChosen(by => isSortKey(by) && sortTo({ by, isDescending })),
    blocked: () => explainNone() ?? explainUnsorted(chosen()),
    title: withName(name => `Sort by ${name}, ${word}`),
  })
  const move = (step: -1 | 1, word: string) => ({
    run: onChosen(key => {
      const at = neighbor(step)
      if (at !== undefined) moveTo(key, at.key)
    }),
    blocked: () => explainNone() ?? (neighbor(step) === undefined ? `Nothing is ${word} of it` : undefined),
    title: withName(name => `Move ${name} ${word}`),
  })

  useCommands({
    'tickets.sort-up': sort(false, 'ascending'),
    'tickets.sort-down': sort(true, 'descending'),
    'tickets.column-left': move(-1, 'left'),
    'tickets.column-right': move(1, 'right'),
    'tickets.hide-column': {
      run: onChosen(hide),
      blocked: () => explainNone() ?? (chosen() === 'title' ? 'The parlay is always shown' : undefined),
      title: withName(name => `Hide ${name}`),
    },
  })
}

const explainUnsorted = (key: ColumnKey | undefined): string | undefined =>
  key === undefined || isSortKey(key) ? undefined : 'Tickets aren’t sorted by this column'
