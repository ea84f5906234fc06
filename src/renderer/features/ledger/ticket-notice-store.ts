/**
 * The ticket that the user recorded or deleted last, or several that they changed together: the notice of it, and the undo
 * that asks whether to reverse it.
 */
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef, watch } from 'vue'
import type { UserChange } from '../../../shared/model/ticket/ticket-changes.ts'
import type { ImportedTickets } from '../../../shared/model/ticket/transfer.ts'
import { type Change, useUndoStore } from '../../commands/undo-store.ts'
import { type DialogRequest, type TicketDialogKind, useNavigationStore } from '../../navigation-store.ts'
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

/** Label of a change of one ticket, and the dialogs that undo it and make it again. */
const steps = {
  recorded: { label: 'record ticket', undo: 'delete-ticket', redo: 'restore-ticket' },
  deleted: { label: 'delete ticket', undo: 'restore-ticket', redo: 'redo-ticket' },
  changed: { label: 'change ticket', undo: 'undo-ticket', redo: 'redo-ticket' },
} as const satisfies Readonly<
  Record<string, { label: string; undo: TicketDialogKind; redo: TicketDialogKind }>
>

export const useTicketNoticeStore = defineStore('ticket-notice', () => {
  // state
  const notice = shallowRef<TicketNotice>()
  /** Undo of what the notice says. */
  let wayBack: (() => unknown) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Change that the open dialog asks about; `to` is where it belongs once that is answered. */
  let asked: { readonly change: Change; readonly to: 'done' | 'undone' } | undefined

  // actions
  function show(next: TicketNotice | undefined): void {
    clearTimeout(timer)
    notice.value = next
    if (next?.kind === 'recorded') timer = setTimeout(dismiss, maxShownMs)
  }
  const dismiss = () => show(undefined)

  /** Asks by a dialog, because a record of the ledger is never removed, only reversed by a new one. */
  function ask(change: Change, to: 'done' | 'undone', dialog: DialogRequest): void {
    useNavigationStore().openDialog(dialog)
    asked = { change, to }
  }

  function addStep(kind: keyof typeof steps, ticketId: number): Change {
    const { label, undo, redo } = steps[kind]
    const change: Change = {
      ...{ label, ticketId, isAsked: true },
      ...(kind === 'changed' && { isOfLedger: true }),
      undo: () => ask(change, 'undone', { kind: undo, ticketId }),
      redo: () => ask(change, 'done', { kind: redo, ticketId }),
    }
    useUndoStore().record(change)
    return change
  }

  function addMany(next: ManyNotice | ImportNotice): Change {
    const isImport = next.kind === 'imported'
    const change: Change = {
      ...{ label: isImport ? 'import' : next.label, isAsked: true },
      undo: () =>
        ask(
          change,
          'undone',
          isImport
            ? { kind: 'undo-import', tickets: next.tickets, count: next.count }
            : { kind: 'undo-many', changes: next.changes, label: next.label },
        ),
      redo: () => undefined,
    }
    useUndoStore().record(change)
    return change
  }

  /** A deletion that undoes the recording is no change of its own. */
  function add(next: TicketNotice): void {
    const answered =
      next.kind === 'deleted' && asked?.change.ticketId === next.ticketId ? asked.change : undefined
    if (next.kind === 'many' || next.kind === 'imported') wayBack = addMany(next).undo
    else if (answered === undefined) wayBack = addStep(next.kind, next.ticketId).undo
    else {
      settleAsked()
      wayBack = answered.redo
    }
    show(next)
  }

  /** Adds a change of a ticket without a notice. */
  function addChange(ticketId: number): void {
    addStep('changed', ticketId)
    dismiss()
  }

  function settleAsked(): void {
    if (asked !== undefined) useUndoStore().settle(asked.change, asked.to)
    asked = undefined
  }

  /** A change of a ticket was undone, or made again; `gone` if neither is possible any more. */
  function step(ticketId: number, as: 'undone' | 'done' | 'gone'): void {
    const { findOfTicket, settle } = useUndoStore()
    const isAsked = asked?.change.ticketId === ticketId
    const change = isAsked ? asked?.change : findOfTicket(ticketId, as === 'done')
    if (isAsked && as !== 'gone') settleAsked()
    else if (change !== undefined && (isAsked || change.label !== steps.recorded.label)) settle(change, as)
    dismiss()
  }

  /** Several changes were undone together, or can't be any more. */
  function forgetAsked(): void {
    if (asked !== undefined) useUndoStore().settle(asked.change, 'gone')
    asked = undefined
    dismiss()
  }

  /** Asks whether to reverse the action of the notice. */
  const undoNotice = () => wayBack?.()

  function forget(): void {
    useUndoStore().forgetAsked()
    asked = undefined
    dismiss()
  }

  // Each profile has tickets of its own.
  watch(() => useAccountStore().state?.activeId, forget)
  watch(
    () => useNavigationStore().dialog,
    dialog => dialog === undefined && (asked = undefined),
    { flush: 'post' },
  )

  return {
    notice: shallowReadonly(notice),
    ...{ add, addChange, step, forgetAsked, undoNotice, dismiss },
  }
})
