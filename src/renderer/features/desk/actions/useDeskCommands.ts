/** The desk's acts as commands, each on what its key would act on; and the way to every parlay. */
import { nextTick, type Ref } from 'vue'
import { legsShort } from '../../../../shared/model/game/leg-short.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { countOf } from '../../../format/count.ts'
import { useBoardStore } from '../../board/board-store.ts'
import { useCommands, type Command } from '../../palette/palette-store.ts'
import { noCell, noRow } from './cell-tools.ts'
import { listActions, type Action, type ActionTarget } from '../desk-keys.ts'
import { useDeskStore, type CellAddress } from '../desk-store.ts'
import { useNavigationStore } from '../../../navigation-store.ts'
import { cellId, rowNote, rowSpoken, rowTitle } from '../grid/grid-cell.ts'
import { useRowMarksStore } from '../rows/row-marks-store.ts'
import type { BookColumn } from '../columns/columns.ts'

interface DeskCommandOptions {
  readonly act: (act: Action) => void
  /** The rows shown. */
  readonly order: Readonly<Ref<readonly number[]>>
  readonly selected: Readonly<Ref<CellAddress | undefined>>
  /** The selected row and its column. */
  readonly row: Readonly<Ref<Row | undefined>>
  readonly column: Readonly<Ref<BookColumn | undefined>>
  /** The book whose price of the row would be asked again. */
  readonly best: Readonly<Ref<BookColumn | undefined>>
  /** The rows that acts on rows would be done to. */
  readonly targets: Readonly<Ref<readonly number[]>>
}

export function useDeskCommands(options: DeskCommandOptions): void {
  const { act, row, column, targets } = options
  const desk = useDeskStore()
  const blockedBy = useReasons(options)

  const commandsOn = (object: ActionTarget) => (): Command[] =>
    listActions(object).map(({ act: what, title, keys, does }) => {
      return { title, keys, words: does, blocked: blockedBy(object, what), run: () => act(what) }
    })
  const parlay = (): string => (row.value === undefined ? '' : rowTitle(row.value))
  const rowsOf = (ids: readonly number[]): Row[] => ids.flatMap(id => desk.rowRef(id)?.value ?? [])

  useCommands({
    group: 'Cell',
    about: () => (column.value === undefined ? '' : `${column.value.name} · ${parlay()}`),
    commands: commandsOn('cell'),
  })
  useCommands({
    group: 'Rows',
    about: () =>
      targets.value.length > 1
        ? countOf(targets.value.length, 'parlay')
        : rowsOf(targets.value).map(rowTitle).join(''),
    commands: commandsOn('row'),
  })
  useCommands({ group: 'Desk', commands: commandsOn('desk') })
  useCommands({ group: 'Legs', commands: commandsOn('legs') })
  useCommands({
    group: 'Go to parlay',
    commands: () => rowsOf(desk.order).map(row => wayTo(row, options.selected)),
  })
}

/** Leads to a parlay in the grid, and into the grid, so that its keys are at hand. */
function wayTo(row: Row, selected: DeskCommandOptions['selected']): Command {
  return {
    title: rowTitle(row),
    note: row.note.name === '' ? rowNote(row) : legsShort(row.legs),
    words: `${rowSpoken(row)} ${row.legs.map(({ name, game }) => `${name} ${game.title}`).join(' ')}`,
    run: async () => {
      useNavigationStore().showCell({ parlayId: row.id, bookId: null })
      await nextTick()
      if (selected.value !== undefined) document.getElementById(cellId(selected.value))?.focus()
    },
  }
}

/** Why an act cannot be done now, if it cannot. */
function useReasons({ order, row, column, best, targets }: DeskCommandOptions) {
  const desk = useDeskStore()
  const board = useBoardStore()
  const marks = useRowMarksStore()

  const needs = (isThere: unknown, otherwise: string) => (isThere ? undefined : otherwise)
  const cell = () => row.value?.cells.find(({ bookId }) => bookId === column.value?.bookId)
  function link(): string | undefined {
    const outcome = cell()?.quote?.outcome
    const links = outcome?.kind === 'priced' ? outcome.links : null
    return links?.desktop ?? links?.mobile ?? undefined
  }

  const some: Readonly<Record<ActionTarget, () => string | undefined>> = {
    cell: () => needs(column.value, noCell),
    row: () => needs(targets.value.length, noRow),
    desk: () => undefined,
    legs: () => needs(board.status?.selections, 'There are no odds yet'),
  }
  const own: Readonly<Partial<Record<Action, () => string | undefined>>> = {
    recheck: () => needs(cell()?.missingLegs === 0, 'The book lacks a leg'),
    'copy-link': () => needs(link(), 'The price has no link'),
    'phone-qr': () => needs(link(), 'The price has no link'),
    'recheck-best': () => needs(best.value, 'No book has priced the row yet'),
    'mark-row': () => needs(row.value, noRow),
    'mark-all': () => needs(order.value.length, 'No parlay is shown'),
    'mark-none': () => needs(marks.marked.size, 'No row is selected'),
    'reprice-all': () => needs(desk.order.length, 'No parlay is on the desk'),
    export: () => needs(order.value.length, 'No parlay is shown'),
  }
  return (object: ActionTarget, act: Action) => some[object]() ?? own[act]?.()
}
