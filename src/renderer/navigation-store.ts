/**
 * Place of the user: the view on screen, requests of other parts to that view, and the dialog over all views. A part that
 * leads the user elsewhere calls this store; the view or dialog concerned watches it.
 */
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'
import type { DeskLeg } from '../shared/model/parlay/parlay.ts'
import type { QuotedPrice } from '../shared/model/price/quote.ts'
import type { LedgerAction, MainTarget } from '../shared/model/settings/main-target.ts'
import type { MainView } from '../shared/model/settings/windows.ts'
import { allTickets, type LedgerFilter } from '../shared/model/ticket/ledger-filter.ts'
import { bridge } from './bridge.ts'
import { getWindowName } from './window-name.ts'

export type ViewName = MainView

/** The view of a second window. */
function findOnlyView(): ViewName | undefined {
  const name = getWindowName()
  if (name === 'main') return undefined
  return name === 'ledger' ? 'ledger' : 'desk'
}

/** A cell to be selected on the desk. */
export interface CellRequest {
  readonly parlayId: number
  /** Null for whichever book is selected. */
  readonly bookId: string | null
}

/** Part of the ledger's filter: its fields replace the current ones, its `also` is added to them. */
export type Narrowing = Partial<LedgerFilter>
export type LedgerRequest =
  | { readonly kind: 'action'; readonly action: LedgerAction }
  /** These tickets of all there are. */
  | { readonly kind: 'tickets'; readonly filter: Narrowing }

/** A parlay of the desk at a book, and the price taken there with the quote it came from. */
export interface TakenCell {
  readonly parlayId: number
  readonly bookId: string
  readonly quoteId: number | null
  readonly price: QuotedPrice | null
  /** Chance to win by the user's fair price or the other books; null where it is unknown. */
  readonly winProbability: number | null
  /** For display and as a copy; main reads the legs to record from the parlay itself. */
  readonly legs: readonly DeskLeg[]
  readonly tags: readonly string[]
}
export type TicketSource = { readonly kind: 'cell'; readonly cell: TakenCell } | { readonly kind: 'hand' }

/** A parlay of the desk to be sent to the trending queue. */
export interface ParlayToSend {
  readonly parlayId: number
  /** As the desk calls it. */
  readonly title: string
  /** Books that price it, the highest fresh price first. */
  readonly books: readonly string[]
  /** Books among them whose price may be called the best. */
  readonly bestBooks: readonly string[]
}

export type DialogRequest =
  | { readonly kind: 'commands' }
  | { readonly kind: 'shortcuts' }
  /** `section`: id of one of the guide; null for its first page. */
  | { readonly kind: 'help'; readonly section: string | null }
  | { readonly kind: 'record-ticket'; readonly source: TicketSource }
  | { readonly kind: 'import-tickets' }
  | { readonly kind: 'export-tickets' }
  | { readonly kind: 'send-to-queue'; readonly parlays: readonly ParlayToSend[] }

export const useNavigationStore = defineStore('navigation', () => {
  // state
  const onlyView = findOnlyView()
  const view = shallowRef<ViewName>(onlyView ?? 'desk')
  const requestedCell = shallowRef<CellRequest>()
  const ledgerRequest = shallowRef<LedgerRequest>()
  const dialog = shallowRef<DialogRequest>()
  /** Number of requests so far to type into the search of legs. */
  const legSearches = shallowRef(0)
  /** Id of a setting to go to. */
  const requestedSetting = shallowRef<string>()

  // actions
  function showInMain(target: MainTarget): void {
    void bridge().windows.showMain(target)
  }

  /** Shows this view with the rest of the request, or has the main window show the target: a second window has one view. */
  function show(name: ViewName, target: MainTarget, request = () => {}): void {
    if (onlyView !== undefined && onlyView !== name) {
      showInMain(target)
      return
    }
    view.value = name
    request()
  }

  const goTo = (name: ViewName) => show(name, { show: 'view', view: name })

  /** Shows the desk with this cell selected. A second request for the same cell counts again. */
  function showCell({ parlayId, bookId }: CellRequest): void {
    const request = () => (requestedCell.value = { parlayId, bookId })
    show('desk', { show: 'price', parlayId, bookId }, request)
  }

  /** Hands over the cell that the desk has not yet shown: it may be requested before the desk is read. */
  function takeCell(): CellRequest | undefined {
    const cell = requestedCell.value
    requestedCell.value = undefined
    return cell
  }

  /** Moves the focus into the search of legs, which the main window alone has. */
  function searchLegs(): void {
    if (onlyView === undefined) show('desk', { show: 'legs' }, () => legSearches.value++)
    else showInMain({ show: 'legs' })
  }

  /** Shows the settings at this one. */
  function showSetting(id: string): void {
    show('settings', { show: 'setting', id }, () => (requestedSetting.value = id))
  }

  function forgetSetting(): void {
    requestedSetting.value = undefined
  }

  /** Shows the ledger with these tickets. */
  function showTickets(filter: Narrowing): void {
    const request = () => (ledgerRequest.value = { kind: 'tickets', filter })
    show('ledger', { show: 'tickets', filter: { ...allTickets, ...filter } }, request)
  }

  /** Shows the ledger and does this there. */
  function runInLedger(action: LedgerAction): void {
    const request = () => (ledgerRequest.value = { kind: 'action', action })
    show('ledger', { show: 'ledger', action }, request)
  }

  /** Hands over the request that the ledger has not yet served: it may have been made before the ledger was mounted. */
  function takeLedgerRequest(): LedgerRequest | undefined {
    const request = ledgerRequest.value
    ledgerRequest.value = undefined
    return request
  }

  /** An open dialog stays: a key pressed twice must not lose what was typed into it. */
  function openDialog(request: DialogRequest): void {
    dialog.value ??= request
  }

  function closeDialog(): void {
    dialog.value = undefined
  }

  return {
    onlyView,
    view: shallowReadonly(view),
    requestedCell: shallowReadonly(requestedCell),
    ledgerRequest: shallowReadonly(ledgerRequest),
    dialog: shallowReadonly(dialog),
    legSearches: shallowReadonly(legSearches),
    requestedSetting: shallowReadonly(requestedSetting),
    goTo,
    showInMain,
    showCell,
    takeCell,
    searchLegs,
    showSetting,
    forgetSetting,
    showTickets,
    runInLedger,
    takeLedgerRequest,
    openDialog,
    closeDialog,
  }
})
