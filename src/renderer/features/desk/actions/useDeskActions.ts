/**
 * The commands of the desk, on the selected cell, on the selected rows (else the row of that cell), or on the whole
 * desk; with the reasons why they cannot run.
 */
import { computed, shallowRef } from 'vue'
import type { CellAddress } from '../../../../shared/model/price/cell.ts'
import { findPrice } from '../../../../shared/model/price/quote.ts'
import { useCommandStore, useCommands, type CommandHandler } from '../../../commands/command-store.ts'
import type { CommandId } from '../../../commands/command-table.ts'
import { useNavigationStore } from '../../../navigation-store.ts'
import { useBoardStore } from '../../board/board-store.ts'
import { useRowPins } from '../budget/useRowPins.ts'
import { useCellLinks } from '../betslip/useCellLinks.ts'
import { findLegsObstacle, findOpenObstacle, hasLink } from '../cell/cell-text.ts'
import { useColumns } from '../columns/useColumns.ts'
import { createDeskContext } from '../context/desk-context.ts'
import { useDisplay } from '../context/useDisplay.ts'
import { useSelection } from '../context/useSelection.ts'
import { useDeskStore } from '../desk-store.ts'
import { gamesOver, useGamePhases } from '../rows/game-phase.ts'
import { explainNoBook, toTicketsPart } from '../rows/row-text.ts'
import { useRowMarksStore } from '../rows/row-marks-store.ts'
import { useCopyPrices } from '../rows/useCopyPrices.ts'
import { useCsvExport } from '../rows/useCsvExport.ts'
import { useRowMoves } from '../rows/useRowMoves.ts'
import { useRowOrder } from '../rows/useRowOrder.ts'
import { useStakePlan } from '../stakes/useStakePlan.ts'
import { findBookToRecheck } from '../value/best-price.ts'
import { useCopyImage, useCopyPrice } from './useCopyParlay.ts'
import { useDialogRequests } from './useDialogRequests.ts'
import { useNeeds } from './useNeeds.ts'
import { usePricing } from './usePricing.ts'
import { useRemoval } from './useRemoval.ts'

export const [provideDeskActions, useDeskActions] = createDeskContext('actions', () => {
  const { selected } = useSelection()
  const { order } = useRowOrder()
  const marks = useRowMarksStore()

  /** The rows that row commands run on: the selected ones, from the top down, else the row of the selected cell. */
  const targets = computed(() => {
    const marked = order.value.filter(id => marks.marked.has(id))
    return marked.length > 0 || selected.value === undefined ? marked : [selected.value.parlayId]
  })
  const areColumnsShown = shallowRef(false)
  const isLegendShown = shallowRef(false)
  return { targets, areColumnsShown, isLegendShown, run: useCommandStore().run }
})

/** Runs the commands of the desk for as long as it lives. */
export function useDeskCommands(): void {
  useCommands(usePriceCommands())
  useCommands(useRowCommands())
  useCommands(useSelectionCommands())
  useCommands(useWholeDeskCommands())
  // Without a selected price its tools are not on screen; their commands give that reason.
  const waiting: CommandHandler = { run: () => undefined, blocked: useNeeds().noCell }
  const tools: readonly CommandId[] = [
    'price.history',
    'price.fair',
    'price.by-leg',
    'price.alt-lines',
    'price.alert',
    'price.definitions',
  ]
  useCommands(Object.fromEntries(tools.map(id => [id, waiting])))
}

/** The reason why the selected price cannot be rechecked and opened. */
function useOpenObstacle(): () => string | undefined {
  const { row, cell } = useSelection()
  const display = useDisplay()
  const findPhase = useGamePhases()
  return () => {
    if (row.value === undefined || cell.value === undefined) return undefined
    if (findPhase(row.value, display.value.now) === 'final') return gamesOver
    return findLegsObstacle(row.value, cell.value) ?? findOpenObstacle(cell.value, display.value)
  }
}

/** On the selected cell. */
function usePriceCommands() {
  const { selected, cell, column } = useSelection()
  const { noCell } = useNeeds()
  const { moveColumn, widenColumn, setBookOn } = useColumns()
  const { recheck, copyLink, copyLegs, showPhone } = useCellLinks()
  const { recordCell } = useDialogRequests()

  const onCell = (
    run: (address: CellAddress) => unknown,
    blocked: () => string | undefined = () => undefined,
  ): CommandHandler => ({
    run: () => selected.value && run(selected.value),
    blocked: () => (column.value === undefined ? noCell() : blocked()),
  })
  const canOpen = useOpenObstacle()
  const copyPrice = useCopyPrice()
  const isLinked = computed(() => cell.value !== undefined && hasLink(cell.value))
  const needsLink = () => (isLinked.value ? undefined : 'No bet slip link. Copy the legs instead')
  const needsPrice = () => (findPrice(cell.value?.quote) ? undefined : 'No price to copy')
  function copy(address: CellAddress): void {
    const quote = cell.value?.quote
    if (isLinked.value) void copyLink(address)
    else if (quote) void copyLegs(address, quote.id)
  }
  return {
    'price.open': onCell(recheck, canOpen),
    'price.copy-link': {
      ...onCell(copy, needsPrice),
      title: () => (isLinked.value || needsPrice() ? 'Copy link' : 'Copy legs'),
    },
    'price.phone': onCell(showPhone, needsLink),
    'price.copy': onCell(copyPrice),
    'price.record': onCell(recordCell),
    'price.plan': onCell(useStakePlan().show),
    'price.hide-book': onCell(({ bookId }) => setBookOn(bookId, false)),
    'column.left': onCell(({ bookId }) => moveColumn(bookId, -1)),
    'column.right': onCell(({ bookId }) => moveColumn(bookId, 1)),
    'column.narrower': onCell(({ bookId }) => widenColumn(bookId, -1)),
    'column.wider': onCell(({ bookId }) => widenColumn(bookId, 1)),
  }
}

/** On the rows selected, or the row of the selected cell. */
function useRowCommands() {
  const marks = useRowMarksStore()
  const { selected, row } = useSelection()
  const { noRow } = useNeeds()
  const { showTickets } = useNavigationStore()
  const display = useDisplay()
  const { targets } = useDeskActions()
  const { bestBook, openBest } = useBestPrice()
  const { priceRows } = usePricing()
  const pins = useRowPins(() => targets.value)
  const { stepRows } = useRowMoves()

  const areOver = useAreOver(() => targets.value)
  const onTargets = (
    run: (parlayIds: readonly number[]) => unknown,
    blocked: () => string | undefined = () => undefined,
  ): CommandHandler => ({
    run: () => run(targets.value),
    blocked: () => (targets.value.length === 0 ? noRow() : blocked()),
  })
  const onRow = (run: () => unknown, blocked: () => string | undefined = () => undefined) => ({
    run,
    blocked: () => (row.value === undefined ? noRow() : blocked()),
  })
  return {
    'row.open-best': onRow(openBest, () => {
      const best = row.value?.cells.find(({ bookId }) => bookId === bestBook.value?.bookId)
      return best ? findOpenObstacle(best, display.value) : row.value && explainNoBook(row.value)
    }),
    'row.reprice': onTargets(priceRows),
    'row.pin': { ...onTargets(pins.toggle, areOver), title: pins.title },
    'row.send': onTargets(useDialogRequests().sendToQueue, areOver),
    'row.remove': onTargets(useRemoval()),
    'row.up': onTargets(parlayIds => stepRows(parlayIds, -1)),
    'row.down': onTargets(parlayIds => stepRows(parlayIds, 1)),
    'row.select': onRow(() => selected.value && marks.toggle(selected.value.parlayId)),
    'row.tickets': onRow(() => row.value && showTickets({ also: [toTicketsPart(row.value)] })),
    'row.copy': onRow(useCopyPrices()),
    'row.copy-image': onRow(useCopyImage()),
  }
}

/** The reason against a command when the games of all these parlays are over. */
function useAreOver(parlayIds: () => readonly number[]): () => string | undefined {
  const desk = useDeskStore()
  const display = useDisplay()
  const findPhase = useGamePhases()
  return () =>
    desk.getRows(parlayIds()).every(row => findPhase(row, display.value.now) === 'final')
      ? gamesOver
      : undefined
}

/** On the selection of rows. */
function useSelectionCommands() {
  const marks = useRowMarksStore()
  const { order } = useRowOrder()
  return {
    'row.select-all': {
      run: () => marks.mark(order.value),
      blocked: () => (order.value.length === 0 ? 'No parlay is shown' : undefined),
    },
    'row.clear-selection': {
      run: () => marks.mark([]),
      blocked: () => (marks.marked.size === 0 ? 'No row is selected' : undefined),
    },
  }
}

function useBestPrice() {
  const { selected, select, row } = useSelection()
  const { columns } = useColumns()
  const { recheck } = useCellLinks()
  const display = useDisplay()
  /** The book at which the row is rechecked; undefined when no book ever priced it. */
  const bestBook = computed(() => row.value && findBookToRecheck(row.value, columns.value, display.value))

  function openBest(): void {
    if (selected.value === undefined || bestBook.value === undefined) return
    select({ ...selected.value, bookId: bestBook.value.bookId })
    recheck()
  }
  return { bestBook, openBest }
}

function useWholeDeskCommands() {
  const desk = useDeskStore()
  const board = useBoardStore()
  const navigation = useNavigationStore()
  const marks = useRowMarksStore()
  const { order } = useRowOrder()
  const { focusGrid } = useSelection()
  const { targets, areColumnsShown, isLegendShown } = useDeskActions()
  const { priceAll } = usePricing()
  const exportCsv = useCsvExport()

  return {
    'desk.reprice-all': {
      run: priceAll,
      blocked: () => (desk.order.length === 0 ? 'Add a parlay first' : undefined),
    },
    'desk.export': {
      run: () => exportCsv(marks.marked.size > 0 ? targets.value : order.value),
      blocked: () => (order.value.length === 0 ? 'No parlay is shown' : undefined),
    },
    'desk.legend': { run: () => (isLegendShown.value = true) },
    'desk.columns': { run: () => (areColumnsShown.value = true) },
    'desk.focus-grid': { run: focusGrid },
    'legs.search': {
      run: navigation.searchLegs,
      blocked: () => (board.isEmpty ? 'Add odds first' : undefined),
    },
  }
}
