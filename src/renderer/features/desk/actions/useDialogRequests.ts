/** Opens dialogs of other features with data of the desk: recording a ticket, sending to the trending queue. */
import { rowTitle } from '../../../../shared/model/game/leg-short.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import type { CellAddress } from '../../../../shared/model/price/cell.ts'
import { findPrice } from '../../../../shared/model/price/quote.ts'
import type { PlannedStake, PlannedStakes, StakePlan } from '../../../../shared/model/ticket/stake-plan.ts'
import {
  useNavigationStore,
  type CellSource,
  type ParlayToSend,
  type PlannedHere,
  type TakenCell,
} from '../../../navigation-store.ts'
import { useCellLinks, type OpenedBetslip } from '../betslip/useCellLinks.ts'
import type { BookColumn } from '../columns/columns.ts'
import { useColumns } from '../columns/useColumns.ts'
import { useDisplay, type DisplayContext } from '../context/useDisplay.ts'
import { useDeskStore } from '../desk-store.ts'
import { useStakePlan } from '../stakes/useStakePlan.ts'
import { findRowTop, getRowValue } from '../value/best-price.ts'
import { suspectExplanation } from '../value/value-text.ts'

export function useDialogRequests() {
  const desk = useDeskStore()
  const { openDialog } = useNavigationStore()
  const { columns } = useColumns()
  const display = useDisplay()
  const { opened, markRecorded } = useCellLinks()
  const { plan } = useStakePlan()

  /** Opens the dialog that sends these parlays to the trending queue. */
  function sendToQueue(parlayIds: readonly number[]): void {
    const parlays = desk.getRows(parlayIds).map(row => toParlayToSend(row, columns.value, display.value))
    if (parlays.length > 0) openDialog({ kind: 'send-to-queue', parlays })
  }

  /** Win probability by which the cell is valued, which a suspect price has not. */
  function judge({ parlayId, bookId }: CellAddress, row: Row | undefined): Judged {
    const value = row && getRowValue(row, columns.value, display.value).cells.get(bookId)
    const suspectBy = value?.suspectBy ?? null
    return suspectBy === null
      ? {
          winProbability: value?.worth?.p ?? null,
          planned: listPlanned(plan.value, { parlayId, bookId }),
          warning: null,
        }
      : { winProbability: null, planned: [], warning: suspectExplanation(suspectBy) }
  }

  /** The first ticket of an open bet slip gets the price at which that opened, whatever the price is now. */
  function recordCell(cell: CellAddress): void {
    if (opened.value?.isRecorded === false && isSameCell(opened.value.cell, cell)) {
      recordOpened(opened.value)
      return
    }
    const row = desk.rowRef(cell.parlayId)?.value
    recordTicket({
      cell: { ...toTakenCell(cell, row), ...judge(cell, row) },
      getPrice: () => toTakenCell(cell, desk.rowRef(cell.parlayId)?.value).price ?? undefined,
    })
  }

  const recordOpened = (betslip: OpenedBetslip) =>
    recordTicket({
      cell: { ...toOpenedCell(betslip), ...judge(betslip.cell, betslip.row) },
      onRecorded: () => markRecorded(betslip),
    })

  return { recordCell, recordOpened, sendToQueue }
}

function recordTicket(source: Omit<CellSource, 'kind'>): void {
  useNavigationStore().openDialog({ kind: 'record-ticket', source: { ...source, kind: 'cell' } })
}

/** The plan's stakes at the book: a boosted one beside the plain one. */
function listPlanned(plan: StakePlan | undefined, { parlayId, bookId }: CellAddress): PlannedHere[] {
  if (plan?.kind !== 'planned' || plan.parlayId !== parlayId) return []
  const ofBook = plan.stakes.filter(stake => stake.bookId === bookId)
  const other = ofBook.find(({ stakeMinor }) => stakeMinor > 0)
  return ofBook.map(({ boost, stakeMinor }) => ({
    promotionId: boost?.promotionId ?? null,
    stakeMinor,
    reason: other === undefined ? explainNone(plan) : explainOther(other),
  }))
}

const explainNone = ({ totalMinor, reason }: Pick<PlannedStakes, 'totalMinor' | 'reason'>): string =>
  totalMinor > 0 ? 'The stake plan bets at other books.' : reason

const explainOther = ({ boost }: PlannedStake): string =>
  `The stake plan bets here only ${boost === null ? 'without' : 'with'} the boost.`

const isSameCell = (one: CellAddress, other: CellAddress) =>
  one.parlayId === other.parlayId && one.bookId === other.bookId

type Judged = Pick<TakenCell, 'winProbability' | 'planned' | 'warning'>
type PlainCell = Omit<TakenCell, keyof Judged>

/** The price shown, as initial price of a ticket; none when the cell has no price now. */
export function toTakenCell(cell: CellAddress, row: Row | undefined): PlainCell {
  const quote = row?.cells.find(({ bookId }) => bookId === cell.bookId)?.quote
  const price = findPrice(quote)
  return { ...cell, quoteId: (price && quote?.id) ?? null, price: price ?? null, ...legsAndTags(row) }
}

/** The price at which a betslip was opened. */
export const toOpenedCell = ({ cell, quoteId, price, row }: OpenedBetslip): PlainCell => ({
  ...cell,
  quoteId,
  price,
  ...legsAndTags(row),
})

const legsAndTags = (row: Row | undefined) => ({ legs: row?.legs ?? [], tags: row?.note.tags ?? [] })

const maxTitleLength = 200

/** The parlay's title, and the books that price it: the highest fresh price first, then by their last price. */
function toParlayToSend(row: Row, columns: readonly BookColumn[], display: DisplayContext): ParlayToSend {
  const top = findRowTop(row, columns, display)
  const topBooks = top?.books.map(({ bookId }) => bookId) ?? []
  const priced = row.cells
    .map(({ bookId, quote }) => ({ bookId, decimal: findPrice(quote)?.decimal ?? 0 }))
    .filter(({ decimal }) => decimal > 0)
    .toSorted((a, b) => b.decimal - a.decimal)
    .map(({ bookId }) => bookId)
  const title = rowTitle(row).slice(0, maxTitleLength)
  const bestBooks = top?.claim === 'best' ? topBooks : []
  return { parlayId: row.id, title, books: [...new Set([...topBooks, ...priced])], bestBooks }
}
