/**
 * Navigation: the view on screen, the target in it, and the dialog over all views. Features that lead the user elsewhere
 * call this store; views take their targets from it.
 */
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'
import type { EntryKind } from '../shared/model/accounts/account-draft.ts'
import type { DeskLeg, LegView } from '../shared/model/parlay/parlay.ts'
import type { QuotedPrice } from '../shared/model/price/quote.ts'
import type { LedgerAction, Target } from '../shared/model/settings/target.ts'
import type { MainView } from '../shared/model/settings/windows.ts'
import { allTickets, type LedgerFilter } from '../shared/model/ticket/ledger-filter.ts'
import type { UserChange } from '../shared/model/ticket/ticket-changes.ts'
import type { ImportedTickets } from '../shared/model/ticket/transfer.ts'
import { bridge } from './bridge.ts'
import { getWindowGroup, getWindowName } from './window-name.ts'

export type ViewName = MainView

/** The view of a second window. */
function findOnlyView(): ViewName | undefined {
  const name = getWindowName()
  if (name === 'main') return undefined
  return name === 'ledger' ? 'ledger' : 'desk'
}

type TargetOf<K extends Target['show']> = Extract<Target, { readonly show: K }>

function findView(to: Target): ViewName {
  if (to.show === 'view') return to.view
  if (to.show === 'setting') return 'settings'
  return to.show === 'tickets' || to.show === 'ledger' ? 'ledger' : 'desk'
}

/** True if this window can show the target: a group's window has only its prices. */
function hasView(to: Target): boolean {
  if (getWindowGroup() !== undefined) return to.show === 'price'
  return getWindowName() === 'main' || findView(to) === 'ledger'
}

/** A cell to be selected on the desk. */
export interface CellRequest {
  readonly parlayId: number
  /** Null for the selected book. */
  readonly bookId: string | null
}

/** Part of the ledger's filter: its fields replace the current ones, its `also` is added to them. */
export type Narrowing = Partial<LedgerFilter>

/** A stake of a plan at one book, beside all open tickets: at the plain price, or for what a boost covers. */
export interface PlannedHere {
  /** Null at the plain price. */
  readonly promotionId: string | null
  readonly stakeMinor: number
  /** Reason of no stake. */
  readonly reason: string
}

/** A parlay of the desk at a book, and the price taken there with the quote it came from. */
export interface TakenCell {
  readonly parlayId: number
  readonly bookId: string
  readonly quoteId: number | null
  readonly price: QuotedPrice | null
  /** Win probability by the user's fair price or the consensus; null when unknown. */
  readonly winProbability: number | null
  /** By the stake plan; empty without one. */
  readonly planned: readonly PlannedHere[]
  /** The reason to doubt the price; null unless it is suspect. */
  readonly warning: string | null
  /** A copy for display; the main process records the legs of the parlay itself. */
  readonly legs: readonly DeskLeg[]
  readonly tags: readonly string[]
}
/** A bet against the last leg of an open ticket, as planned. */
export interface PlannedBet {
  readonly ticketId: number
  readonly leg: LegView
  readonly bookId: string
  readonly price: QuotedPrice
  readonly stakeMinor: number
  readonly currency: string
}
/** A price of the desk that was taken. */
export interface CellSource {
  readonly kind: 'cell'
  readonly cell: TakenCell
  /** The price of the cell at any later time; absent for a bet slip, which keeps the price it opened with. */
  readonly getPrice?: () => QuotedPrice | undefined
  /** Called once the ticket is recorded. */
  readonly onRecorded?: (ticketId: number) => void
}
export type TicketSource =
  CellSource | { readonly kind: 'hedge'; readonly bet: PlannedBet } | { readonly kind: 'hand' }

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

/** A parlay of the desk to be shared with other desks of the team. */
export interface ParlayToShare {
  readonly parlayId: number
  readonly title: string
}

/** A parlay of the desk to be given to another desk of the team. */
export interface ParlayToGive extends ParlayToShare {
  /** Books to stake at first. */
  readonly books: readonly string[]
}

/** Dialogs of a ticket that open at a form; `undo-ticket` restores a deleted one, too. */
export type TicketDialogKind = 'delete-ticket' | 'restore-ticket' | 'undo-ticket' | 'redo-ticket'

export type DialogRequest =
  | { readonly kind: 'commands' }
  | { readonly kind: 'shortcuts' }
  /** `section`: id of one of the guide; null for its first page. */
  | { readonly kind: 'help'; readonly section: string | null }
  | { readonly kind: 'record-ticket'; readonly source: TicketSource }
  | { readonly kind: 'hedge'; readonly ticketId: number }
  | { readonly kind: TicketDialogKind; readonly ticketId: number }
  | { readonly kind: 'undo-many'; readonly changes: readonly UserChange[]; readonly label: string }
  | { readonly kind: 'undo-import'; readonly tickets: ImportedTickets; readonly count: number }
  | { readonly kind: 'new-account' }
  | { readonly kind: 'rename-holder'; readonly holder: string }
  | { readonly kind: 'account-entry'; readonly accountId: string; readonly entry: EntryKind }
  /** `promotionId`: the one to be changed; null for a new one. */
  | { readonly kind: 'promotion'; readonly accountId: string; readonly promotionId: string | null }
  | { readonly kind: 'use-promotions' }
  | { readonly kind: 'import-tickets' }
  | { readonly kind: 'export-tickets' }
  | { readonly kind: 'tax-report' }
  | { readonly kind: 'send-to-queue'; readonly parlays: readonly ParlayToSend[] }
  | { readonly kind: 'instruct'; readonly parlay: ParlayToGive }
  | { readonly kind: 'share'; readonly parlay: ParlayToShare }

export const useNavigationStore = defineStore('navigation', () => {
  // state
  const onlyView = findOnlyView()
  const view = shallowRef<ViewName>(onlyView ?? 'desk')
  /** Part of the view to be shown there, until the view takes it. */
  const target = shallowRef<Target>()
  const dialog = shallowRef<DialogRequest>()

  // actions
  function showInMain(to: Target): void {
    void bridge().windows.showMain(to)
  }

  /** Shows a target here, or in the main window if this one does not have its view. A repeated one is shown again. */
  function show(to: Target): void {
    if (!hasView(to)) {
      showInMain(to)
      return
    }
    view.value = findView(to)
    if (to.show !== 'view') target.value = to
  }

  /** Returns and clears the target if it is one of these; it may have been set before its view was mounted. */
  function take<K extends Target['show']>(...kinds: readonly K[]): TargetOf<K> | undefined {
    const isOfKind = (one: Target): one is TargetOf<K> => kinds.some(kind => kind === one.show)
    const to = target.value
    if (to === undefined || !isOfKind(to)) return undefined
    target.value = undefined
    return to
  }

  const goTo = (name: ViewName) => show({ show: 'view', view: name })
  const showCell = ({ parlayId, bookId }: CellRequest) => show({ show: 'price', parlayId, bookId })
  const searchLegs = () => show({ show: 'legs' })
  const showSetting = (id: string) => show({ show: 'setting', id })
  const showBookSettings = (bookId: string) => show({ show: 'setting', id: 'books', bookId })
  const showTickets = (filter: Narrowing) => show({ show: 'tickets', filter: { ...allTickets, ...filter } })
  const runInLedger = (action: LedgerAction) => show({ show: 'ledger', action })

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
    target: shallowReadonly(target),
    dialog: shallowReadonly(dialog),
    show,
    showInMain,
    take,
    goTo,
    showCell,
    searchLegs,
    showSetting,
    showBookSettings,
    showTickets,
    runInLedger,
    openDialog,
    closeDialog,
  }
})
