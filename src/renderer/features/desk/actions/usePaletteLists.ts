/** Lists for the palette: a command that shows each parlay, and the subject of each group of the desk's commands. */
import { nextTick } from 'vue'
import { rowTitle, shortenLegs } from '../../../../shared/model/game/leg-short.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { useCommandList, type ListedCommand } from '../../../commands/command-store.ts'
import { pluralize } from '../../../format/number-text.ts'
import { useNavigationStore } from '../../../navigation-store.ts'
import { useSettingsStore } from '../../settings/settings-store.ts'
import type { BookColumn } from '../columns/columns.ts'
import { useColumns } from '../columns/useColumns.ts'
import { useSelection } from '../context/useSelection.ts'
import { useDeskStore } from '../desk-store.ts'
import { type GamePhase, useGamePhases } from '../rows/game-phase.ts'
import { rowNote, rowSpoken } from '../rows/row-text.ts'
import { useRowOrder } from '../rows/useRowOrder.ts'
import { useDeskActions } from './useDeskActions.ts'

const listedPlaces: Readonly<Record<GamePhase, number>> = { live: 0, upcoming: 1, unlisted: 2, final: 3 }

export function usePaletteLists(): void {
  const desk = useDeskStore()
  const { row, column, focusGrid } = useSelection()
  const { targets } = useDeskActions()

  useCommandList({
    group: 'Price',
    about: () => (row.value && column.value ? `${column.value.name} · ${rowTitle(row.value)}` : ''),
  })
  useCommandList({
    group: 'Parlay',
    about: () =>
      targets.value.length > 1
        ? pluralize(targets.value.length, 'parlay')
        : desk.getRows(targets.value).map(rowTitle).join(''),
  })
  const focusShown = async () => {
    await nextTick()
    focusGrid()
  }
  useBookCommands(focusShown)
  useParlayCommands(focusShown)
}

/**
 * Lists the parlays of the desk, those of live games first, ended ones last. `onShown` runs after one was requested.
 */
export function useParlayCommands(onShown: () => unknown = () => {}): void {
  const desk = useDeskStore()
  const navigation = useNavigationStore()
  const findPhase = useGamePhases()

  const toCommand = (parlay: Row, phase: GamePhase): ListedCommand => ({
    id: String(parlay.id),
    title: rowTitle(parlay),
    note: parlay.note.name === '' ? rowNote(parlay, phase) : shortenLegs(parlay.legs),
    words: `${rowSpoken(parlay)} ${parlay.legs.map(({ name, game }) => `${name} ${game.title}`).join(' ')}`,
    timing: phase === 'live' ? 'now' : phase === 'final' ? 'over' : undefined,
    run: () => {
      navigation.showCell({ parlayId: parlay.id, bookId: null })
      return onShown()
    },
  })
  function listParlays(): ListedCommand[] {
    const rows = desk.getRows(desk.order).map(parlay => ({ parlay, phase: findPhase(parlay, Date.now()) }))
    return rows
      .toSorted((a, b) => listedPlaces[a.phase] - listedPlaces[b.phase])
      .map(({ parlay, phase }) => toCommand(parlay, phase))
  }
  useCommandList({ group: 'Go to parlay', commands: listParlays })
}

const bookWords = 'book column sportsbook'

/** Lists the columns of the books, then their tickets, and last what hides or shows them. */
function useBookCommands(focusGrid: () => unknown): void {
  const { columns, setBookOn } = useColumns()
  const { selected, reveal } = useSelection()
  const { order } = useRowOrder()
  const settings = useSettingsStore()
  const navigation = useNavigationStore()
  const findParlayId = () => selected.value?.parlayId ?? order.value[0]

  const toColumnCommand = ({ bookId, name }: BookColumn): ListedCommand => ({
    id: `column ${bookId}`,
    title: `Go to ${name}`,
    note: 'Column',
    words: bookWords,
    blocked: findParlayId() === undefined ? 'No parlays shown' : undefined,
    run: () => {
      const parlayId = findParlayId()
      if (parlayId !== undefined) reveal({ parlayId, bookId })
      return focusGrid()
    },
  })
  useCommandList({
    group: 'Books',
    commands: () => [
      ...columns.value.map(toColumnCommand),
      ...settings.books.map(({ id, name }) => ({
        id: `tickets ${id}`,
        title: `Tickets at ${name}`,
        words: `${bookWords} ledger`,
        run: () => navigation.showTickets({ bookId: id }),
      })),
      ...settings.books.map(({ id, name, isOn }) => ({
        title: `${isOn ? 'Hide' : 'Show'} ${name}`,
        words: bookWords,
        run: () => setBookOn(id, !isOn),
      })),
    ],
  })
}
