/**
 * The ticket that the user recorded or deleted last, or several that they changed together: the notice of it, and the undo
 * that asks whether to reverse it.
 */
import { defineStore } from 'pinia'
import { computed, shallowReadonly, shallowRef, watch } from 'vue'
import type { UserChange } from '../../../shared/model/ticket/ticket-changes.ts'
import type { ImportedTickets } from '../../../shared/model/ticket/transfer.ts'
import { useUndoStore } from '../../commands/undo-store.ts'
import { useNavigationStore } from '../../navigation-store.ts'
import { useAccountStore } from '../account/account-store.ts'

interface OneNotice {
  readonly kind: 'recorded' | 'deleted'
  readonly ticketId: number
  /** Title of a deleted ticket; of a recorded one its stake, book and price. */
  readonly text: string
}
interface ManyNotice {
  readonly kind: 'many'
  readonly changes: readonly UserChange[]
  /** Completes “Undo …”. */
  readonly label: string
  /** Says what was done. */
  readonly text: string
}
interface ImportNotice {
  readonly kind: 'imported'
  readonly tickets: ImportedTickets
  readonly count: number
  /** Says what was imported. */
  readonly text: string
}
export type TicketNotice = OneNotice | ManyNotice | ImportNotice

/** Time that the notice of a recorded ticket is shown; the others stay, as the way back. */
const maxShownMs = 10_000

/** Words before the text of a notice. */
export const noticeWords: Readonly<Record<TicketNotice['kind'], string>> = {
  recorded: 'Recorded:',
  deleted: 'Deleted',
  many: '',
  imported: '',
}

const undoWords = {
  recorded: { label: 'record ticket', dialog: 'delete-ticket' },
  deleted: { label: 'delete ticket', dialog: 'restore-ticket' },
} as const

function toLabel(notice: TicketNotice): string {
  if (notice.kind === 'many') return notice.label
  return notice.kind === 'imported' ? 'import' : undoWords[notice.kind].label
}

/** True for a notice that stays, because it offers the undo. */
export const hasWayBack = (notice: TicketNotice | undefined): notice is TicketNotice =>
  notice !== undefined && notice.kind !== 'recorded'

export const useTicketNoticeStore = defineStore('ticket-notice', () => {
  // state
  const notice = shallowRef<TicketNotice>()
  let timer: ReturnType<typeof setTimeout> | undefined

  // derived
  /** True while the user's last action is one on a ticket. A dialog that was closed without an answer changes nothing. */
  const canUndoLast = computed(() => useUndoStore().isNextAsked || hasWayBack(notice.value))

  // actions
  function show(next: TicketNotice | undefined): void {
    clearTimeout(timer)
    notice.value = next
    if (next?.kind === 'recorded') timer = setTimeout(dismiss, maxShownMs)
  }
  const dismiss = () => show(undefined)

  /** Without a change of its own, the undo key would reverse an older one. */
  function add(next: TicketNotice): void {
    useUndoStore().record({
      label: toLabel(next),
      isAsked: true,
      undo: () => ask(next),
      redo: () => undefined,
    })
    show(next)
  }

  /** Asks by a dialog, because a record of the ledger is never removed, only reversed by a new one. */
  function ask(asked: TicketNotice): void {
    const { openDialog } = useNavigationStore()
    if (asked.kind === 'imported')
      openDialog({ kind: 'undo-import', tickets: asked.tickets, count: asked.count })
    else if (asked.kind === 'many')
      openDialog({ kind: 'undo-many', changes: asked.changes, label: asked.label })
    else openDialog({ kind: undoWords[asked.kind].dialog, ticketId: asked.ticketId })
  }

  /** Another change of a ticket is the last one now. */
  function forget(): void {
    useUndoStore().forgetAsked()
    dismiss()
  }

  /** Asks whether to reverse the last action. Returns false unless it was one on a ticket. */
  function undoLast(): boolean {
    if (hasWayBack(notice.value)) ask(notice.value)
    else if (useUndoStore().isNextAsked) void useUndoStore().undo()
    else return false
    return true
  }

  // Each profile has tickets of its own.
  watch(() => useAccountStore().state?.activeId, forget)

  return { notice: shallowReadonly(notice), canUndoLast, add, ask, dismiss, forget, undoLast }
})
