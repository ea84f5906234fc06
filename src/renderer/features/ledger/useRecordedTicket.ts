/** Selects a ticket recorded in the ledger, so that keys act on it: once it is listed and its dialog is closed. */
import { nextTick, watch, type Ref } from 'vue'
import { useNavigationStore } from '../../navigation-store.ts'
import { useLedgerStore } from './ledger-store.ts'

/** `ids`: tickets listed. `focusTicket` selects a ticket, too. */
export function useRecordedTicket(
  ids: Readonly<Ref<readonly number[]>>,
  focusTicket: (ticketId: number) => unknown,
): void {
  const ledger = useLedgerStore()
  const navigation = useNavigationStore()
  watch(
    () => {
      const id = ledger.recordedId
      const isReady = navigation.dialog === undefined && navigation.view === 'ledger'
      return isReady && id !== undefined && ids.value.includes(id) ? id : undefined
    },
    async id => {
      if (id === undefined) return
      ledger.recordedId = undefined
      // The dialog gives the focus back first.
      await nextTick()
      focusTicket(id)
    },
    { flush: 'post' },
  )
}
