/** Undo and redo of the ticket in a dialog, and the changes made there, which the key of the ledger undoes. */
import { watch, type Ref } from 'vue'
import type { TicketDetail } from '../../../../shared/model/ticket/ticket-detail.ts'
import { useLedgerStore } from '../ledger-store.ts'
import { useTicketNoticeStore } from '../ticket-notice-store.ts'
import type { TicketAction } from '../useShownTicket.ts'

interface TicketStepsOptions {
  readonly ticketId: number
  /** Form that the dialog opened at. */
  readonly openAt: TicketAction | undefined
  readonly detail: Readonly<Ref<TicketDetail | undefined>>
  readonly action: Ref<TicketAction | undefined>
  readonly close: () => void
}

export function useTicketSteps({ ticketId, openAt, detail, action, close }: TicketStepsOptions) {
  const notices = useTicketNoticeStore()
  const isStep = (form: TicketAction | undefined) => form === 'undo' || form === 'redo'
  /** The last change after a step, which is no change of its own. */
  let stepped: number | null | undefined
  /** The last change when the dialog opened. */
  let first: number | null | undefined

  function onStepped(lastChange: number | null): void {
    stepped = lastChange
    notices.step(ticketId, action.value === 'redo' ? 'done' : 'undone')
    // A restored ticket is selected once it is listed.
    if (detail.value?.isVoided === true) useLedgerStore().recordedId = ticketId
  }

  /** A dialog that was opened to ask this has nothing more to ask. */
  function onStepDone(): void {
    action.value = undefined
    if (isStep(openAt)) close()
  }

  /** Closes after a change, which may not have been read again yet. */
  function closeChanged(): void {
    if (detail.value?.lastChange === first) notices.addChange(ticketId)
    close()
  }

  // Any change but a step and the deletion, which has a notice of its own, is this ticket's last one.
  watch(
    () => detail.value?.lastChange,
    (now, before) => {
      const isOwn = before !== undefined && now !== stepped && !isStep(action.value)
      if (isOwn && detail.value?.isVoided === false) notices.addChange(ticketId)
    },
  )
  // A change that something else undid meanwhile blocks none before it.
  const opening = watch(detail, read => {
    if (read === undefined) return
    opening.stop()
    first = read.lastChange
    if (!canStep(read, openAt)) notices.step(ticketId, 'gone')
  })
  return { onStepped, onStepDone, closeChanged }
}

function canStep(
  { isVoided, lastChange, nextRedo }: TicketDetail,
  openAt: TicketAction | undefined,
): boolean {
  if (openAt === 'undo') return lastChange !== null
  if (openAt === 'redo') return nextRedo !== null
  return openAt !== 'void' || !isVoided
}
