/** Links of cells: opens betslips and records their outcomes, copies links, and shows a code for a phone. */
import { computed, shallowReadonly, shallowRef, watch } from 'vue'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { findLostPrice, type Cell, type CellAddress } from '../../../../shared/model/price/cell.ts'
import { bridge } from '../../../bridge.ts'
import { useSoundStore } from '../../../sound-store.ts'
import { useAccountStore } from '../../account/account-store.ts'
import { lostPriceText, missingLegsText } from '../cell/cell-text.ts'
import { useColumns } from '../columns/useColumns.ts'
import { createDeskContext } from '../context/desk-context.ts'
import { useDisplay } from '../context/useDisplay.ts'
import { useNotice } from '../context/useNotice.ts'
import { useSelection } from '../context/useSelection.ts'
import { useDeskStore } from '../desk-store.ts'
import { getRowValue, withQuote } from '../value/best-price.ts'
import { findBusyStep, useBetslip, type OpenedLink } from './useBetslip.ts'

export interface OpenedBetslip extends OpenedLink {
  /** The parlay as it was then; it may leave the desk while its betslip is open. */
  readonly row: Row | undefined
  /** True once a ticket at its price was recorded. */
  readonly isRecorded: boolean
}

const lostPrice = 'That price is no longer stored, so this can’t be saved.'
const replacedBetslip = 'Checking this price instead; the earlier one is canceled.'

export const [provideCellLinks, useCellLinks] = createDeskContext('links', () => {
  const { showText } = useNotice()
  const { opened, closeOpened, showOpened, markRecorded } = useOpenedBetslip()
  /** Closes a betslip whose price is gone, with a notice. */
  function loseOpened(): void {
    closeOpened()
    showText(lostPrice)
  }
  return { ...useBetslipOf(showOpened), opened, closeOpened, loseOpened, markRecorded, ...useLinkSharing() }
})

/** The betslip opened last, until it is dismissed. */
function useOpenedBetslip() {
  const desk = useDeskStore()
  const account = useAccountStore()
  const opened = shallowRef<OpenedBetslip>()
  const closeOpened = () => (opened.value = undefined)
  const showOpened = (link: OpenedLink) =>
    (opened.value = { ...link, row: desk.rowRef(link.cell.parlayId)?.value, isRecorded: false })
  function markRecorded({ quoteId }: OpenedBetslip): void {
    if (opened.value?.quoteId === quoteId) opened.value = { ...opened.value, isRecorded: true }
  }
  // Another profile has other parlays.
  watch(() => account.state?.activeId, closeOpened)
  return { opened: shallowReadonly(opened), closeOpened, showOpened, markRecorded }
}

/** Opens the betslip of the selected cell, or of another one instead. */
function useBetslipOf(onOpened: (link: OpenedLink) => void) {
  const { selected, select, row, cell } = useSelection()
  const { showNotice, showText, showFailure } = useNotice()
  const sounds = useSoundStore()
  const desk = useDeskStore()
  const display = useDisplay()
  function describeNone(of: Cell | undefined): string {
    const lost = of && findLostPrice(of)
    return lost
      ? `Still no price (${lostPriceText(lost, display.value)}).`
      : 'No price at this book right now.'
  }
  const betslip = useBetslip({
    onOpened,
    onFailed: showFailure,
    onMoved: () => sounds.play('priceDrop'),
    onNone: ({ parlayId, bookId }) =>
      showText(describeNone(desk.rowRef(parlayId)?.value.cells.find(each => each.bookId === bookId))),
    onReplaced: () => showText(replacedBetslip),
    isSuspect: useSuspicion(),
  })
  followDesk(betslip)
  const busy = computed(() => findBusyStep(betslip.state.value, selected.value))

  /** Rechecks the selected cell against the price it shows now, and opens its betslip. */
  function recheck(): void {
    if (selected.value === undefined || row.value === undefined || cell.value === undefined) return
    const { missingLegs, quote } = cell.value
    if (missingLegs > 0) {
      showText(missingLegsText(missingLegs, row.value.legs.length))
      return
    }
    showNotice(undefined)
    void betslip.start(selected.value, quote?.id ?? null)
  }

  /** Cancels the bet slip that the user was asked about, and rechecks another price against its quote on screen. */
  function openInstead(other: CellAddress, quoteId: number): void {
    betslip.cancel()
    select(other)
    void betslip.start(other, quoteId)
  }
  return { betslip, busy, recheck, openInstead }
}

/** Finds out if a rechecked price may be an error, by the other prices of its row. */
function useSuspicion() {
  const desk = useDeskStore()
  const { columns } = useColumns()
  const display = useDisplay()
  return (
    { cell: { parlayId, bookId }, quoteId: id, price }: Omit<OpenedLink, 'host'>,
    at: number,
  ): boolean => {
    const row = desk.rowRef(parlayId)?.value
    const value = row && getRowValue(withQuote(row, bookId, { id, at, price }), columns.value, display.value)
    return (value?.cells.get(bookId)?.suspectBy ?? null) !== null
  }
}

/** Keeps the question about a price to the newest quote that the desk has of it. */
function followDesk({ state, follow }: ReturnType<typeof useBetslip>): void {
  const desk = useDeskStore()
  const findNewest = () => {
    if (state.value.kind !== 'asked') return undefined
    const { parlayId, bookId } = state.value.cell
    return desk.rowRef(parlayId)?.value.cells.find(each => each.bookId === bookId)?.quote
  }
  watch(findNewest, quote => {
    if (quote && state.value.kind === 'asked') follow(state.value.cell, quote)
  })
}

/** A cell's link on the clipboard, or as a code for a phone. */
function useLinkSharing() {
  const { showText, showFailure } = useNotice()
  const phone = shallowRef<{ readonly cell: CellAddress; readonly link: string }>()

  async function copyLink(cell: CellAddress, to: 'here' | 'phone' = 'here'): Promise<void> {
    const outcome = await bridge().links.copy({ ...cell, to })
    if (outcome.ok) showText(`Link to ${outcome.value.host} copied.`)
    else showFailure(outcome.failure)
  }

  /** For a price without a link: legs and price as text, to enter on the book's site. */
  async function copyLegs(cell: CellAddress, quoteId: number): Promise<void> {
    const outcome = await bridge().links.copyBet({ ...cell, quoteId })
    if (outcome.ok) showText('Legs copied. Enter them on the book’s site.')
    else showFailure(outcome.failure)
  }

  async function showPhone(cell: CellAddress): Promise<void> {
    const outcome = await bridge().links.phone({ ...cell })
    if (outcome.ok) phone.value = { cell, link: outcome.value.link }
    else showFailure(outcome.failure)
  }

  return {
    phone: shallowReadonly(phone),
    copyLink,
    copyLegs,
    showPhone,
    closePhone: () => (phone.value = undefined),
  }
}
