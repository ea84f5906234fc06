/**
 * Navigation: the view on screen, requests to it, and the dialog over all views. Features that lead the user elsewhere
 * call this store; views and dialogs watch it.
 */
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'
import type { DeskLeg } from '../shared/model/parlay/parlay.ts'
import type { QuotedPrice } from '../shared/model/price/quote.ts'
import type { LedgerAction, MainTarget } from '../shared/model/settings/main-target.ts'
import type { MainView } from '../shared/model/settings/windows.ts'
import { allTickets, type LedgerFilter } from '../shared/model/ticket/ledger-filter.ts'
import { bridge } from './bridge.ts'
import { getWindowGroup, getWindowName } from './window-name.ts'

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
  /** Null for the selected book. */
  readonly bookId: string | null
}

/** Part of the ledger's filter: its fields replace the current ones, its `also` is added to them. */
export type Narrowing = Partial<LedgerFilter>
export type LedgerRequest =
  | { readonly kind: 'action'; readonly action: LedgerAction }
  /** Shows these tickets. */
  | { readonly kind: 'tickets'; readonly filter: Narrowing }

/** A parlay of the desk at a book, and the price taken there with the quote it came from. */
export interface TakenCell {
  readonly parlayId: number
  readonly bookId: string
  readonly quoteId: number | null
  readonly price: QuotedPrice | null
  /** Win probability by the user's fair price or the consensus; null when unknown. */
  readonly winProbability: number | null
  /** A copy for display; the main process records the legs of the parlay itself. */
  readonly legs: readonly DeskLeg[]
  readonly tags: readonly string[]
}
export type TicketSource = { readonly kind: 'cell'; readonly cell: TakenCell } | { readonly kind: 'hand' }

/** A parlay of the desk to be sent to the trending queue. */
export interface ParlayToSend {
  readonly parlayId: number
  /** Its title on the desk. */
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
  /** Number of requests to focus the search of legs. */
  const legSearches = shallowRef(0)
  /** Id of a setting to go to. */
  const requestedSetting = shallowRef<string>()

  // actions
  function showInMain(target: MainTarget): void {
    void bridge().windows.showMain(target)
  }

  /**
   * Shows this view and runs `request`; a second window, which has one view, asks the main window to show the target.
   */
  function show(name: ViewName, target: MainTarget, request = () => {}): void {
    if (onlyView !== undefined && onlyView !== name) {
      showInMain(target)
      return
    }
    view.value = name
    request()
  }

  /** The desk of a group's window is its group: all views are the main window's. */
  function goTo(name: ViewName): void {
    if (getWindowGroup() === undefined) show(name, { show: 'view', view: name })
    else showInMain({ show: 'view', view: name })
  }

  /** Shows the desk with this cell selected; a repeated request selects it again. */
  function showCell({ parlayId, bookId }: CellRequest): void {
    const request = () => (requestedCell.value = { parlayId, bookId })
    show('desk', { show: 'price', parlayId, bookId }, request)
  }

  /** Returns and clears the requested cell, which may have been requested before the desk was loaded. */
  function takeCell(): CellRequest | undefined {
    const cell = requestedCell.value
    requestedCell.value = undefined
    return cell
  }

  /** Moves the focus into the search of legs, which only the main window has. */
  function searchLegs(): void {
    if (onlyView === undefined) show('desk', { show: 'legs' }, () => legSearches.value++)
    else showInMain({ show: 'legs' })
  }

  /** Shows this setting. */
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

  /** Shows the ledger and runs this action there. */
  function runInLedger(action: LedgerAction): void {
    const request = () => (ledgerRequest.value = { kind: 'action', action })
    show('ledger', { show: 'ledger', action }, request)
  }

  /** Returns and clears the request to the ledger, which may have been made before the ledger was mounted. */
  function takeLedgerRequest(): LedgerRequest | undefined {
    const request = ledgerRequest.value
    ledgerRequest.value = undefined
    return request
  }

  /** Does nothing while a dialog is open, so that a key pressed twice does not lose typed text. */
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
