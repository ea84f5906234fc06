/** The desk's actions as commands of the palette, each on what its key would act on; and a command for every parlay. */
import { nextTick } from 'vue'
import { shortenLegs } from '../../../../shared/model/game/leg-short.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { pluralize } from '../../../format/number-text.ts'
import { useNavigationStore } from '../../../navigation-store.ts'
import { useBoardStore } from '../../board/board-store.ts'
import { useCommands, type Command } from '../../palette/palette-store.ts'
import { useSelection } from '../context/useSelection.ts'
import { listActions, noCell, noRow, type Action, type ActionTarget } from '../desk-keys.ts'
import { useDeskStore } from '../desk-store.ts'
import { useRowMarksStore } from '../rows/row-marks-store.ts'
import { rowNote, rowSpoken, rowTitle } from '../rows/row-text.ts'
import { useRowOrder } from '../rows/useRowOrder.ts'
import { useDeskActions } from './useDeskActions.ts'

export function useDeskCommands(): void {
  const desk = useDeskStore()
  const { row, column } = useSelection()
  const { run, targets } = useDeskActions()
  const findObstacle = useObstacles()
  const toParlayCommand = useParlayCommands()

  const commandsOn = (target: ActionTarget) => (): Command[] =>
    listActions(target).map(({ action, title, keys, does }) => {
      return { title, keys, words: does, blocked: findObstacle(target, action), run: () => run(action) }
    })

  useCommands({
    group: 'Cell',
    about: () => (row.value && column.value ? `${column.value.name} · ${rowTitle(row.value)}` : ''),
    commands: commandsOn('cell'),
  })
  useCommands({
    group: 'Rows',
    about: () =>
      targets.value.length > 1
        ? pluralize(targets.value.length, 'parlay')
        : desk.getRows(targets.value).map(rowTitle).join(''),
    commands: commandsOn('row'),
  })
  useCommands({ group: 'Desk', commands: commandsOn('desk') })
  useCommands({ group: 'Legs', commands: commandsOn('legs') })
  useCommands({ group: 'Go to parlay', commands: () => desk.getRows(desk.order).map(toParlayCommand) })
}

/** A command leads to its parlay and moves the focus into the grid, where keys go on. */
function useParlayCommands(): (row: Row) => Command {
  const navigation = useNavigationStore()
  const { focusGrid } = useSelection()
  return row => ({
    title: rowTitle(row),
    note: row.note.name === '' ? rowNote(row) : shortenLegs(row.legs),
    words: `${rowSpoken(row)} ${row.legs.map(({ name, game }) => `${name} ${game.title}`).join(' ')}`,
    run: async () => {
      navigation.showCell({ parlayId: row.id, bookId: null })
      await nextTick()
      focusGrid()
    },
  })
}

/** Returns a function that says why an action cannot be done now, if it cannot. */
function useObstacles(): (target: ActionTarget, action: Action) => string | undefined {
  const desk = useDeskStore()
  const board = useBoardStore()
  const marks = useRowMarksStore()
  const { order } = useRowOrder()
  const { row, cell, column } = useSelection()
  const { targets, bestBook } = useDeskActions()

  const needs = (isThere: unknown, otherwise: string) => (isThere ? undefined : otherwise)
  function getLink(): string | undefined {
    const outcome = cell.value?.quote?.outcome
    const links = outcome?.kind === 'priced' ? outcome.links : null
    return links?.desktop ?? links?.mobile ?? undefined
  }

  const byTarget: Readonly<Record<ActionTarget, () => string | undefined>> = {
    cell: () => needs(column.value, noCell),
    row: () => needs(targets.value.length, noRow),
    desk: () => undefined,
    legs: () => needs(board.status?.selections, 'There are no odds yet'),
  }
  const byAction: Readonly<Partial<Record<Action, () => string | undefined>>> = {
    recheck: () => needs(cell.value?.missingLegs === 0, 'The book lacks a leg'),
    'copy-link': () => needs(getLink(), 'The price has no link'),
    'phone-qr': () => needs(getLink(), 'The price has no link'),
    'recheck-best': () => needs(bestBook.value, 'No book has priced the row yet'),
    'mark-row': () => needs(row.value, noRow),
    'mark-all': () => needs(order.value.length, 'No parlay is shown'),
    'mark-none': () => needs(marks.marked.size, 'No row is selected'),
    'reprice-all': () => needs(desk.order.length, 'No parlay is on the desk'),
    export: () => needs(order.value.length, 'No parlay is shown'),
  }
  return (target, action) => byTarget[target]() ?? byAction[action]?.()
}
